#include "compiler/program/object_file.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/TargetParser/Triple.h>

#include "compiler/pipeline/host_target.h"

namespace mux::compiler {

namespace {

bool check_kind(const llvm::object::ELFObjectFileBase &object, std::string &error) {
  if (object.getEType() != llvm::ELF::ET_REL) {
    error = "the ELF file is not a relocatable object";
    return false;
  }
  if (object.getArch() != llvm::Triple(host_target().triple).getArch()) {
    error = "the object is for another processor architecture";
    return false;
  }
  return true;
}

bool check_sections(const llvm::object::ELFObjectFileBase &object, std::string &error) {
  for (const llvm::object::ELFSectionRef section : object.sections()) {
    const uint64_t type = section.getType();
    if (type == llvm::ELF::SHT_INIT_ARRAY || type == llvm::ELF::SHT_FINI_ARRAY ||
        type == llvm::ELF::SHT_PREINIT_ARRAY) {
      error = "the object has initialisers to run, which is not supported";
      return false;
    }
    if ((section.getFlags() & llvm::ELF::SHF_TLS) != 0) {
      error = "the object has thread-local variables, which is not supported";
      return false;
    }
  }
  return true;
}

bool check_symbols(const llvm::object::ELFObjectFileBase &object, std::vector<std::string> &needed,
                   std::string &error) {
  for (const llvm::object::ELFSymbolRef symbol : object.symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (!name || !flags) {
      error = "the symbol table of the object is damaged";
      llvm::consumeError(name.takeError());
      llvm::consumeError(flags.takeError());
      return false;
    }
    if (symbol.getELFType() == llvm::ELF::STT_GNU_IFUNC ||
        symbol.getELFType() == llvm::ELF::STT_TLS) {
      error = "the symbol '" + name->str() + "' of the object is of a kind that is not supported";
      return false;
    }
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) != 0 && !name->empty()) {
      needed.push_back(name->str());
    }
  }
  return true;
}

}  // namespace

bool inspect_object(std::string_view code, std::vector<std::string> &needed, std::string &error) {
  const llvm::MemoryBufferRef buffer(llvm::StringRef(code.data(), code.size()), "kernel object");
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createELFObjectFile(buffer);
  if (!file) {
    error = "the object cannot be read: " + llvm::toString(file.takeError());
    return false;
  }
  const auto &object = llvm::cast<llvm::object::ELFObjectFileBase>(**file);
  return check_kind(object, error) && check_sections(object, error) &&
         check_symbols(object, needed, error);
}

}  // namespace mux::compiler
