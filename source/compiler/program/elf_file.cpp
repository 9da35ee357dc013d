#include "compiler/program/elf_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace mux::compiler {

namespace {

/// Position-independent code has a range of 2 GiB; this limit leaves room for the loader's tables,
/// and for code together with the 1 GiB of variables that the OpenCL device reports.
constexpr uint64_t max_loaded_bytes = uint64_t{3} << 29;

/// A page, the greatest alignment of CodeMemory.
constexpr uint64_t largest_alignment = 4096;

/// SHF_X86_64_LARGE, which not every <elf.h> defines: data that may be far from the code.
constexpr uint64_t large_data_flag = 0x10000000;

/// Supported flags of loaded sections. All others are invalid in relocatable objects or require
/// support by the loader.
constexpr uint64_t known_flags = SHF_WRITE | SHF_ALLOC | SHF_EXECINSTR | SHF_MERGE | SHF_STRINGS |
                                 SHF_INFO_LINK | SHF_LINK_ORDER | SHF_GROUP | SHF_TLS |
                                 SHF_GNU_RETAIN | large_data_flag;

/// Copies a structure from bytes, whose size was checked.
template <typename T>
T read_at(std::string_view bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

bool inside(std::string_view bytes, uint64_t offset, uint64_t size) {
  return offset <= bytes.size() && size <= bytes.size() - offset;
}

bool damaged(std::string &error, std::string_view what) {
  error = "damaged ELF object: ";
  error += what;
  return false;
}

std::string quoted(std::string_view name) {
  std::string text(1, '\'');
  text += name;
  text += '\'';
  return text;
}

bool known_type(uint32_t type) {
  switch (type) {
    case SHT_PROGBITS:
    case SHT_NOBITS:
    case SHT_NOTE:
    case SHT_X86_64_UNWIND:
    case SHT_INIT_ARRAY:
    case SHT_FINI_ARRAY:
    case SHT_PREINIT_ARRAY:
      return true;
    default:
      return false;
  }
}

/// Whether the content of a section is loaded.
bool is_loaded_content(const ElfSection &section) {
  return (section.header.sh_flags & SHF_ALLOC) != 0 && section.header.sh_type != SHT_NOTE &&
         section.header.sh_type != SHT_X86_64_UNWIND && section.name != ".eh_frame";
}

/// Bytes that a relocation writes; 0 for a type that is rejected later, by its name.
uint64_t written_bytes(uint32_t type) {
  switch (type) {
    case R_X86_64_64:
    case R_X86_64_PC64:
      return 8;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return 4;
    default:
      return 0;
  }
}

/// Bytes before a relocation that belong to an instruction that the loader may relax.
uint64_t instruction_bytes_before(uint32_t type) {
  return type == R_X86_64_REX_GOTPCRELX ? 3 : type == R_X86_64_GOTPCRELX ? 2 : 0;
}

}  // namespace

bool ElfFile::read(std::string_view bytes, std::string &error) {
  bytes_ = bytes;
  return read_header(error) && read_sections(error) && read_symbols(error) &&
         read_relocations(error);
}

bool ElfFile::read_header(std::string &error) {
  if (bytes_.size() < sizeof header_) {
    return damaged(error, std::to_string(bytes_.size()) + " bytes are less than its header");
  }
  header_ = read_at<Elf64_Ehdr>(bytes_, 0);
  const unsigned char *ident = header_.e_ident;
  if (std::memcmp(ident, ELFMAG, 4) != 0) {
    return damaged(error, "the magic number is missing");
  }
  if (ident[EI_CLASS] != ELFCLASS64) {
    error = "the ELF file is for 32-bit programs; only ELF64 is supported";
    return false;
  }
  if (ident[EI_DATA] != ELFDATA2LSB) {
    error = "the ELF file is big-endian; this processor is little-endian";
    return false;
  }
  if (ident[EI_VERSION] != EV_CURRENT || header_.e_version != EV_CURRENT) {
    error = "the ELF file has an unknown version";
    return false;
  }
  if ((ident[EI_OSABI] != ELFOSABI_NONE && ident[EI_OSABI] != ELFOSABI_GNU) ||
      ident[EI_ABIVERSION] != 0) {
    error = "the ELF file is for another operating system";
    return false;
  }
  if (header_.e_machine != EM_X86_64) {
    error = "the object is for another processor architecture; only x86-64 is supported";
    return false;
  }
  if (header_.e_type != ET_REL) {
    const char *kind = header_.e_type == ET_DYN    ? "a shared object or an executable"
                       : header_.e_type == ET_EXEC ? "an executable"
                       : header_.e_type == ET_CORE ? "a core dump"
                                                   : "of an unknown type";
    error = std::string("the ELF file is ") + kind + ", not a relocatable object (cc -c)";
    return false;
  }
  if (header_.e_ehsize != sizeof(Elf64_Ehdr) || header_.e_flags != 0 || header_.e_entry != 0 ||
      header_.e_phnum != 0) {
    return damaged(error, "its header is not that of a relocatable object");
  }
  return true;
}

bool ElfFile::read_name(std::string_view strings, uint64_t offset, std::string_view &name) const {
  const size_t end = offset < strings.size() ? strings.find('\0', offset) : std::string_view::npos;
  if (end == std::string_view::npos) {
    return false;
  }
  name = strings.substr(offset, end - offset);
  return true;
}

bool ElfFile::read_sections(std::string &error) {
  const uint64_t count = header_.e_shnum;
  if (header_.e_shentsize != sizeof(Elf64_Shdr) || count < 2 || count >= SHN_LORESERVE ||
      header_.e_shoff < sizeof(Elf64_Ehdr) || header_.e_shoff % alignof(Elf64_Shdr) != 0 ||
      !inside(bytes_, header_.e_shoff, count * sizeof(Elf64_Shdr))) {
    return damaged(error, "its section headers are not in the file");
  }
  sections_.resize(count);
  relocations_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    sections_[i].header = read_at<Elf64_Shdr>(bytes_, header_.e_shoff + i * sizeof(Elf64_Shdr));
    const Elf64_Shdr &header = sections_[i].header;
    if (header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL) {
      continue;
    }
    if (!inside(bytes_, header.sh_offset, header.sh_size)) {
      return damaged(error, "section " + std::to_string(i) + " is not in the file");
    }
    sections_[i].content = bytes_.substr(header.sh_offset, header.sh_size);
  }
  if (sections_[0].header.sh_type != SHT_NULL || header_.e_shstrndx >= count ||
      sections_[header_.e_shstrndx].header.sh_type != SHT_STRTAB) {
    return damaged(error, "its section headers are invalid");
  }
  const std::string_view names = sections_[header_.e_shstrndx].content;
  for (size_t i = 1; i < count; ++i) {
    if (!read_name(names, sections_[i].header.sh_name, sections_[i].name)) {
      return damaged(error, "section " + std::to_string(i) + " has no name");
    }
    if (!check_section(sections_[i], error)) {
      return false;
    }
  }
  return check_loaded_size(error) && check_overlaps(error);
}

