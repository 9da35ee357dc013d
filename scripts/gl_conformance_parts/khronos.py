"""Runs tests of Khronos's OpenGL ES 3.1 suite that draw nothing: the suite `khronos` of scripts/gl_conformance."""

import concurrent.futures
import re
import subprocess

GROUPS = ("atomic_counter", "compute", "image_load_store", "ssbo", "synchronization")
# Of these groups, the only ones that draw.
DRAWING = "dEQP-GLES31.functional.image_load_store.early_fragment_tests."
RESULTS = {"Pass": "pass", "QualityWarning": "pass", "CompatibilityWarning": "pass", "NotSupported": "skip"}
OPTIONS = ["--deqp-surface-type=pbuffer", "--deqp-gl-config-name=rgba8888d24s8ms0", "--deqp-surface-width=256",
           "--deqp-surface-height=256", "--deqp-log-images=disable", "--deqp-log-shader-sources=disable",
           "--deqp-watchdog=enable"]


def tests(program, environment, folder):
    """The names of the tests, in the program's order."""
    patterns = ",".join(f"dEQP-GLES31.functional.{group}.*" for group in GROUPS)
    command = [str(program), "--deqp-runmode=stdout-caselist", f"--deqp-case={patterns}", *OPTIONS]
    text = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True).stdout
    names = re.findall(r"^TEST: (\S+)$", text, re.MULTILINE)
    return [name for name in names if not name.startswith(DRAWING)]


def read_results(text):
    """The result of each test that began: `crash` if it did not end."""
    results = {}
    for part in text.split("\nTest case '")[1:]:
        name, rest = part.split("'..", 1)
        found = re.search(r"^  (\w+) \(", rest, re.MULTILINE)
        results[name] = RESULTS.get(found.group(1), "fail") if found else "crash"
    return results


def run_part(command, names, environment, path):
    """Runs tests in one process, and in another one those after a test that ends it."""
    results = {}
    while names:
        path.with_suffix(".list").write_text("\n".join(names) + "\n")
        process = subprocess.run([*command, f"--deqp-caselist-file={path.with_suffix('.list')}",
                                  f"--deqp-log-filename={path.with_suffix('.qpa')}", *OPTIONS],
                                 cwd=path.parent, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = process.stdout.decode(errors="replace")
        with open(path.with_suffix(".log"), "a") as log:
            log.write(text)
        began = read_results(text)
        if not began:
            break  # Its tests have no result, which counts as a failure.
        results.update(began)
        names = [name for name in names if name not in results]
    return results


def run(program, wrapper, environment, jobs, folder):
    """Runs the tests in `jobs` processes on a renderer. Returns the result of each."""
    folder.mkdir(parents=True)
    names = tests(program, {**environment, "GALLIUM_DRIVER": "llvmpipe"}, folder)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        parts = [pool.submit(run_part, [*wrapper, str(program)], names[job::jobs], environment, folder / str(job))
                 for job in range(jobs)]
        return {name: result for part in parts for name, result in part.result().items()}
