"""Commands that write what other programs read.

============  ==========================================================
`export`      a model as an ONNX file, or a comparison as a script
`completion`  a script for a shell, which then completes commands
============  ==========================================================
"""
