#include "compiler/program/loaded_object.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>

#include "compiler/program/object_file.h"

namespace mux::compiler {
namespace {

/// A trampoline for targets beyond the range of a call: `jmp *address(%rip)`, followed by the
/// address.
constexpr std::array<unsigned char, 8> trampoline = {0xff, 0x25, 0x02, 0x00,
                                                     0x00, 0x00, 0xcc, 0xcc};
constexpr uint64_t trampoline_bytes = trampoline.size() + sizeof(uint64_t);

constexpr uint64_t not_reserved = UINT64_MAX;

bool asks_for_table_entry(uint32_t type) {
  return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX;
}

MemoryPart part_of(const ElfSection &section) {
  if (section.executable()) {
    return MemoryPart::code;
  }
  return (section.header.sh_flags & SHF_WRITE) != 0 ? MemoryPart::variables : MemoryPart::constants;
}

/// A symbol's address, and its trampoline and address table entry.
struct Symbol {
  uint64_t address = 0;
  /// Offset of the trampoline in the code, for symbols outside of the object.
  uint64_t trampoline = not_reserved;
  /// Offset in the constants of the symbol's address, as in a GOT.
  uint64_t table_entry = not_reserved;
};

class Loader {
 public:
  Loader(const ElfFile &object, CodeMemory &memory, std::string &error)
      : object_(object),
        memory_(memory),
        error_(error),
        offsets_(object.sections().size()),
        symbols_(object.symbols().size()) {}

  bool load(SymbolSource callable) {
    if (!inspect_object(object_, error_) || !resolve_symbols(callable)) {
      return false;
    }
    reserve();
    if (!memory_.allocate()) {
      throw std::bad_alloc();
    }
    copy_sections();
    locate_symbols();
    return relocate() && protect();
  }

  /// @return NULL if the object does not define it.
  void *find(std::string_view name) const {
    for (size_t i = 1; i < symbols_.size(); ++i) {
      const ElfSymbol &symbol = object_.symbols()[i];
      if (!symbol.local() && symbol.in_section() && symbol.name == name) {
        return reinterpret_cast<void *>(symbols_[i].address);
      }
    }
    return nullptr;
  }

 private:
  /// Resolves undefined symbols by `callable`.
  bool resolve_symbols(SymbolSource callable) {
    for (size_t i = 0; i < object_.sections().size(); ++i) {
      for (const ElfRelocation &relocation : object_.relocations(i)) {
        const ElfSymbol &symbol = object_.symbols()[relocation.symbol];
        uint64_t &address = symbols_[relocation.symbol].address;
        if (!symbol.undefined() || address != 0) {
          continue;
        }
        address = reinterpret_cast<uint64_t>(callable(symbol.name));
        if (address == 0) {
          error_ = "undefined symbol '" + std::string(symbol.name) + "'";
          return false;
        }
      }
    }
    return true;
  }

  void reserve() {
    for (size_t i = 0; i < object_.sections().size(); ++i) {
      const ElfSection &section = object_.sections()[i];
      if (section.loaded) {
        offsets_[i] = memory_.reserve(part_of(section), section.header.sh_size,
                                      std::max<uint64_t>(section.header.sh_addralign, 1));
      }
    }
    for (size_t i = 0; i < object_.sections().size(); ++i) {
      for (const ElfRelocation &relocation : object_.relocations(i)) {
        reserve_for(relocation);
      }
    }
  }

  void reserve_for(const ElfRelocation &relocation) {
    Symbol &symbol = symbols_[relocation.symbol];
    if (asks_for_table_entry(relocation.type)) {
      if (symbol.table_entry == not_reserved) {
        symbol.table_entry =
            memory_.reserve(MemoryPart::constants, sizeof(uint64_t), alignof(uint64_t));
      }
    } else if (object_.symbols()[relocation.symbol].undefined() &&
               symbol.trampoline == not_reserved) {
      symbol.trampoline = memory_.reserve(MemoryPart::code, trampoline_bytes, alignof(uint64_t));
    }
  }

  char *address_of(size_t section) const {
    return memory_.at(part_of(object_.sections()[section])) + offsets_[section];
  }

