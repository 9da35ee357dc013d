/// Stub for Polly. Debian builds LLVM with Polly as an extension that Clang requires at link time,
/// and ships it in a package of its own. Clang optimizes nothing here, so an empty extension
/// replaces it.

#include <llvm/Passes/PassPlugin.h>

llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "no Polly", "", [](llvm::PassBuilder &) {}};
}
