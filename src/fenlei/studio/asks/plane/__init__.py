"""A model in the plane of two features.

===========  ===================================================================
`view`       which model, which two features, and what holds the others
`regions`    axes, rows as points, and what is predicted everywhere
`overlays`   what the family of the model draws: lines, margins, ellipses
`tree_cuts`  where a tree divides the plane
`point`      one point: prediction, neighbours, working
===========  ===================================================================
"""