bool ElfFile::check_section(ElfSection &section, std::string &error) const {
  const Elf64_Shdr &header = section.header;
  const std::string name = "section " + quoted(section.name);
  if (header.sh_type == SHT_REL || header.sh_type == SHT_SYMTAB_SHNDX ||
      header.sh_type == SHT_DYNAMIC || header.sh_type == SHT_DYNSYM) {
    return damaged(error, name + " has a type that is invalid in x86-64 objects");
  }
  if (header.sh_addralign > 1 && !std::has_single_bit(header.sh_addralign)) {
    return damaged(error, name + " has an alignment that is no power of two");
  }
  section.loaded = is_loaded_content(section);
  if (!section.loaded) {
    return true;
  }
  if (!known_type(header.sh_type) || (header.sh_flags & ~known_flags) != 0 || header.sh_addr != 0) {
    return damaged(error, name + " is of an unknown type");
  }
  if (header.sh_addralign > largest_alignment) {
    error = name + " is aligned to " + std::to_string(header.sh_addralign) +
            " bytes; the greatest supported alignment is " + std::to_string(largest_alignment);
    return false;
  }
  if (section.executable() && (header.sh_flags & SHF_WRITE) != 0) {
    error = name + " is writable code, which is not supported";
    return false;
  }
  return true;
}

