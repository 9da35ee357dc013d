#include "compiler/program/loaded_object.h"

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TaskDispatch.h>
#include <llvm/Support/MemoryBuffer.h>

#include <new>

#include "compiler/program/object_file.h"

namespace mux::compiler {

struct LoadedObject::Session {
  explicit Session(std::unique_ptr<llvm::orc::ExecutorProcessControl> control)
      : execution(std::move(control)),
        // No plugins: nothing is registered with the unwinder, whose lock would then be taken.
        layer(execution),
        library(execution.createBareJITDylib("kernels")) {
    execution.setErrorReporter([this](llvm::Error error) {
      if (!problems.empty()) {
        problems += "; ";
      }
      problems += llvm::toString(std::move(error));
    });
  }

  ~Session() {
    if (llvm::Error error = execution.endSession()) {
      llvm::consumeError(std::move(error));
    }
  }

  std::string problems;
  llvm::orc::ExecutionSession execution;
  llvm::orc::ObjectLinkingLayer layer;
  llvm::orc::JITDylib &library;
};

namespace {

/// Binds what the object needs to the functions that exist for it.
bool find_needed_symbols(llvm::orc::ExecutionSession &execution, SymbolSource callable,
                         std::span<const std::string_view> needed, llvm::orc::SymbolMap &found,
                         std::string &error) {
  for (const std::string_view name : needed) {
    void *address = callable(name);
    if (address == nullptr) {
      error = "the binary needs the symbol '" + std::string(name) + "', which does not exist here";
      return false;
    }
    found[execution.intern({name.data(), name.size()})] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  }
  return true;
}

}  // namespace

LoadedObject::LoadedObject() = default;
LoadedObject::~LoadedObject() = default;

bool LoadedObject::load(const ElfFile &object, SymbolSource callable,
                        std::span<const std::string> entry_points, std::vector<void *> &addresses,
                        std::string &error) {
  std::vector<std::string_view> needed;
  if (!inspect_object(object, needed, error)) {
    return false;
  }
  // A copy, since LLVM reads objects at aligned addresses only and a user's binary may lie
  // anywhere.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(object.bytes().size(), "kernels");
  if (buffer == nullptr) {
    throw std::bad_alloc();
  }
  object.copy_loaded(buffer->getBufferStart());
  const auto failed = [&error](llvm::Error reason) {
    error = "the object cannot be loaded: " + llvm::toString(std::move(reason));
    return false;
  };
  // The caller's thread links: no thread is created for a few kernels.
  auto control = llvm::orc::SelfExecutorProcessControl::Create(
      nullptr, std::make_unique<llvm::orc::InPlaceTaskDispatcher>());
  if (!control) {
    return failed(control.takeError());
  }
  session_ = std::make_unique<Session>(std::move(*control));

  llvm::orc::SymbolMap symbols;
  if (!find_needed_symbols(session_->execution, callable, needed, symbols, error)) {
    return false;
  }
  if (!symbols.empty()) {
    if (llvm::Error reason =
            session_->library.define(llvm::orc::absoluteSymbols(std::move(symbols)))) {
      return failed(std::move(reason));
    }
  }
  if (llvm::Error reason = session_->layer.add(session_->library, std::move(buffer))) {
    return failed(std::move(reason));
  }
  for (const std::string &name : entry_points) {
    llvm::Expected<llvm::orc::ExecutorSymbolDef> symbol = session_->execution.lookup(
        llvm::orc::makeJITDylibSearchOrder(&session_->library,
                                           llvm::orc::JITDylibLookupFlags::MatchAllSymbols),
        session_->execution.intern(name));
    if (!symbol) {
      failed(symbol.takeError());
      if (!session_->problems.empty()) {
        error += ": " + session_->problems;
      }
      return false;
    }
    addresses.push_back(symbol->getAddress().toPtr<void *>());
  }
  return true;
}

}  // namespace mux::compiler
