#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "compile.h"

using namespace mux::test;

namespace {

/// A folder with headers, removed at the end of the test.
class HeaderFolder {
 public:
  HeaderFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "mux includes XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
    write("inside/value.h", "#define VALUE 42\n");
    write("inside/nested.h", "#include \"deeper/other.h\"\n");
    write("inside/deeper/other.h", "#define OTHER 43\n");
    write("inside/up.h", "#include \"../outside/secret.h\"\n");
    write("inside/wrong.h", "\n\nint wrong = nothing;\n");
    write("outside/secret.h", "#define SECRET 44\n");
    write("outside/other.h", "#define OTHER 45\n");
  }
  HeaderFolder(const HeaderFolder &) = delete;
  HeaderFolder &operator=(const HeaderFolder &) = delete;
  ~HeaderFolder() { std::filesystem::remove_all(path_); }

  std::string path(const std::string &name) const { return (path_ / name).string(); }
  std::string option(const std::string &name) const { return "-I '" + path(name) + "' "; }

 private:
  void write(const std::string &name, const std::string &content) {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << content;
  }

  std::filesystem::path path_;
};

/// Changes the current folder during its lifetime.
class InFolder {
 public:
  explicit InFolder(const std::string &path) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(path);
  }
  InFolder(const InFolder &) = delete;
  InFolder &operator=(const InFolder &) = delete;
  ~InFolder() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
  }

 private:
  std::filesystem::path before_;
};

}  // namespace

TEST_CASE("-I finds headers, with quotes and with angle brackets", "[muxCompile]") {
  const HeaderFolder folder;
  for (const char *directive : {"#include \"value.h\"\n", "#include <value.h>\n"}) {
    REQUIRE(compiles(directive + std::string("_Static_assert(VALUE == 42, \"\");\n"),
                     folder.option("inside")));
  }
  REQUIRE(compiles("#include <nested.h>\n_Static_assert(OTHER == 43, \"\");\n",
                   folder.option("inside")));
  REQUIRE(compiles("#include <deeper/../value.h>\n", folder.option("inside")));
}

TEST_CASE("-I takes several folders in order, and one that does not exist", "[muxCompile]") {
  const HeaderFolder folder;
  REQUIRE(compiles(
      "#include <secret.h>\n#include <other.h>\n",
      folder.option("nowhere") + folder.option("inside/deeper") + folder.option("outside")));
}

TEST_CASE("an error in a header names the header", "[muxCompile]") {
  const HeaderFolder folder;
  const CompileResult result = compile("#include \"wrong.h\"\n", folder.option("inside"));
  REQUIRE(result.result == mux_error_failure);
  REQUIRE(contains(result.log, "In file included from kernel.cl:1:"));
  REQUIRE(contains(result.log, folder.path("inside/wrong.h") + ":3:13: error:"));
}

TEST_CASE("a missing header is an error", "[muxCompile]") {
  const HeaderFolder folder;
  REQUIRE(refused("#include <absent.h>\n", folder.option("inside"),
                  "kernel.cl:1:10: fatal error: 'absent.h' file not found"));
  REQUIRE(refused("#include \"value.h\"\n", "", "'value.h' file not found"));
}

TEST_CASE("a header is found by an absolute path, and with ..", "[muxCompile]") {
  const HeaderFolder folder;
  const std::string check = "_Static_assert(SECRET == 44, \"\");\n";
  REQUIRE(compiles("#include \"" + folder.path("outside/secret.h") + "\"\n" + check));
  REQUIRE(compiles("#include <" + folder.path("inside/../outside/secret.h") + ">\n" + check));
  REQUIRE(compiles("#include \"../outside/secret.h\"\n" + check, folder.option("inside")));
  REQUIRE(compiles("#include \"up.h\"\n" + check, folder.option("inside")));
  REQUIRE(compiles("#include \"" + folder.path("inside/up.h") + "\"\n" + check));
}

TEST_CASE("a header is found in the current folder, after the folders of -I", "[muxCompile]") {
  const HeaderFolder folder;
  const InFolder current(folder.path("inside/deeper"));
  REQUIRE(compiles("#include \"other.h\"\n_Static_assert(OTHER == 43, \"\");\n"));
  REQUIRE(compiles("#include \"../../outside/secret.h\"\n_Static_assert(SECRET == 44, \"\");\n"));
  REQUIRE(compiles("#include \"../up.h\"\n_Static_assert(SECRET == 44, \"\");\n"));
  REQUIRE(compiles("#include <other.h>\n_Static_assert(OTHER == 45, \"\");\n",
                   folder.option("outside")));
  REQUIRE(refused("#include \"wrong.h\"\n", "", "'wrong.h' file not found"));
}

TEST_CASE("only regular files are included", "[muxCompile]") {
  const HeaderFolder folder;
  REQUIRE(refused("#include \"/absent/absent.h\"\n", "", "file not found"));
  REQUIRE(refused("#include \"" + folder.path("inside") + "\"\n", "", "error:"));
  // The source has no folder, so `..` does not lead anywhere.
  REQUIRE(refused("#include \"../etc/passwd\"\n", "", "file not found"));
  // These never end.
  REQUIRE(refused("#include \"/dev/zero\"\n", "", "file not found"));
  REQUIRE(mkfifo(folder.path("inside/pipe.h").c_str(), 0600) == 0);
  REQUIRE(refused("#include \"pipe.h\"\n", folder.option("inside"), "file not found"));
}

TEST_CASE("a file with the name of the source is not read", "[muxCompile]") {
  const HeaderFolder folder;
  const std::string name = folder.path("inside/value.h");
  REQUIRE(compile("#ifdef VALUE\n#error disk\n#endif\nkernel void k() {}\n",
                  folder.option("inside"), name.c_str())
              .result == mux_success);
}
