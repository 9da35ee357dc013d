// Kernels written in C and C++ against mux/native_kernel.h: the sources in native/, compiled at
// build time by the project's compiler and by Clang, at -O0 and -O2.

#include <mux/extensions.h>
#include <mux/native_kernel.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>

#include "images.h"
#include "native/object_editor.h"

namespace mux::test::native {

namespace {

const std::string variants[] = {"compiler-c-O0",   "compiler-c-O2", "compiler-c++-O0",
                                "compiler-c++-O2", "clang-c-O0",    "clang-c-O2",
                                "clang-c++-O0",    "clang-c++-O2"};

std::string read_object(const std::string &name) {
  const std::string path = std::string(MUX_TEST_NATIVE_DIRECTORY) + "/" + name + ".o";
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  INFO(path);
  REQUIRE_FALSE(bytes.empty());
  return bytes;
}

class NativeFixture : public ImageFixture {
 public:
  mux_executable_t kernels(const std::string &variant) { return load(read_object(variant)); }

  /// Requires that a binary is rejected as damaged or unsupported, without a leak.
  /// @return the reason.
  std::string refusal(const std::string &binary) {
    // A copy of exactly that length, so that a sanitizer sees every read past it.
    const std::vector<char> exact(binary.begin(), binary.end());
    const int64_t live = counter.live();
    mux_executable_t executable = nullptr;
    const mux_result_t result =
        muxCreateExecutable(device, exact.data(), exact.size(), allocator, &executable);
    if (result == mux_success) {
      muxDestroyExecutable(device, executable, allocator);
    }
    CHECK(result == mux_error_invalid_binary);
    CHECK(counter.live() == live);
    return result == mux_success ? "nothing: it was loaded" : muxGetLastErrorMessage();
  }

  /// Requires that a modified object is rejected with a reason.
  template <class Change>
  void refuses(const char *reason, Change change) {
    ObjectEditor editor(object_);
    change(editor);
    CHECK_THAT(refusal(editor.bytes()), Catch::Matchers::Contains(reason));
  }

