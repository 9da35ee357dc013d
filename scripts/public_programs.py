"""Installing and running public programs, for scripts/acceptance and scripts/corpus."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

INSTALL_LIMIT = 600


class Failed(Exception):
    """A program, or some of its tests, failed."""


class NotApplicable(Exception):
    """A program cannot run here, which is not a failure."""


def ending(status):
    if status is None:
        return "did not end within its time limit"
    return f"was killed by signal {-status}" if status < 0 else f"exited with {status}"


def is_installed(package):
    result = subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package], check=False,
                            capture_output=True, text=True) if shutil.which("dpkg-query") else None
    return result is not None and result.stdout == "install ok installed"


class Workplace:
    """A folder to run a program in, its log, and the shared virtual environment."""

    def __init__(self, folder, python_folder, environment, may_install):
        self.folder = folder
        self.log = folder / "log"
        self.python = python_folder / "bin" / "python"
        self.environment = environment
        self.may_install = may_install

    def call(self, *command, limit, folder=None, **more):
        """Runs a command. Returns its exit status (None after the time limit) and its output; both are logged."""
        command = [str(word) for word in command]
        try:
            result = subprocess.run(command, cwd=folder or self.folder,
                                    env=self.environment | more, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    timeout=max(limit, 1), check=False)
            status, output = result.returncode, result.stdout
        except subprocess.TimeoutExpired as expired:
            status, output = None, expired.stdout or b""
        except OSError as error:
            raise Failed(f"cannot be started: {error}") from error
        with self.log.open("ab") as log:
            log.write(f"$ {' '.join(command)}\n".encode() + output)
        return status, re.sub(r"\x1b\[[0-9;]*m", "", output.decode(errors="replace"))

    def install(self, packages, python_packages):
        missing = [name for name in packages if not is_installed(name)]
        if missing:
            if not self.may_install:
                raise NotApplicable(f"not installed: {' '.join(missing)}")
            if shutil.which("apt-get") is None or os.geteuid() != 0:
                raise NotApplicable(f"root is needed to install {' '.join(missing)}, with apt-get")
            self.fetch("apt-get", "install", "-y", "--no-install-recommends", *missing,
                       DEBIAN_FRONTEND="noninteractive")
        if python_packages:
            self.install_python(python_packages)

    def install_python(self, packages):
        if self.may_install:
            if not self.python.exists():
                self.fetch(sys.executable, "-m", "venv", self.python.parent.parent)
            self.fetch(self.python, "-m", "pip", "install", "-q", *packages)
        elif not self.python.exists():
            raise NotApplicable(f"not installed: {' '.join(packages)}")

    def fetch(self, *command, **more):
        if self.call(*command, limit=INSTALL_LIMIT, **more)[0] != 0:
            raise NotApplicable(f"could not be installed: {self.log}")
