"""Compiles the hot modules: plain Python files with a ``.pxd`` of C types beside them.

Everything else about the package stands in ``pyproject.toml``. The extensions are optional: on a
machine without a compiler the same ``.py`` files run as they are, slowly. With ``MENHIRS_PURE=1``
nothing is compiled at all: one wheel for every machine. With ``MENHIRS_COMPILE=must``, as for
releases, a failed compilation fails the build.
"""

import os

from setuptools import Extension, setup

COMPILED = [
    "menhirs.core.fog",
    "menhirs.core.turn_flow",
    "menhirs.engine.work",
    "menhirs.engine.quick_game",
    "menhirs.engine.rollout",
    "menhirs.engine.search.transposition",
    "menhirs.engine.search.evaluation",
    "menhirs.engine.search.phases",
    "menhirs.engine.search.alphabeta",
    "menhirs.engine.solver.passes.ranking",
    "menhirs.engine.solver.passes.pass_base",
    "menhirs.engine.solver.passes.cluster_moves",
    "menhirs.engine.solver.passes.wins",
    "menhirs.engine.solver.passes.turn_pass",
    "menhirs.engine.solver.passes.afterstates",
    "menhirs.engine.solver.passes.positions",
    "menhirs.engine.solver.passes.reference",
    "menhirs.engine.solver.passes.invalidation",
    "menhirs.engine.solver.passes.reevaluation",
    "menhirs.engine.solver.passes.placing",
    "menhirs.engine.solver.tables.blocks",
    "menhirs.research.game_state",
]

SHARED = "menhirs._memoryviews"
"""Cython's arrays, compiled once instead of into every module: most of the work otherwise."""
JOBS = os.cpu_count() or 1


def extensions() -> list[Extension]:
    """The compiled modules, as C made of the Python files."""
    from Cython.Build import cythonize

    made: list[Extension] = cythonize(
        [
            Extension(
                SHARED,
                [f"src/{SHARED.replace('.', '/')}.c"],
                extra_compile_args=["-O1", "-g0"],
            ),
            *(
                Extension(
                    name,
                    [f"src/{name.replace('.', '/')}.py"],
                    extra_compile_args=["-O3", "-g0"],
                )
                for name in COMPILED
            ),
        ],
        shared_utility_qualified_name=SHARED,
        build_dir="build",
        nthreads=JOBS,
        compiler_directives={
            "language_level": 3,
            "annotation_typing": False,  # the annotations are for readers and mypy
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
    for extension in made:
        # Set here because Cython forgets it. A release must not be slow without anybody noticing.
        extension.optional = os.environ.get("MENHIRS_COMPILE") != "must"
    return made


setup(
    options={"build_ext": {"parallel": JOBS}},
    ext_modules=[] if os.environ.get("MENHIRS_PURE") else extensions(),
)
