from .onnx_file import Differences, compare_export, export_onnx
from .script import python_script, read_result

__all__ = ["Differences", "compare_export", "export_onnx", "python_script", "read_result"]