bool ElfFile::check_loaded_size(std::string &error) const {
  uint64_t left = max_loaded_bytes;
  for (const ElfSection &section : sections_) {
    if (!section.loaded) {
      continue;
    }
    if (section.header.sh_size > left) {
      error = "the object needs more than 1.5 GiB of memory";
      return false;
    }
    left -= section.header.sh_size;
  }
  return true;
}

bool ElfFile::check_overlaps(std::string &error) const {
  std::vector<std::pair<uint64_t, uint64_t>> ranges = {
      {0, sizeof(Elf64_Ehdr)},
      {header_.e_shoff, header_.e_shoff + sections_.size() * sizeof(Elf64_Shdr)}};
  for (const ElfSection &section : sections_) {
    if (!section.content.empty()) {
      const uint64_t begin = section.header.sh_offset;
      ranges.emplace_back(begin, begin + section.content.size());
    }
  }
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].first < ranges[i - 1].second) {
      return damaged(error, "its sections overlap");
    }
  }
  return true;
}

bool ElfFile::read_symbols(std::string &error) {
  for (size_t i = 1; i < sections_.size(); ++i) {
    if (sections_[i].header.sh_type != SHT_SYMTAB) {
      continue;
    }
    if (symbol_table_ != 0) {
      return damaged(error, "it has two symbol tables");
    }
    symbol_table_ = i;
  }
  if (symbol_table_ == 0) {
    return damaged(error, "it has no symbol table");
  }
  const ElfSection &table = sections_[symbol_table_];
  const uint64_t count = table.content.size() / sizeof(Elf64_Sym);
  if (table.header.sh_entsize != sizeof(Elf64_Sym) ||
      table.content.size() % sizeof(Elf64_Sym) != 0 || count == 0 ||
      table.header.sh_offset % alignof(Elf64_Sym) != 0 || table.header.sh_info > count ||
      table.header.sh_link >= sections_.size() ||
      sections_[table.header.sh_link].header.sh_type != SHT_STRTAB) {
    return damaged(error, "its symbol table is invalid");
  }
  const std::string_view names = sections_[table.header.sh_link].content;
  symbols_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    ElfSymbol &symbol = symbols_[i];
    symbol.entry = read_at<Elf64_Sym>(table.content, i * sizeof(Elf64_Sym));
    if (!read_name(names, symbol.entry.st_name, symbol.name)) {
      return damaged(error, "symbol " + std::to_string(i) + " has no name");
    }
    if (i != 0 && !check_symbol(symbol, i < table.header.sh_info, error)) {
      return false;
    }
  }
  const Elf64_Sym &first = symbols_[0].entry;
  return (first.st_name == 0 && first.st_info == 0 && first.st_shndx == SHN_UNDEF &&
          first.st_value == 0 && first.st_size == 0) ||
         damaged(error, "its first symbol is not empty");
}

bool ElfFile::check_symbol(const ElfSymbol &symbol, bool should_be_local,
                           std::string &error) const {
  const std::string name = "symbol " + quoted(symbol.name);
  const unsigned binding = symbol.entry.st_info >> 4U;
  if (binding != STB_LOCAL && binding != STB_GLOBAL && binding != STB_WEAK &&
      binding != STB_GNU_UNIQUE) {
    return damaged(error, name + " has an unknown binding");
  }
  if (symbol.local() != should_be_local || (!symbol.local() && symbol.name.empty()) ||
      (symbol.local() && symbol.undefined())) {
    return damaged(error, name + " is at an invalid position");
  }
  switch (symbol.type()) {
    case STT_NOTYPE:
    case STT_OBJECT:
    case STT_FUNC:
    case STT_SECTION:
    case STT_COMMON:
    case STT_TLS:
    case STT_GNU_IFUNC:
      break;
    case STT_FILE:
      return (symbol.entry.st_shndx == SHN_ABS && symbol.local()) ||
             damaged(error, name + " is no file name");
    default:
      return damaged(error, name + " is of an unknown type");
  }
  if (symbol.undefined()) {
    return true;
  }
  if (symbol.in_section()) {
    if (symbol.entry.st_shndx >= sections_.size()) {
      return damaged(error, name + " is in a section that does not exist");
    }
    const uint64_t size = sections_[symbol.entry.st_shndx].header.sh_size;
    return (symbol.entry.st_value <= size &&
            symbol.entry.st_size <= size - symbol.entry.st_value) ||
           damaged(error, name + " is not inside its section");
  }
  if (symbol.entry.st_shndx == SHN_COMMON) {
    error = name + " is a common block; compile with -fno-common";
    return false;
  }
  if (symbol.entry.st_shndx == SHN_ABS) {
    error = name + " has an absolute address, which is not supported";
    return false;
  }
  return damaged(error, name + " is in a section that does not exist");
}

