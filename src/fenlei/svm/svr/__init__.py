"""Support vector regression.

========  ==============================================================
`svr`     `SVR`, the estimator
`tube`    its dual: twice as many variables as rows, solved as that of SVC
`record`  the fitted record, made and checked
========  ==============================================================
"""
