#include "compiler/program/native_object.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "compiler/program/native_description.h"

namespace mux::compiler {

namespace {

constexpr std::string_view table_name = ".mux.kernels";

/// Greater than the number of arguments that fit the packed arguments.
constexpr uint64_t most_arguments = 4096;

/// A position in a section. Section 0 represents a NULL pointer.
struct SectionOffset {
  size_t section = 0;
  uint64_t offset = 0;
};

/// Parses a kernel's declaration by following the relocations of its pointers.
///
/// The declaration is checked in the file before any of it is loaded: targets of pointers are
/// determined from their relocations, and no pointer is ever dereferenced.
class TableReader {
 public:
  TableReader(const ElfFile &object, std::string &error) : object_(object), error_(error) {}

  bool read(std::vector<NativeKernel> &kernels) {
    table_ = object_.find_section(table_name);
    if (table_ == 0) {
      error_ = "the object has no kernels: no section '" + std::string(table_name) +
               "', see mux/native_kernel.h";
      return false;
    }
    const ElfSection &table = object_.sections()[table_];
    if (!table.loaded || table.executable() || table.content.empty() ||
        table.content.size() % sizeof(mux_native_kernel_t) != 0 ||
        table.header.sh_addralign < alignof(mux_native_kernel_t)) {
      return fail("its section has a wrong type or size");
    }
    for (uint64_t at = 0; at < table.content.size(); at += sizeof(mux_native_kernel_t)) {
      NativeKernel kernel;
      if (!read_kernel(at, kernel)) {
        return false;
      }
      kernels.push_back(std::move(kernel));
    }
    return sort(kernels);
  }

 private:
  bool read_kernel(uint64_t at, NativeKernel &result) {
    mux_native_kernel_t kernel;
    std::memcpy(&kernel, object_.sections()[table_].content.data() + at, sizeof kernel);
    std::vector<mux_native_argument_t> arguments;
    if (!check_pointers(at) ||
        !read_string(table_, at + offsetof(mux_native_kernel_t, name), kernel.name) ||
        !check_function(at + offsetof(mux_native_kernel_t, function)) ||
        !read_arguments(at, kernel.argument_count, arguments) || !find_symbol(at, result.symbol)) {
      return false;
    }
    kernel.arguments = arguments.data();
    return describe_native_kernel(kernel, result.description, error_);
  }

  /// Checks that only the pointers of a declaration have relocations.
  bool check_pointers(uint64_t at) {
    constexpr uint64_t pointers[] = {offsetof(mux_native_kernel_t, name),
                                     offsetof(mux_native_kernel_t, function),
                                     offsetof(mux_native_kernel_t, arguments)};
    for (const ElfRelocation &relocation : object_.relocations(table_)) {
      const bool here =
          relocation.offset >= at && relocation.offset < at + sizeof(mux_native_kernel_t);
      if (here && std::find(std::begin(pointers), std::end(pointers), relocation.offset - at) ==
                      std::end(pointers)) {
        return fail("a member other than the pointers has a relocation");
      }
    }
    return true;
  }

  /// Determines the target of the pointer at `offset` of a section.
  bool follow(size_t section, uint64_t offset, SectionOffset &target) {
    const auto relocations = object_.relocations(section);
    const auto found = std::lower_bound(relocations.begin(), relocations.end(), offset,
                                        [](const ElfRelocation &relocation, uint64_t wanted) {
                                          return relocation.offset < wanted;
                                        });
    if (found == relocations.end() || found->offset != offset) {
      uint64_t value = 0;
      std::memcpy(&value, object_.sections()[section].content.data() + offset, sizeof value);
      target = {};
      return value == 0 || fail("a pointer has no relocation");
    }
    const ElfSymbol &symbol = object_.symbols()[found->symbol];
    if (found->type != R_X86_64_64 || !symbol.in_section()) {
      return fail("a pointer does not point into the object");
    }
    target = {symbol.entry.st_shndx, symbol.entry.st_value + static_cast<uint64_t>(found->addend)};
    // A negative addend wraps around and fails this test if the target precedes the section.
    return target.offset < object_.sections()[target.section].header.sh_size ||
           fail("a pointer points beyond the end of a section");
  }

  bool read_string(size_t section, uint64_t offset, const char *&string) {
    SectionOffset target;
    if (!follow(section, offset, target)) {
      return false;
    }
    if (target.section == 0) {
      string = nullptr;
      return true;
    }
    const std::string_view content = object_.sections()[target.section].content;
    if (target.offset >= content.size() ||
        content.find('\0', target.offset) == std::string_view::npos) {
      return fail("a string is not terminated");
    }
    string = content.data() + target.offset;
    return true;
  }

  bool check_function(uint64_t offset) {
    SectionOffset target;
    if (!follow(table_, offset, target)) {
      return false;
    }
    return (target.section != 0 && object_.sections()[target.section].executable()) ||
           fail("a kernel's function is not code of the object");
  }

  bool read_arguments(uint64_t kernel, uint64_t count,
                      std::vector<mux_native_argument_t> &arguments) {
    SectionOffset target;
    if (!follow(table_, kernel + offsetof(mux_native_kernel_t, arguments), target)) {
      return false;
    }
    if (count == 0) {
      return true;
    }
    const std::string_view content = object_.sections()[target.section].content;
    if (target.section == 0 || count > most_arguments || target.offset > content.size() ||
        count * sizeof(mux_native_argument_t) > content.size() - target.offset) {
      return fail("the list of arguments is not in the object");
    }
    arguments.resize(count);
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t at = target.offset + i * sizeof(mux_native_argument_t);
      std::memcpy(&arguments[i], content.data() + at, sizeof arguments[i]);
      if (!read_string(target.section, at + offsetof(mux_native_argument_t, name),
                       arguments[i].name) ||
          !read_string(target.section, at + offsetof(mux_native_argument_t, type_name),
                       arguments[i].type_name)) {
        return false;
      }
    }
    return true;
  }

  /// Finds the declaration's symbol, by which it is found after loading.
  bool find_symbol(uint64_t at, std::string &name) {
    for (const ElfSymbol &symbol : object_.symbols()) {
      if (symbol.in_section() && symbol.entry.st_shndx == table_ && !symbol.local() &&
          symbol.entry.st_value == at) {
        name = symbol.name;
        return true;
      }
    }
    return fail("a kernel's declaration has no symbol with external linkage");
  }

  bool sort(std::vector<NativeKernel> &kernels) {
    std::sort(kernels.begin(), kernels.end(),
              [](const NativeKernel &left, const NativeKernel &right) {
                return left.description.name < right.description.name;
              });
    for (size_t i = 1; i < kernels.size(); ++i) {
      if (kernels[i].description.name == kernels[i - 1].description.name) {
        return fail("the kernel '" + kernels[i].description.name + "' is declared twice");
      }
    }
    return true;
  }

  bool fail(std::string_view what) {
    error_ = "the object's table of kernels is invalid: ";
    error_ += what;
    return false;
  }

  const ElfFile &object_;
  std::string &error_;
  size_t table_ = 0;
};

}  // namespace

bool read_native_kernels(const ElfFile &object, std::vector<NativeKernel> &kernels,
                         std::string &error) {
  return TableReader(object, error).read(kernels);
}

}  // namespace mux::compiler