bool ElfFile::read_relocations(std::string &error) {
  for (const ElfSection &section : sections_) {
    if (section.header.sh_type == SHT_RELA && !read_relocation_section(section, error)) {
      return false;
    }
  }
  for (std::vector<ElfRelocation> &relocations : relocations_) {
    // At the same offset, relocations that write nothing come first.
    std::sort(relocations.begin(), relocations.end(),
              [](const ElfRelocation &left, const ElfRelocation &right) {
                return std::pair(left.offset, written_bytes(left.type)) <
                       std::pair(right.offset, written_bytes(right.type));
              });
    for (size_t i = 1; i < relocations.size(); ++i) {
      const ElfRelocation &before = relocations[i - 1];
      if (relocations[i].offset - before.offset < written_bytes(before.type)) {
        return damaged(error, "its relocations overlap");
      }
    }
  }
  return true;
}

bool ElfFile::read_relocation_section(const ElfSection &section, std::string &error) {
  const Elf64_Shdr &header = section.header;
  const std::string name = "relocation section " + quoted(section.name);
  if (header.sh_entsize != sizeof(Elf64_Rela) || section.content.size() % sizeof(Elf64_Rela) != 0 ||
      header.sh_link != symbol_table_ || header.sh_offset % alignof(Elf64_Rela) != 0 ||
      header.sh_info == 0 || header.sh_info >= sections_.size()) {
    return damaged(error, name + " is invalid");
  }
  const ElfSection &target = sections_[header.sh_info];
  if (!target.loaded) {
    return true;
  }
  std::vector<ElfRelocation> &relocations = relocations_[header.sh_info];
  for (size_t i = 0; i < section.content.size(); i += sizeof(Elf64_Rela)) {
    const auto entry = read_at<Elf64_Rela>(section.content, i);
    const ElfRelocation relocation = {
        entry.r_offset, static_cast<uint32_t>(ELF64_R_TYPE(entry.r_info)),
        static_cast<uint32_t>(ELF64_R_SYM(entry.r_info)), entry.r_addend};
    if (!check_relocation(relocation, target, error)) {
      return damaged(error, name + " " + error);
    }
    relocations.push_back(relocation);
  }
  return true;
}

bool ElfFile::check_relocation(const ElfRelocation &relocation, const ElfSection &target,
                               std::string &error) const {
  if (!inside(target.content, relocation.offset,
              std::max<uint64_t>(written_bytes(relocation.type), 1)) ||
      relocation.offset < instruction_bytes_before(relocation.type)) {
    error = "changes bytes that are not in its section";
    return false;
  }
  if (relocation.symbol == 0 || relocation.symbol >= symbols_.size()) {
    error = "needs a symbol that does not exist";
    return false;
  }
  const ElfSymbol &symbol = symbols_[relocation.symbol];
  if (symbol.type() == STT_FILE ||
      (symbol.in_section() && !sections_[symbol.entry.st_shndx].loaded)) {
    error = "needs " + quoted(symbol.name) + ", which is not loaded";
    return false;
  }
  return true;
}

size_t ElfFile::find_section(std::string_view name) const {
  for (size_t i = 1; i < sections_.size(); ++i) {
    if (sections_[i].name == name) {
      return i;
    }
  }
  return 0;
}

}  // namespace mux::compiler
