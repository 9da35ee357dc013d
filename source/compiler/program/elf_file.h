/// @file
/// Parses and validates ELF64 relocatable objects: every offset, index and size in the file is
/// checked before it is used.
///
/// The loader (loaded_object.h) assumes objects as assemblers write them, so damaged ones must be
/// rejected here: objects that ElfFile::read() accepts are consistent, and loading can fail only
/// for reasons like a relocation that is out of range.
///
/// An ElfFile refers to the bytes that it was read from and owns only its tables.

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
  /// Whether it is part of the program: code and data, as opposed to debug information, notes, and
  /// unwind tables, which are not used.
  bool loaded = false;

  bool executable() const { return (header.sh_flags & SHF_EXECINSTR) != 0; }
};

struct ElfSymbol {
  std::string_view name;
  Elf64_Sym entry{};

  unsigned type() const { return entry.st_info & 0xFU; }
  bool local() const { return entry.st_info >> 4U == STB_LOCAL; }
  bool undefined() const { return entry.st_shndx == SHN_UNDEF; }
  /// Whether it is defined in a section, whose index is `entry.st_shndx`.
  bool in_section() const { return !undefined() && entry.st_shndx < SHN_LORESERVE; }
};

struct ElfRelocation {
  /// Offset in the section that it is applied to, in bytes.
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
