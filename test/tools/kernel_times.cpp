// The ICD loader layer that measures kernels (tools/kernel_times), and scripts/corpus, which reads
// its files.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

namespace {

using nlohmann::json;

// Runs layered_program with one of its modes.
ProcessResult run_layered(const std::string &way, const std::string &file,
                          const std::vector<std::string> &more = {}) {
  std::vector<std::string> command = {"/usr/bin/env", "OCL_ICD_VENDORS=" MUX_TEST_ICD_FOLDER,
                                      "MUX_CACHE=0", "OPENCL_LAYERS=" MUX_TEST_KERNEL_TIMES,
                                      "KERNEL_TIMES_FILE=" + file,
                                      // The layer's state is never freed, also if the loader
                                      // unloads the layer.
                                      "ASAN_OPTIONS=detect_leaks=0"};
  command.insert(command.end(), more.begin(), more.end());
  command.insert(command.end(), {MUX_TEST_LAYERED_PROGRAM, way});
  ProcessResult result = run_process(command);
  INFO(result.output << result.errors);
  REQUIRE(result.exit_code == 0);
  return result;
}

std::vector<std::filesystem::path> files_of(const std::string &folder) {
  const std::filesystem::directory_iterator files(folder);
  return {begin(files), end(files)};
}

// Sums over all files: launches of each kernel, by the build options of its program.
std::map<std::string, uint64_t> launches_of(const std::string &folder) {
  std::map<std::string, uint64_t> launches;
  for (const std::filesystem::path &path : files_of(folder)) {
    const json record = json::parse(mux::test::read_file(path.string()));
    for (const json &program : record["programs"]) {
      CHECK(program["build"] > 0);
      for (const json &kernel : program["kernels"]) {
        const std::string name = kernel["name"];
        const std::string options = program["options"];
        for (const json &range : kernel["ranges"]) {
          launches[name + " " + options] += range["launches"].get<uint64_t>();
        }
      }
    }
  }
  return launches;
}

using Launches = std::map<std::string, uint64_t>;

const Launches of_options = {{"idle -DN=1", 1}, {"idle -DN=2", 2}, {"other ", 1}};

}  // namespace

TEST_CASE("builds with different options are separate entries", "[kernel-times]") {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch.path("measured"));
  run_layered("options", scratch.path("measured/times"),
              {"KERNEL_TIMES_SOURCES=" + scratch.path("made/sources")});
  CHECK(launches_of(scratch.path("measured")) == of_options);
  const std::vector<std::filesystem::path> sources = files_of(scratch.path("made/sources"));
  REQUIRE(sources.size() == 2);
  for (const std::filesystem::path &source : sources) {
    CHECK(source.extension() == ".cl");
  }
}

TEST_CASE("programs from SPIR-V and linked programs are measured", "[kernel-times]") {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch.path("measured"));
  run_layered("il", scratch.path("measured/times"),
              {"KERNEL_TIMES_SOURCES=" + scratch.path("sources")});
  CHECK(launches_of(scratch.path("measured")) == Launches{{"idle ", 1}, {"idle -w", 1}});
  const std::vector<std::filesystem::path> sources = files_of(scratch.path("sources"));
  REQUIRE(sources.size() == 1);
  CHECK(sources[0].extension() == ".spv");

  std::filesystem::create_directory(scratch.path("parts"));
  run_layered("parts", scratch.path("parts/times"));
  CHECK(launches_of(scratch.path("parts")) == Launches{{"idle -DN=1 -cl-fast-relaxed-math", 1}});
}

TEST_CASE("forked children and executed programs have their own files", "[kernel-times]") {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch.path("measured"));
  run_layered("processes", scratch.path("measured/times"));
  Launches expected = of_options;
  expected["idle -DCHILD"] = 1;
  expected["idle -DPARENT"] = 1;
  CHECK(launches_of(scratch.path("measured")) == expected);
  // A child without measurements writes no file.
  CHECK(files_of(scratch.path("measured")).size() == 3);
}

TEST_CASE("a program without measurements writes a file, too", "[kernel-times]") {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch.path("measured"));
  run_layered("nothing", scratch.path("measured/times"));
  const std::vector<std::filesystem::path> files = files_of(scratch.path("measured"));
  REQUIRE(files.size() == 1);
  const json record = json::parse(mux::test::read_file(files[0].string()));
  CHECK(record["programs"].empty());
  CHECK(record["untimed"] == 0);
}

TEST_CASE("the layer reports a write failure once", "[kernel-times]") {
  const ScratchDirectory scratch;
  const ProcessResult result = run_layered("options", scratch.path("nowhere/times"));
  CHECK_THAT(result.errors,
             Catch::StartsWith("kernel_times: cannot write '" + scratch.path("nowhere/times.")) &&
                 Catch::EndsWith(".json': No such file or directory\n"));
  CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
}

TEST_CASE("the layer rejects an invalid number of repetitions", "[kernel-times]") {
  const ScratchDirectory scratch;
  const ProcessResult result =
      run_layered("nothing", scratch.path("times"), {"KERNEL_TIMES_REPEAT=5x"});
  CHECK_THAT(result.errors,
             Catch::Contains("kernel_times: KERNEL_TIMES_REPEAT is '5x', not a number"));
}

TEST_CASE("scripts/corpus distinguishes a loader without layers from a program without kernels",
          "[kernel-times]") {
  const ScratchDirectory scratch;
  const auto read = [&](const std::string &folder) {
    return run_process({MUX_TEST_PYTHON, "-c",
                        "import pathlib, sys\n"
                        "sys.path.insert(0, sys.argv[1])\n"
                        "from corpus_parts import measure, report\n"
                        "from public_programs import Failed\n"
                        "try:\n"
                        "    folder = pathlib.Path(sys.argv[2])\n"
                        "    _, kernels, _ = measure.read_kernels(folder, 'times')\n"
                        "    print(sorted(report.key_parts(key)[1:] for key in kernels))\n"
                        "except Failed as failure:\n"
                        "    print(failure)\n",
                        MUX_TEST_SCRIPTS, folder})
        .output;
  };
  std::filesystem::create_directory(scratch.path("measured"));
  CHECK_THAT(read(scratch.path("measured")),
             Catch::StartsWith("was not measured: its ICD loader did not load the layer"));
  run_layered("nothing", scratch.path("measured/times"));
  CHECK(read(scratch.path("measured")) == "launched no kernel\n");
  run_layered("options", scratch.path("measured/times"));
  CHECK(read(scratch.path("measured")) ==
        "[['idle', '4', '0', '-DN=1'], ['idle', '4', '0', '-DN=2'], ['other', '4', '0', '']]\n");
}
