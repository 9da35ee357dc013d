/// Debian builds LLVM with the loop optimizer Polly as an extension that Clang asks for at link
/// time, and ships Polly in a package of its own. Clang optimizes nothing here, so an extension
/// that does nothing takes its place.

#include <llvm/Passes/PassPlugin.h>

llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "no Polly", "", [](llvm::PassBuilder &) {}};
}
