#include "compiler/cache/library_identity.h"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <string_view>

namespace mux::compiler {
namespace {

struct BuildIdSearch {
  uintptr_t address = 0;
  /// Refers to the note, which lives as long as the library.
  std::string_view found;
};

constexpr size_t padded(size_t size) {
  return (size + 3) / 4 * 4;
}

bool contains(const dl_phdr_info &object, uintptr_t address) {
  for (size_t i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    const uintptr_t start = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= start && address - start < segment.p_memsz) {
      return true;
    }
  }
  return false;
}

/// Callback of dl_iterate_phdr().
/// @return nonzero, which ends the iteration, for the object that contains the address.
int look_at_object(dl_phdr_info *object, size_t /*size*/, void *data) {
  auto &search = *static_cast<BuildIdSearch *>(data);
  if (!contains(*object, search.address)) {
    return 0;
  }
  for (size_t i = 0; i < object->dlpi_phnum && search.found.empty(); ++i) {
    const ElfW(Phdr) &segment = object->dlpi_phdr[i];
    if (segment.p_type == PT_NOTE) {
      search.found = find_build_id(
          {reinterpret_cast<const char *>(object->dlpi_addr + segment.p_vaddr), segment.p_memsz});
    }
  }
  return 1;
}

}  // namespace

std::string_view find_build_id(std::string_view notes) {
  constexpr std::string_view owner{"GNU", 4};
  ElfW(Nhdr) header;
  while (notes.size() >= sizeof header) {
    std::memcpy(&header, notes.data(), sizeof header);
    notes.remove_prefix(sizeof header);
    const size_t name_size = padded(header.n_namesz);
    const size_t size = padded(header.n_descsz);
    if (name_size > notes.size() || size > notes.size() - name_size) {
      break;
    }
    if (header.n_type == NT_GNU_BUILD_ID && notes.substr(0, header.n_namesz) == owner) {
      return notes.substr(name_size, header.n_descsz);
    }
    notes.remove_prefix(name_size + size);
  }
  return {};
}

std::string library_identity() {
  BuildIdSearch search{reinterpret_cast<uintptr_t>(&library_identity), {}};
  dl_iterate_phdr(look_at_object, &search);
  return std::string(search.found);
}

}  // namespace mux::compiler