  void copy_sections() {
    for (size_t i = 0; i < object_.sections().size(); ++i) {
      const ElfSection &section = object_.sections()[i];
      if (section.loaded && !section.content.empty()) {
        std::memcpy(address_of(i), section.content.data(), section.content.size());
      }
    }
  }

  void locate_symbols() {
    for (size_t i = 1; i < symbols_.size(); ++i) {
      const ElfSymbol &symbol = object_.symbols()[i];
      Symbol &located = symbols_[i];
      if (symbol.in_section() && object_.sections()[symbol.entry.st_shndx].loaded) {
        located.address =
            reinterpret_cast<uint64_t>(address_of(symbol.entry.st_shndx)) + symbol.entry.st_value;
      }
      if (located.table_entry != not_reserved) {
        std::memcpy(memory_.at(MemoryPart::constants) + located.table_entry, &located.address,
                    sizeof located.address);
      }
      if (located.trampoline != not_reserved) {
        char *const jump = memory_.at(MemoryPart::code) + located.trampoline;
        std::memcpy(jump, trampoline.data(), trampoline.size());
        std::memcpy(jump + trampoline.size(), &located.address, sizeof located.address);
      }
    }
  }

  bool relocate() {
    for (size_t i = 0; i < object_.sections().size(); ++i) {
      for (const ElfRelocation &relocation : object_.relocations(i)) {
        if (!apply(relocation, address_of(i) + relocation.offset)) {
          return fail("'" + std::string(object_.symbols()[relocation.symbol].name) +
                      "' is out of range of a relocation");
        }
      }
    }
    return true;
  }

  /// @return whether the value fits.
  bool apply(const ElfRelocation &relocation, char *place) const {
    const Symbol &symbol = symbols_[relocation.symbol];
    const auto addend = static_cast<uint64_t>(relocation.addend);
    const auto from = reinterpret_cast<uint64_t>(place);
    switch (relocation.type) {
      case R_X86_64_64:
        return write(place, symbol.address + addend);
      case R_X86_64_PC64:
        return write(place, symbol.address + addend - from);
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX:
        return write_near(place, reinterpret_cast<uint64_t>(memory_.at(MemoryPart::constants)) +
                                     symbol.table_entry + addend - from);
      default:
        // R_X86_64_PC32 and R_X86_64_PLT32: inspect_object() rejects all others.
        return write_near(place, symbol.address + addend - from) ||
               (symbol.trampoline != not_reserved &&
                write_near(place, reinterpret_cast<uint64_t>(memory_.at(MemoryPart::code)) +
                                      symbol.trampoline + addend - from));
    }
  }

  static bool write(char *place, uint64_t value) {
    std::memcpy(place, &value, sizeof value);
    return true;
  }

  static bool write_near(char *place, uint64_t distance) {
    const auto near = static_cast<int32_t>(distance);
    if (static_cast<uint64_t>(int64_t{near}) != distance) {
      return false;
    }
    std::memcpy(place, &near, sizeof near);
    return true;
  }

  bool protect() {
    if (memory_.protect()) {
      return true;
    }
    // The limit of mappings was reached.
    if (errno == ENOMEM) {
      throw std::bad_alloc();
    }
    return fail("the system does not allow executable memory");
  }

  bool fail(const std::string &what) {
    error_ = "the object cannot be loaded: " + what;
    return false;
  }

  const ElfFile &object_;
  CodeMemory &memory_;
  std::string &error_;
  /// Offset of each section in its memory part.
  std::vector<uint64_t> offsets_;
  std::vector<Symbol> symbols_;
};

}  // namespace

bool LoadedObject::load(const ElfFile &object, SymbolSource callable,
                        std::span<const std::string> entry_points, std::vector<void *> &addresses,
                        std::string &error) {
  Loader loader(object, memory_, error);
  if (!loader.load(callable)) {
    return false;
  }
  for (const std::string &name : entry_points) {
    void *address = loader.find(name);
    if (address == nullptr) {
      error = "the object cannot be loaded: it does not define '" + name + "'";
      return false;
    }
    addresses.push_back(address);
  }
  return true;
}

}  // namespace mux::compiler
