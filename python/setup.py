"""Makes the wheel: CMake builds and lays out the package, setuptools packs it.

All that is built is below build/python of the project, nothing beside the sources.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "python"


class BuildWithCMake(build_py):
    """The files of the package are those that CMake lays out, whatever lies beside the sources."""

    def run(self):
        python = f"-DPython_EXECUTABLE={sys.executable}"
        subprocess.check_call(["cmake", "--preset", "python", python], cwd=ROOT)
        subprocess.check_call(["cmake", "--build", "--preset", "python"], cwd=ROOT)
        target = Path(self.build_lib) / "graphsparse"
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(BUILT / "graphsparse", target, ignore=shutil.ignore_patterns("__pycache__"))


class WithModule(Distribution):
    def has_ext_modules(self):
        return True


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"VERSION (\d+\.\d+\.\d+)", text)[1]


BUILT.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    packages=["graphsparse"],
    cmdclass={"build_py": BuildWithCMake},
    distclass=WithModule,
    options={
        "build": {"build_base": str(BUILT / "wheel")},
        "egg_info": {"egg_base": str(BUILT)},
    },
    zip_safe=False,
)
