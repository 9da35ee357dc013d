/// @file
/// Changes single fields of a relocatable ELF object, for tests of invalid objects.
///
/// For valid objects of compilers: nothing is checked. Owns its bytes; not thread-safe.

#pragma once

#include <elf.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace mux::test {

class ObjectEditor {
 public:
  explicit ObjectEditor(std::string bytes) : bytes_(std::move(bytes)) {}

  const std::string &bytes() const { return bytes_; }

  /// The structure at an offset of the file; valid as long as the editor.
  template <class T>
  T &at(uint64_t offset) {
    return *reinterpret_cast<T *>(bytes_.data() + offset);
  }

  Elf64_Ehdr &header() { return at<Elf64_Ehdr>(0); }

  Elf64_Shdr &section(size_t index) {
    return at<Elf64_Shdr>(header().e_shoff + index * sizeof(Elf64_Shdr));
  }

  /// @return the index of the section; throws if there is none.
  size_t find_section(std::string_view name) {
    for (size_t i = 1; i < header().e_shnum; ++i) {
      if (name == bytes_.data() + section(header().e_shstrndx).sh_offset + section(i).sh_name) {
        return i;
      }
    }
    throw std::runtime_error("no section " + std::string(name));
  }

  Elf64_Shdr &section(std::string_view name) { return section(find_section(name)); }

  /// A field of the content of a section.
  template <class T>
  T &content(std::string_view name, uint64_t offset) {
    return at<T>(section(name).sh_offset + offset);
  }

  size_t relocation_count(std::string_view section_name) {
    return section(".rela" + std::string(section_name)).sh_size / sizeof(Elf64_Rela);
  }

  Elf64_Rela &relocation(std::string_view section_name, size_t index) {
    return content<Elf64_Rela>(".rela" + std::string(section_name), index * sizeof(Elf64_Rela));
  }

  /// The relocation at an offset of a section; throws if there is none.
  Elf64_Rela &relocation_at(std::string_view section_name, uint64_t offset) {
    for (size_t i = 0; i < relocation_count(section_name); ++i) {
      if (relocation(section_name, i).r_offset == offset) {
        return relocation(section_name, i);
      }
    }
    throw std::runtime_error("no relocation there");
  }

  Elf64_Sym &symbol(size_t index) {
    return content<Elf64_Sym>(".symtab", index * sizeof(Elf64_Sym));
  }

  /// The symbol of that name; throws if there is none.
  Elf64_Sym &symbol(std::string_view name) {
    const Elf64_Shdr &table = section(".symtab");
    for (size_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
      if (name == bytes_.data() + section(table.sh_link).sh_offset + symbol(i).st_name) {
        return symbol(i);
      }
    }
    throw std::runtime_error("no symbol " + std::string(name));
  }

 private:
  std::string bytes_;
};

}  // namespace mux::test