 protected:
  /// Clang uses separate sections for strings and declarations.
  const std::string object_ = read_object("clang-c-O2");
};

constexpr const char *table = ".mux.kernels";

/// The offset of a kernel's declaration in the table.
uint64_t declaration(ObjectEditor &editor, const char *symbol) {
  return editor.symbol(std::string_view(symbol)).st_value;
}

/// A field of the declaration of `scale`, which uses all fields.
template <class T>
T &field(ObjectEditor &editor, uint64_t offset) {
  return editor.content<T>(table, declaration(editor, "scale_kernel") + offset);
}

}  // namespace

TEST_CASE_METHOD(NativeFixture, "native: an object names its kernels, sorted, and their arguments",
                 "[kernels]") {
  for (const std::string &variant : variants) {
    CAPTURE(variant);
    mux_executable_t executable = kernels(variant);
    uint64_t count = 0;
    REQUIRE(muxGetExecutableKernelCount(executable, &count) == mux_success);
    std::vector<std::string> names;
    for (uint64_t i = 0; i < count; ++i) {
      const char *name = nullptr;
      REQUIRE(muxGetExecutableKernelName(executable, i, &name) == mux_success);
      names.emplace_back(name);
    }
    CHECK(names == std::vector<std::string>{"count", "fails", "ids", "library", "nothing",
                                            "picture", "scale", "scratch", "share", "values"});

    struct Expected {
      uint32_t kind, access;
      uint64_t size;
      const char *type, *name;
    };
    constexpr uint32_t read = mux_kernel_argument_access_read;
    constexpr uint32_t write = mux_kernel_argument_access_write;
    const auto check_arguments = [&](const char *kernel_name,
                                     const std::vector<Expected> &expected) {
      CAPTURE(kernel_name);
      mux_kernel_t kernel = make_kernel(executable, kernel_name);
      REQUIRE(muxGetKernelArgumentCount(kernel, &count) == mux_success);
      REQUIRE(count == expected.size());
      for (uint64_t i = 0; i < count; ++i) {
        CAPTURE(i);
        mux_kernel_argument_info_t info{};
        REQUIRE(muxGetKernelArgumentInfo(kernel, i, &info) == mux_success);
        CHECK(info.kind == expected[i].kind);
        CHECK(info.access == expected[i].access);
        CHECK(info.size == expected[i].size);
        CHECK(std::string(info.type_name) == expected[i].type);
        CHECK(std::string(info.name) == expected[i].name);
      }
    };
    check_arguments("nothing", {});
    check_arguments("scratch",
                    {{mux_kernel_argument_kind_buffer, read, 8, "int*", "in"},
                     {mux_kernel_argument_kind_buffer, write, 8, "int*", "out"},
                     {mux_kernel_argument_kind_local_buffer, read | write, 8, "int*", "first"},
                     {mux_kernel_argument_kind_local_buffer, read | write, 8, "int*", "second"}});
    check_arguments("values", {{mux_kernel_argument_kind_buffer, write, 8, "long*", "out"},
                               {mux_kernel_argument_kind_plain_old_data, 0, 16, "pair", "both"},
                               {mux_kernel_argument_kind_plain_old_data, 0, 1, "char", "small"},
                               {mux_kernel_argument_kind_plain_old_data, 0, 2, "short", "middle"},
                               {mux_kernel_argument_kind_plain_old_data, 0, 16, "float4", "vector"},
                               {mux_kernel_argument_kind_buffer, 0, 8, "", "nothing"}});
    check_arguments("picture", {{mux_kernel_argument_kind_image, read, 8, "image2d_t", "image"},
                                {mux_kernel_argument_kind_sampler, 0, 8, "sampler_t", "sampler"},
                                {mux_kernel_argument_kind_buffer, write, 8, "uint*", "out"}});

    mux_kernel_t scratch = make_kernel(executable, "scratch");
    CHECK(scratch->local_memory_size == 64 * sizeof(int32_t));
    mux_kernel_t values = make_kernel(executable, "values");
    CHECK(values->preferred_local_size_x == 1);
  }
}

TEST_CASE_METHOD(NativeFixture, "native: kernels run whole and remainder work-groups",
                 "[kernels]") {
  for (const std::string &variant : variants) {
    CAPTURE(variant);
    mux_executable_t executable = kernels(variant);

    const TestBuffer data = make_buffer(1003 * sizeof(float));
    std::iota(data.as<float>().begin(), data.as<float>().end(), 0.0F);
    Range range = Range::linear(1000, 64);
    range.offset[0] = 2;
    launch(make_kernel(executable, "scale"), Arguments().buffer(data).value(3.0F), range);
    size_t wrong = 0;
    for (size_t i = 0; i < 1003; ++i) {
      const float factor = i >= 2 && i < 1002 ? 3.0F : 1.0F;
      wrong += data.as<float>()[i] != static_cast<float>(i) * factor ? 1 : 0;
    }
    CHECK(wrong == 0);

    const Range box = {3, {7, 5, 3}, {3, 2, 2}, {11, 12, 13}};
    const TestBuffer out = make_buffer(size_t{7} * 5 * 3 * sizeof(uint64_t));
    launch(make_kernel(executable, "ids"), Arguments().buffer(out), box);
    size_t i = 0;
    for (uint64_t z = 0; z < 3; ++z) {
      for (uint64_t y = 0; y < 5; ++y) {
        for (uint64_t x = 0; x < 7; ++x) {
          const uint64_t items = (x < 6 ? 3 : 1) * (y < 4 ? 2 : 1) * (z < 2 ? 2 : 1);
          const uint64_t expected = (x + 11) + (y + 12) * 100 + (z + 13) * 10000 + x / 3 * 1000000 +
                                    y / 2 * 10000000 + z / 2 * 100000000 + items * 1000000000;
          wrong += out.as<uint64_t>()[i++] != expected ? 1 : 0;
        }
      }
    }
    CHECK(wrong == 0);

    // Each of 1001 elements is processed once, by groups in order.
    const TestBuffer shares = make_buffer(1001 * sizeof(uint32_t));
    launch(make_kernel(executable, "share"), Arguments().buffer(shares).value(uint64_t{1001}),
           {2, {50, 6, 1}, {8, 4, 1}, {}});
    const auto groups = shares.as<uint32_t>();
    CHECK(std::is_sorted(groups.begin(), groups.end()));
    CHECK(groups.front() == 1);
    CHECK(groups.back() == 14);
  }
}

TEST_CASE_METHOD(NativeFixture, "native: local memory and work-item storage", "[kernels]") {
  for (const std::string &variant : variants) {
    CAPTURE(variant);
    const TestBuffer in = make_buffer(100 * sizeof(int32_t));
    std::iota(in.as<int32_t>().begin(), in.as<int32_t>().end(), 1);
    const TestBuffer out = make_buffer(100 * sizeof(int32_t));
    launch(
        make_kernel(kernels(variant), "scratch"),
        Arguments().buffer(in).buffer(out).local(64 * sizeof(int32_t)).local(64 * sizeof(int32_t)),
        Range::linear(100, 64));
    size_t wrong = 0;
    for (int32_t i = 0; i < 100; ++i) {
      const int32_t other = i < 64 ? 63 - i : 64 + 99 - i;
      wrong += out.as<int32_t>()[i] != (other + 1) * 10 ? 1 : 0;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(NativeFixture, "native: values of every size, and null buffers", "[kernels]") {
  for (const std::string &variant : variants) {
    CAPTURE(variant);
    struct Pair {
      int32_t first;
      double second;
    };
    const TestBuffer out = make_buffer(5 * sizeof(int64_t));
    const float vector[4] = {1, 2, 4, 8};
    mux_kernel_t kernel = make_kernel(kernels(variant), "values");
    Arguments arguments;
    arguments.buffer(out)
        .value(Pair{-7, 2.5})
        .value(int8_t{-3})
        .value(int16_t{-300})
        .data(vector, sizeof vector)
        .null_buffer();
    launch(kernel, arguments, Range::linear(1, 1));
    const int64_t expected[] = {-3, -300, -7, 20, 9};
    CHECK(std::equal(std::begin(expected), std::end(expected), out.as<int64_t>().begin()));

    // The work-group size that it requires.
    CHECK(record(make_command_buffer(), kernel, arguments, Range::linear(4, 4)) ==
          mux_error_invalid_value);
  }
}

TEST_CASE_METHOD(NativeFixture, "native: a kernel that returns an error fails its command",
                 "[kernels]") {
  for (const std::string &variant : variants) {
    CAPTURE(variant);
    mux_executable_t executable = kernels(variant);
    mux_kernel_t kernel = make_kernel(executable, "fails");
    for (const int32_t status : {0, 1, -1, 42}) {
      CAPTURE(status);
      mux_command_buffer_t commands = make_command_buffer();
      Arguments arguments;
      arguments.value(uint64_t{5}).value(status);
      REQUIRE(record(commands, kernel, arguments, Range::linear(10, 1)) == mux_success);
      // Not executed after a failure.
      const TestBuffer counted = make_buffer(sizeof(int32_t));
      Arguments counting;
      counting.buffer(counted);
      REQUIRE(record(commands, make_kernel(executable, "count"), counting, Range::linear(1, 1)) ==
              mux_success);
      CHECK(run(commands) == (status == 0 ? mux_success : mux_error_fence_failure));
      CHECK((counted.as<int32_t>()[0] != 0) == (status == 0));
    }
  }
}

TEST_CASE_METHOD(NativeFixture,
                 "native: the C library's mathematical functions and compiler runtime calls",
                 "[kernels]") {
  for (const std::string &variant : variants) {
    CAPTURE(variant);
    const TestBuffer in = make_buffer(64 * sizeof(double));
    const TestBuffer out = make_buffer(64 * sizeof(double));
    for (size_t i = 0; i < 64; ++i) {
      in.as<double>()[i] = 0.1 * static_cast<double>(i) + 0.5;
    }
    launch(make_kernel(kernels(variant), "library"), Arguments().buffer(in).buffer(out),
           Range::linear(64, 8));
    for (size_t i = 0; i < 64; ++i) {
      const double x = in.as<double>()[i];
      const double expected[] = {std::sin(x),
                                 std::cos(x),
                                 std::exp(x),
                                 std::sqrt(x),
                                 x / 2,
                                 std::pow(x, 1.5),
                                 static_cast<double>(std::sin(static_cast<float>(x))) +
                                     static_cast<double>(std::cos(static_cast<float>(x))),
                                 std::fma(x, x, 0.1)};
      CHECK(out.as<double>()[i] == Approx(expected[i % 8]).epsilon(1e-6));
    }
  }
}

TEST_CASE_METHOD(NativeFixture, "native: variables live as long as their executable", "[kernels]") {
  for (const std::string &variant : variants) {
    CAPTURE(variant);
    mux_executable_t first = kernels(variant);
    mux_executable_t second = kernels(variant);
    const TestBuffer out = make_buffer(sizeof(int32_t));
    for (const int32_t expected : {41, 42, 43}) {
      launch(make_kernel(first, "count"), Arguments().buffer(out), Range::linear(1, 1));
      CHECK(out.as<int32_t>()[0] == expected);
    }
    launch(make_kernel(second, "count"), Arguments().buffer(out), Range::linear(1, 1));
    CHECK(out.as<int32_t>()[0] == 41);
    Arguments none;
    launch(make_kernel(second, "nothing"), none, Range::linear(3, 1));
  }
}

TEST_CASE_METHOD(NativeFixture, "native: images and samplers", "[kernels]") {
  constexpr mux_image_format_e format = mux_image_format_R8G8B8A8_unorm;
  const TestImage image = make_image({.format = format, .width = 9, .height = 5, .row_size = 64});
  for (size_t i = 0; i < image.bytes.size(); ++i) {
    image.bytes[i] = static_cast<uint8_t>(i * 7);
  }
  const TestBuffer out = make_buffer((9 * 5 + 5) * sizeof(uint32_t));
  Arguments arguments;
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_image;
  descriptor.image_descriptor.image = image.image;
  arguments.descriptors.push_back(descriptor);
  descriptor = {};
  descriptor.type = mux_descriptor_info_type_sampler;
  descriptor.sampler_descriptor.sampler = {mux_object_id_sampler, mux_address_mode_repeat_mirror,
                                           mux_filter_mode_linear, true};
  arguments.descriptors.push_back(descriptor);
  arguments.buffer(out);
  for (const std::string &variant : variants) {
    CAPTURE(variant);
    std::fill(out.bytes.begin(), out.bytes.end(), uint8_t{0});
    launch(make_kernel(kernels(variant), "picture"), arguments, {2, {9, 5, 1}, {4, 2, 1}, {}});
    size_t wrong = 0;
    for (size_t y = 0; y < 5; ++y) {
      for (size_t x = 0; x < 9; ++x) {
        wrong += std::memcmp(&out.bytes[(y * 9 + x) * 4],
                             image.bytes.data() + image.offset_of(x, y, 0), 4) != 0
                     ? 1
                     : 0;
      }
    }
    CHECK(wrong == 0);
    const auto facts = out.as<uint32_t>().subspan(size_t{9} * 5);
    CHECK(facts[0] == 9);
    CHECK(facts[1] == 5);
    CHECK(facts[2] == (static_cast<uint32_t>(format) & 0xffff));
    CHECK(facts[3] == static_cast<uint32_t>(format) >> 16);
    CHECK(facts[4] ==
          (mux_native_sampler_normalized_coordinates | mux_native_sampler_address_mirrored_repeat |
           mux_native_sampler_filter_linear));
  }
}

TEST_CASE_METHOD(NativeFixture, "native: an unsupported object is rejected with the reason",
                 "[kernels]") {
  struct Refused {
    const char *name, *reason;
  };
  const Refused cases[] = {
      {"undefined_function", "'system'"},
      {"undefined_variable", "'a_variable_that_nobody_has'"},
      {"standard_output", "undefined symbol '"},
      {"constructor", "initializers to run (section '.init_array"},
      {"destructor", "initializers to run (section '.fini_array"},
      {"old_constructor", "initializers to run (section '.ctors"},
      {"thread_local", "thread-local"},
      {"thread_local_elsewhere", "thread-local"},
      {"ifunc", "'chosen' is resolved at load time (ifunc)"},
      {"absolute", "compile it with -fPIC"},
      {"large_model", "large code model"},
      {"common", "'tentative' is a common block; compile with -fno-common"},
      {"huge", "more than 1.5 GiB"},
      {"aligned", "aligned to 65536 bytes"},
      {"static_declaration", "no symbol with external linkage"},
      {"no_kernels", "no section '.mux.kernels'"},
      {"version", "version 2 of mux/native_kernel.h, this library reads version 1"},
      {"no_name", "a native kernel has no name"},
      {"function_is_data", "is not code of the object"},
      {"no_function", "is not code of the object"},
      {"no_arguments", "the list of arguments is not in the object"},
      {"two_of_a_name", "the kernel 'run' is declared twice"},
      {"function_of_the_library", "a pointer does not point into the object"},
  };
  for (const char *compiler : {"compiler-", "clang-"}) {
    for (const Refused &refused : cases) {
      CAPTURE(compiler, refused.name);
      CHECK_THAT(refusal(read_object(std::string(compiler) + "refused-" + refused.name)),
                 Catch::Matchers::Contains(refused.reason));
    }
  }
  CHECK_THAT(refusal(read_object("shared")), Catch::Matchers::Contains("a shared object"));
}

TEST_CASE_METHOD(NativeFixture, "native: every field of a declaration is checked", "[kernels]") {
  using Kernel = mux_native_kernel_t;
  using Argument = mux_native_argument_t;
  constexpr uint64_t huge = uint64_t{1} << 63;
  refuses("version 7", [](ObjectEditor &editor) { field<uint32_t>(editor, 0) = 7; });
  refuses("version 1", [](ObjectEditor &editor) { field<uint32_t>(editor, 4) = 104; });
  for (const uint32_t count : {3U, 4096U, 4097U, 0x7fffffffU, 0xffffffffU}) {
    refuses("", [&](ObjectEditor &editor) {
      field<uint32_t>(editor, offsetof(Kernel, argument_count)) = count;
    });
  }
  refuses("invalid value of `reach`",
          [](ObjectEditor &editor) { field<uint32_t>(editor, offsetof(Kernel, reach)) = 2; });
  for (const uint64_t offset :
       {offsetof(Kernel, local_memory_size), offsetof(Kernel, storage_per_group),
        offsetof(Kernel, storage_per_work_item)}) {
    refuses("more memory than is supported",
            [&](ObjectEditor &editor) { field<uint64_t>(editor, offset) = huge; });
    refuses("more memory than is supported",
            [&](ObjectEditor &editor) { field<uint64_t>(editor, offset) = ~uint64_t{0}; });
  }
  for (const uint64_t offset :
       {offsetof(Kernel, required_local_size), offsetof(Kernel, preferred_local_size)}) {
    for (const uint64_t dimension : {0, 1, 2}) {
      refuses("invalid work-group size",
              [&](ObjectEditor &editor) { field<uint64_t>(editor, offset + dimension * 8) = 4; });
    }
    refuses("invalid work-group size", [&](ObjectEditor &editor) {
      for (const uint64_t dimension : {0, 1, 2}) {
        field<uint64_t>(editor, offset + dimension * 8) = huge;
      }
    });
  }

  // The list of arguments: data, then factor.
  const auto argument = [](ObjectEditor &editor, size_t index) -> Argument & {
    const Elf64_Rela &pointer = editor.relocation_at(
        table, declaration(editor, "scale_kernel") + offsetof(Kernel, arguments));
    const Elf64_Sym &symbol = editor.symbol(ELF64_R_SYM(pointer.r_info));
    return editor.at<Argument>(editor.section(symbol.st_shndx).sh_offset + symbol.st_value +
                               static_cast<uint64_t>(pointer.r_addend) + index * sizeof(Argument));
  };
  refuses("unknown kind", [&](ObjectEditor &editor) { argument(editor, 0).kind = 5; });
  refuses("unknown kind", [&](ObjectEditor &editor) { argument(editor, 1).access = 5; });
  refuses("wrong size", [&](ObjectEditor &editor) { argument(editor, 0).size = 4; });
  refuses("wrong size", [&](ObjectEditor &editor) { argument(editor, 1).size = 0; });
  refuses("not aligned", [&](ObjectEditor &editor) { argument(editor, 0).offset = 20; });
  refuses("too large", [&](ObjectEditor &editor) { argument(editor, 1).offset = huge; });
  refuses("too large", [&](ObjectEditor &editor) { argument(editor, 1).size = ~uint64_t{0}; });
  refuses("too large", [&](ObjectEditor &editor) { argument(editor, 1).offset = 65536 - 3; });
  refuses("overlap", [&](ObjectEditor &editor) { argument(editor, 1).offset = 7; });
}

TEST_CASE_METHOD(NativeFixture, "native: every pointer of a declaration is checked", "[kernels]") {
  using Kernel = mux_native_kernel_t;
  const auto pointer = [](ObjectEditor &editor, uint64_t offset) -> Elf64_Rela & {
    return editor.relocation_at(table, declaration(editor, "scale_kernel") + offset);
  };
  const auto name = [&](ObjectEditor &editor) -> Elf64_Rela & {
    return pointer(editor, offsetof(Kernel, name));
  };
  for (const int64_t addend :
       {int64_t{1} << 40, int64_t{-100000}, std::numeric_limits<int64_t>::min(),
        std::numeric_limits<int64_t>::max()}) {
    refuses("points beyond the end of a section",
            [&](ObjectEditor &editor) { name(editor).r_addend = addend; });
    refuses("points beyond the end of a section", [&](ObjectEditor &editor) {
      pointer(editor, offsetof(Kernel, function)).r_addend = addend;
    });
    refuses("points beyond the end of a section", [&](ObjectEditor &editor) {
      pointer(editor, offsetof(Kernel, arguments)).r_addend = addend;
    });
  }
  refuses("a string is not terminated", [&](ObjectEditor &editor) {
    const Elf64_Shdr &strings = editor.section(".rodata.str1.1");
    std::memset(&editor.at<char>(strings.sh_offset), 'x', strings.sh_size);
  });
  refuses("a pointer has no relocation", [&](ObjectEditor &editor) {
    // The relocation moves to the next declaration's padding-free neighbor: its own header.
    field<uint64_t>(editor, offsetof(Kernel, name)) = 4096;
    name(editor).r_offset = editor.section(table).sh_size - 8;
  });
  refuses("has a relocation", [&](ObjectEditor &editor) {
    name(editor).r_offset = declaration(editor, "scale_kernel");
  });
  refuses("does not point into the object", [&](ObjectEditor &editor) {
    name(editor).r_info = ELF64_R_INFO(ELF64_R_SYM(name(editor).r_info), R_X86_64_PC32);
  });
  refuses("has a wrong type or size", [&](ObjectEditor &editor) {
    editor.section(table).sh_size -= 8;
    editor.symbol(std::string_view("nothing_kernel")).st_size = 0;
    editor.symbol(std::string_view("scale_kernel")).st_size = 0;
    for (size_t i = 0; i < 10; ++i) {
      // The last one must not extend beyond the section.
      for (size_t symbol = 1; symbol < editor.section(".symtab").sh_size / sizeof(Elf64_Sym);
           ++symbol) {
        if (editor.symbol(symbol).st_shndx == editor.find_section(table)) {
          editor.symbol(symbol).st_size = 0;
        }
      }
    }
  });
  refuses("has a wrong type or size",
          [&](ObjectEditor &editor) { editor.section(table).sh_addralign = 4; });
  refuses("no section '.mux.kernels'", [&](ObjectEditor &editor) {
    editor.section(table).sh_name = editor.section(".text").sh_name;
  });
}

TEST_CASE_METHOD(NativeFixture,
                 "native: other machines, classes and types of ELF files are rejected",
                 "[kernels]") {
  refuses("32-bit", [](ObjectEditor &editor) { editor.header().e_ident[EI_CLASS] = ELFCLASS32; });
  refuses("big-endian",
          [](ObjectEditor &editor) { editor.header().e_ident[EI_DATA] = ELFDATA2MSB; });
  refuses("version", [](ObjectEditor &editor) { editor.header().e_ident[EI_VERSION] = 2; });
  refuses("version", [](ObjectEditor &editor) { editor.header().e_version = 2; });
  refuses("operating system",
          [](ObjectEditor &editor) { editor.header().e_ident[EI_OSABI] = ELFOSABI_SOLARIS; });
  refuses("another processor",
          [](ObjectEditor &editor) { editor.header().e_machine = EM_AARCH64; });
  refuses("an executable", [](ObjectEditor &editor) { editor.header().e_type = ET_EXEC; });
  refuses("a shared object", [](ObjectEditor &editor) { editor.header().e_type = ET_DYN; });
  refuses("a core dump", [](ObjectEditor &editor) { editor.header().e_type = ET_CORE; });
  refuses("unknown type", [](ObjectEditor &editor) { editor.header().e_type = 77; });
}

TEST_CASE_METHOD(NativeFixture, "native: inconsistent files are rejected", "[kernels]") {
  const auto changes = [this](const char *reason, auto change) { refuses(reason, change); };
  changes("section headers", [](ObjectEditor &editor) { editor.header().e_shoff += 8; });
  changes("section headers", [](ObjectEditor &editor) { editor.header().e_shoff = ~uint64_t{7}; });
  changes("section headers", [](ObjectEditor &editor) { editor.header().e_shnum = 0; });
  changes("section headers", [](ObjectEditor &editor) { editor.header().e_shnum = 0xfeff; });
  changes("section headers", [](ObjectEditor &editor) { editor.header().e_shentsize = 56; });
  changes("section headers", [](ObjectEditor &editor) { editor.header().e_shstrndx = 0xffff; });
  changes("section headers", [](ObjectEditor &editor) {
    editor.header().e_shstrndx = static_cast<uint16_t>(editor.find_section(".text"));
  });
  changes("has no name", [](ObjectEditor &editor) { editor.section(2).sh_name = 0x7fffffff; });
  changes("not in the file",
          [](ObjectEditor &editor) { editor.section(".text").sh_size = ~uint64_t{0}; });
  changes("not in the file",
          [](ObjectEditor &editor) { editor.section(".text").sh_offset = ~uint64_t{15}; });
  changes("overlap", [](ObjectEditor &editor) {
    editor.section(".text").sh_offset = editor.section(".symtab").sh_offset;
  });
  changes("no power of two",
          [](ObjectEditor &editor) { editor.section(".text").sh_addralign = 3; });
  changes("unknown type",
          [](ObjectEditor &editor) { editor.section(".text").sh_type = 0x60001234; });
  changes("unknown type", [](ObjectEditor &editor) { editor.section(".text").sh_flags |= 0x800; });
  changes("unknown type", [](ObjectEditor &editor) { editor.section(".text").sh_addr = 4096; });
  changes("writable code",
          [](ObjectEditor &editor) { editor.section(".text").sh_flags |= SHF_WRITE; });
  changes("invalid in x86-64 objects",
          [](ObjectEditor &editor) { editor.section(".rela.text").sh_type = SHT_REL; });
  changes("two symbol tables",
          [](ObjectEditor &editor) { editor.section(".rela.text").sh_type = SHT_SYMTAB; });
  changes("no symbol table",
          [](ObjectEditor &editor) { editor.section(".symtab").sh_type = SHT_PROGBITS; });
  changes("symbol table is invalid",
          [](ObjectEditor &editor) { editor.section(".symtab").sh_entsize = 16; });
  changes("symbol table is invalid",
          [](ObjectEditor &editor) { editor.section(".symtab").sh_link = 10000; });
  changes("symbol table is invalid",
          [](ObjectEditor &editor) { editor.section(".symtab").sh_info = 10000; });
  changes("is at an invalid position",
          [](ObjectEditor &editor) { editor.section(".symtab").sh_info = 1; });
  changes("first symbol", [](ObjectEditor &editor) { editor.symbol(0).st_value = 1; });
  const auto symbol = [](ObjectEditor &editor) -> Elf64_Sym & {
    return editor.symbol(std::string_view("scale_kernel"));
  };
  changes("has no name", [&](ObjectEditor &editor) { symbol(editor).st_name = 0x7fffffff; });
  changes("is at an invalid position", [&](ObjectEditor &editor) { symbol(editor).st_name = 0; });
  changes("unknown binding", [&](ObjectEditor &editor) { symbol(editor).st_info = 0x51; });
  changes("unknown type", [&](ObjectEditor &editor) { symbol(editor).st_info = 0x19; });
  changes("not inside its section",
          [&](ObjectEditor &editor) { symbol(editor).st_size = 1 << 20; });
  changes("not inside its section",
          [&](ObjectEditor &editor) { symbol(editor).st_value = ~uint64_t{0}; });
  changes("absolute address", [&](ObjectEditor &editor) { symbol(editor).st_shndx = SHN_ABS; });
  changes("does not exist", [&](ObjectEditor &editor) { symbol(editor).st_shndx = 0xfe00; });
  changes("does not exist", [&](ObjectEditor &editor) { symbol(editor).st_shndx = 0xff77; });
  const auto relocation = [](ObjectEditor &editor) -> Elf64_Rela & {
    return editor.relocation(".text", 0);
  };
  changes("not in its section", [&](ObjectEditor &editor) {
    relocation(editor).r_offset = editor.section(".text").sh_size - 3;
  });
  changes("not in its section",
          [&](ObjectEditor &editor) { relocation(editor).r_offset = ~uint64_t{0}; });
  changes("a symbol that does not exist", [&](ObjectEditor &editor) {
    relocation(editor).r_info = ELF64_R_INFO(uint64_t{0x7fffffff}, R_X86_64_PC32);
  });
  changes("not supported", [&](ObjectEditor &editor) {
    relocation(editor).r_info = ELF64_R_INFO(ELF64_R_SYM(relocation(editor).r_info), 255);
  });
  changes("relocations overlap", [&](ObjectEditor &editor) {
    editor.relocation(".text", 1).r_offset = relocation(editor).r_offset + 2;
  });
  changes("is invalid", [](ObjectEditor &editor) { editor.section(".rela.text").sh_entsize = 23; });
  changes("is invalid", [](ObjectEditor &editor) { editor.section(".rela.text").sh_link = 1; });
  changes("is invalid", [](ObjectEditor &editor) { editor.section(".rela.text").sh_info = 10000; });
}

TEST_CASE_METHOD(NativeFixture, "native: an object at an odd address is loaded like any other",
                 "[kernels]") {
  std::vector<char> shifted(object_.size() + 1);
  std::copy(object_.begin(), object_.end(), shifted.begin() + 1);
  const TestBuffer data = make_buffer(4 * sizeof(float));
  data.as<float>()[3] = 5;
  mux_executable_t executable = load({shifted.data() + 1, object_.size()});
  std::fill(shifted.begin(), shifted.end(), '\0');
  launch(make_kernel(executable, "scale"), Arguments().buffer(data).value(2.0F),
         Range::linear(4, 4));
  CHECK(data.as<float>()[3] == 10);
}

}  // namespace mux::test::native
