/// @file
/// Reads ELF64 relocatable objects strictly: whatever an offset, an index or a size in the file
/// says is checked against the file before anybody relies on it.
///
/// Who loads an object (loaded_object.h) trusts it to be as an assembler writes them. A damaged one
/// must not get that far: what ElfFile::read() accepts is consistent in itself, so what is left to
/// go wrong are things like a distance that does not fit.
///
/// An ElfFile points into the bytes it was read from and owns only its tables.

#pragma once

#include <elf.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler {

struct ElfSection {
  std::string_view name;
  Elf64_Shdr header{};
  /// Empty for a section without bytes in the file (.bss).
  std::string_view content;
  /// Part of the program: code and data, as opposed to debug information, notes, and tables for
  /// unwinding, which nobody here reads.
  bool loaded = false;

  bool executable() const { return (header.sh_flags & SHF_EXECINSTR) != 0; }
};

struct ElfSymbol {
  std::string_view name;
  Elf64_Sym entry{};

  unsigned type() const { return entry.st_info & 0xFU; }
  bool local() const { return entry.st_info >> 4U == STB_LOCAL; }
  bool undefined() const { return entry.st_shndx == SHN_UNDEF; }
  /// Defined in a section, which `entry.st_shndx` is the index of then.
  bool in_section() const { return !undefined() && entry.st_shndx < SHN_LORESERVE; }
};

struct ElfRelocation {
  /// Bytes from the start of the section that it changes.
  uint64_t offset = 0;
  uint32_t type = 0;
  /// Index of a symbol; 0 for none.
  uint32_t symbol = 0;
  int64_t addend = 0;
};

class ElfFile {
 public:
  /// @param bytes must outlive this object.
  /// @param[out] error what is wrong with the file, when false is returned.
  /// Throws nothing but std::bad_alloc. Called once.
  bool read(std::string_view bytes, std::string &error);

  std::string_view bytes() const { return bytes_; }
  std::span<const ElfSection> sections() const { return sections_; }
  std::span<const ElfSymbol> symbols() const { return symbols_; }
  /// Relocations of a loaded section, sorted by offset.
  std::span<const ElfRelocation> relocations(size_t section) const { return relocations_[section]; }
  /// @return the index of the first section of that name, or 0.
  size_t find_section(std::string_view name) const;

 private:
  bool read_header(std::string &error);
  bool read_sections(std::string &error);
  bool check_section(ElfSection &section, std::string &error) const;
  bool check_loaded_size(std::string &error) const;
  bool check_overlaps(std::string &error) const;
  bool read_symbols(std::string &error);
  bool check_symbol(const ElfSymbol &symbol, bool should_be_local, std::string &error) const;
  bool read_relocations(std::string &error);
  bool read_relocation_section(const ElfSection &section, std::string &error);
  bool check_relocation(const ElfRelocation &relocation, const ElfSection &target,
                        std::string &error) const;
  /// The null-terminated string at `offset` of a string table.
  bool read_name(std::string_view strings, uint64_t offset, std::string_view &name) const;

  std::string_view bytes_;
  Elf64_Ehdr header_{};
  std::vector<ElfSection> sections_;
  std::vector<ElfSymbol> symbols_;
  std::vector<std::vector<ElfRelocation>> relocations_;
  size_t symbol_table_ = 0;
};

}  // namespace mux::compiler
