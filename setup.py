"""Compiles the hot modules: plain Python files with a ``.pxd`` of C types beside them.

Everything else about the package stands in ``pyproject.toml``. The extensions are optional: on a
machine without a compiler the same ``.py`` files run as they are, slowly.
"""

from Cython.Build import cythonize
from setuptools import Extension, setup

COMPILED = [
    "menhirs.core.fog",
    "menhirs.engine.work",
    "menhirs.engine.turns",
    "menhirs.engine.rollout",
    "menhirs.engine.search.table",
    "menhirs.engine.search.ground",
    "menhirs.engine.search.course",
    "menhirs.engine.search.kernel",
    "menhirs.engine.solver.ranking",
    "menhirs.engine.solver.walk",
    "menhirs.engine.solver.changes",
    "menhirs.engine.solver.kernel",
    "menhirs.engine.solver.revalue",
    "menhirs.engine.solver.deciding",
    "menhirs.engine.solver.blocks",
]

setup(
    ext_modules=cythonize(
        [
            Extension(
                name,
                [f"src/{name.replace('.', '/')}.py"],
                extra_compile_args=["-O3"],
                optional=True,
            )
            for name in COMPILED
        ],
        build_dir="build",
        compiler_directives={
            "language_level": 3,
            "annotation_typing": False,  # the annotations are for readers and mypy
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
)
