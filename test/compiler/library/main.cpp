// Programs start with the compiler in the folder of libmux.so, elsewhere, damaged or missing.

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "scratch.h"
#include "starts.h"

using namespace mux::test;
using Catch::Matchers::Contains;

namespace {

constexpr const char *mux_name = "libmux.so." MUX_TEST_MAJOR;
constexpr const char *compiler_name = "libmux_compiler.so." MUX_TEST_MAJOR;

/// A folder with a copy of libmux.so.
class Installation {
 public:
  Installation() {
    std::filesystem::create_directory(folder());
    std::filesystem::copy_file(MUX_TEST_MUX, folder() / mux_name);
  }

  std::filesystem::path folder() const { return scratch_.path() / "lib"; }
  std::filesystem::path compiler() const { return folder() / compiler_name; }
  const ScratchFolder &scratch() const { return scratch_; }

  void link_compiler() const { std::filesystem::create_symlink(MUX_TEST_COMPILER, compiler()); }

  ProcessResult use(const std::string &what, Variables variables = {{"MUX_CACHE", "0"}},
                    const std::string &library = mux_name) const {
    return start(scratch_, {MUX_TEST_LIBRARY_USER, (folder() / library).string(), what}, variables);
  }

  /// Runs muxrun with this library.
  ProcessResult run_fill(const std::filesystem::path &source) const {
    return start_fill(scratch_, source, {}, {{"LD_LIBRARY_PATH", folder().string()}});
  }

  /// Checks the failure of a start that needs the compiler.
  void check_refused(const std::string &reason) const {
    const ProcessResult result = use("compile", {{"MUX_CACHE", "0"}, {"MUX_LOG", "error"}});
    CHECK(result.exit_code == 102);
    CHECK_THAT(
        result.errors,
        Contains("[error] the compiler cannot be used: " + compiler().string() + ": " + reason));
    CHECK_THAT(result.errors, Contains("muxCompile: the compiler cannot be used: "));
  }

 private:
  ScratchFolder scratch_;
};

}  // namespace

TEST_CASE("the compiler is found in the folder of the library", "[library]") {
  const Installation installation;
  installation.link_compiler();
  const ProcessResult result = installation.use("compile");
  INFO(result.errors);
  CHECK(result.exit_code == 0);
}

TEST_CASE("the compiler is found in the folder of a symbolic link's target", "[library]") {
  const ScratchFolder scratch;
  const std::filesystem::path link = scratch.path() / mux_name;
  std::filesystem::create_symlink(MUX_TEST_MUX, link);
  const ProcessResult result = start(scratch, {MUX_TEST_LIBRARY_USER, link.string(), "compile"});
  INFO(result.errors);
  CHECK(result.exit_code == 0);
}

TEST_CASE("the current folder has no effect", "[library]") {
  const Installation installation;
  installation.link_compiler();
  const std::string relative = std::filesystem::relative(installation.folder() / mux_name).string();
  const ProcessResult result =
      start(installation.scratch(), {MUX_TEST_LIBRARY_USER, relative, "compile elsewhere"},
            {{"MUX_CACHE", "0"}});
  INFO(result.errors);
  CHECK(result.exit_code == 0);
}

TEST_CASE("without the compiler, compilation is an error that names the file", "[library]") {
  const Installation installation;
  installation.check_refused("No such file or directory");
  CHECK(installation.use("exit").exit_code == 0);
}

TEST_CASE("a file that is not a library is rejected", "[library]") {
  const Installation installation;
  write(installation.compiler(), "This is a text.");
  installation.check_refused("it is no shared library");
}

TEST_CASE("a truncated compiler is not loaded", "[library]") {
  const Installation installation;
  std::filesystem::copy_file(MUX_TEST_COMPILER, installation.compiler());
  const auto whole = std::filesystem::file_size(installation.compiler());
  for (const auto size : {whole / 2, whole / 16, uintmax_t{4096}}) {
    std::filesystem::resize_file(installation.compiler(), size);
    installation.check_refused("it is truncated");
  }
  std::filesystem::resize_file(installation.compiler(), 100);
  installation.check_refused("it is no shared library");
  std::filesystem::resize_file(installation.compiler(), 0);
  installation.check_refused("it is no shared library");
}

TEST_CASE("the compiler of another build is not loaded", "[library]") {
  const Installation installation;
  // Another library with a build id.
  std::filesystem::copy_file(MUX_TEST_MUX, installation.compiler());
  installation.check_refused("it is from another build than the library that needs it");
}

TEST_CASE("a start with all code in the cache does not load the compiler", "[library]") {
  const Installation installation;
  installation.link_compiler();
  const std::filesystem::path source = write_fill(installation.scratch(), "7");
  const ProcessResult first = installation.run_fill(source);
  INFO(first.errors);
  REQUIRE(first.exit_code == 0);
  std::filesystem::remove(installation.compiler());
  const ProcessResult second = installation.run_fill(source);
  INFO(second.errors);
  CHECK(second.exit_code == 0);
  CHECK(second.output == first.output);
  // Other source is not in the cache.
  const ProcessResult other = installation.run_fill(write_fill(installation.scratch(), "8"));
  CHECK(other.exit_code != 0);
  CHECK_THAT(other.errors, Contains("the compiler cannot be used"));
}

TEST_CASE("included files are checked without the compiler", "[library]") {
  const Installation installation;
  installation.link_compiler();
  const std::filesystem::path header = installation.scratch().path() / "value.h";
  write(header, "#define VALUE 7\n");
  const std::filesystem::path source =
      write_fill(installation.scratch(), "VALUE", "#include \"" + header.string() + "\"");
  const ProcessResult first = installation.run_fill(source);
  INFO(first.errors);
  REQUIRE(first.exit_code == 0);
  std::filesystem::remove(installation.compiler());
  CHECK(installation.run_fill(source).output == first.output);
  write(header, "#define VALUE 8\n");
  CHECK(installation.run_fill(source).exit_code != 0);
}

TEST_CASE("a program may exit, or close the library, while the compiler is loaded", "[library]") {
  const Installation installation;
  installation.link_compiler();
  for (int i = 0; i < 20; ++i) {
    CHECK(installation.use("exit").exit_code == 0);
    CHECK(installation.use("close").exit_code == 0);
  }
}

TEST_CASE("a child forked while the compiler is loaded can compile", "[library]") {
  const Installation installation;
  installation.link_compiler();
  for (int i = 0; i < 5; ++i) {
    const ProcessResult result = installation.use("fork");
    INFO(result.errors);
    CHECK(result.exit_code == 0);
  }
}

TEST_CASE("without the compiler OpenCL reports that it is unavailable", "[library]") {
  const Installation installation;
  const ProcessResult result = installation.use("build with OpenCL");
  INFO(result.output << result.errors);
  // 97: built without OpenCL.
  CHECK((result.exit_code == 0 || result.exit_code == 97));
}
