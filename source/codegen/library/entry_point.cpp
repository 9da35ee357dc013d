/// The entry point of libmux_compiler.so, and the services that it gets from the library that opens
/// it.

#include "codegen/library/entry_point.h"

#include "codegen/generate/code_generator.h"
#include "codegen/service/language_frontend.h"
#include "compiler/runtime/runtime_functions.h"
#include "support/mutex.h"

namespace mux::compiler {
namespace {

constinit HostServices host;
constinit Mutex host_mutex;

/// Does not rewrite identical values, because other threads may be reading them.
void set_host(const HostServices &services) {
  const MutexGuard guard(host_mutex);
  if (host.host_target != services.host_target) {
    host = services;
  }
}

}  // namespace

const HostTarget &host_target() {
  return *host.host_target;
}

const HostTarget &code_target() {
  return *host.code_target;
}

const std::string &code_target_error() {
  return *host.code_target_error;
}

std::span<const RuntimeFunction> runtime_functions() {
  return host.runtime_functions;
}

}  // namespace mux::compiler

extern "C" __attribute__((visibility("default"))) void mux_open_compiler(
    const mux::compiler::HostServices &host, mux::compiler::CompilerServices &compiler) {
  mux::compiler::set_host(host);
  compiler = {&mux::compiler::code_generator(), &mux::compiler::language_frontend()};
}
