#include "compiler/program/object_file.h"

#include <algorithm>

namespace mux::compiler {

namespace {

bool is_or_starts_with(std::string_view name, std::string_view base) {
  return name.substr(0, base.size()) == base &&
         (name.size() == base.size() || name[base.size()] == '.');
}

bool has_initializers(const ElfSection &section) {
  switch (section.header.sh_type) {
    case SHT_INIT_ARRAY:
    case SHT_FINI_ARRAY:
    case SHT_PREINIT_ARRAY:
      return true;
    default:
      break;
  }
  constexpr std::string_view names[] = {".ctors",      ".dtors",      ".init",         ".fini",
                                        ".init_array", ".fini_array", ".preinit_array"};
  return std::any_of(std::begin(names), std::end(names),
                     [&](std::string_view name) { return is_or_starts_with(section.name, name); });
}

bool check_sections(const ElfFile &object, std::string &error) {
  for (const ElfSection &section : object.sections()) {
    if (!section.loaded) {
      continue;
    }
    if (has_initializers(section)) {
      error = "the object has initializers to run (section '" + std::string(section.name) +
              "'), which is not supported";
      return false;
    }
    if ((section.header.sh_flags & SHF_TLS) != 0) {
      error = "the object has thread-local variables (section '" + std::string(section.name) +
              "'), which is not supported";
      return false;
    }
  }
  return true;
}

bool check_symbols(const ElfFile &object, std::string &error) {
  for (const ElfSymbol &symbol : object.symbols()) {
    if (symbol.type() == STT_GNU_IFUNC) {
      error = "the function '" + std::string(symbol.name) +
              "' is resolved at load time (ifunc), which is not supported";
      return false;
    }
    if (symbol.type() == STT_TLS) {
      error =
          "the variable '" + std::string(symbol.name) + "' is thread-local, which is not supported";
      return false;
    }
  }
  return true;
}

/// Why a relocation type is not supported; empty if it is.
std::string_view refusal(uint32_t type) {
  switch (type) {
    case R_X86_64_64:
    case R_X86_64_PC64:
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return {};
    case R_X86_64_32:
    case R_X86_64_32S:
    case R_X86_64_16:
    case R_X86_64_8:
    case R_X86_64_PC16:
    case R_X86_64_PC8:
      return "is not position-independent code; compile it with -fPIC";
    case R_X86_64_TLSGD:
    case R_X86_64_TLSLD:
    case R_X86_64_DTPOFF32:
    case R_X86_64_DTPOFF64:
    case R_X86_64_DTPMOD64:
    case R_X86_64_GOTTPOFF:
    case R_X86_64_TPOFF32:
    case R_X86_64_TPOFF64:
    case R_X86_64_GOTPC32_TLSDESC:
    case R_X86_64_TLSDESC_CALL:
    case R_X86_64_TLSDESC:
      return "uses a thread-local variable, which is not supported";
    case R_X86_64_GOTOFF64:
    case R_X86_64_GOTPC32:
    case R_X86_64_GOT64:
    case R_X86_64_GOTPC64:
    case R_X86_64_GOTPCREL64:
    case R_X86_64_GOTPLT64:
    case R_X86_64_PLTOFF64:
      return "uses the large code model, which is not supported; compile it without -mcmodel";
    default:
      return "has a relocation type that is not supported";
  }
}

bool check_relocations(const ElfFile &object, std::string &error) {
  for (size_t i = 0; i < object.sections().size(); ++i) {
    for (const ElfRelocation &relocation : object.relocations(i)) {
      const ElfSymbol &symbol = object.symbols()[relocation.symbol];
      if (const std::string_view why = refusal(relocation.type); !why.empty()) {
        error = "section '" + std::string(object.sections()[i].name) + "' of the object ";
        error += why;
        error += " (relocation " + std::to_string(relocation.type) + " for '" +
                 std::string(symbol.name) + "')";
        return false;
      }
    }
  }
  return true;
}

}  // namespace

bool inspect_object(const ElfFile &object, std::string &error) {
  return check_sections(object, error) && check_symbols(object, error) &&
         check_relocations(object, error);
}

}  // namespace mux::compiler
