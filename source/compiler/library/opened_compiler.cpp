/// Opens libmux_compiler.so, which contains LLVM and Clang, when something has to be compiled.
///
/// A process that finds all of its code in the cache never opens it. Loading LLVM at startup would
/// cost 294,000 relocations on 1,100 pages.

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "codegen/library/entry_point.h"
#include "compiler/interface/opening.h"
#include "compiler/library/compiler_file.h"
#include "compiler/library/compiler_identity.h"
#include "compiler/runtime/runtime_functions.h"
#include "support/blocked_signals.h"

namespace mux::compiler {
namespace {

constinit std::atomic<CompilerProblemReporter> problem_reporter{nullptr};
/// Whether a thread is opening the library, or has opened it.
constinit std::atomic<bool> is_opening{false};

struct OpenedCompiler {
  CompilerServices services;
  /// The reason if the services are missing.
  std::string error;
};

/// Never destroyed, because threads may compile while the process exits.
constinit std::atomic<const OpenedCompiler *> opened{nullptr};

/// The loader's link_map of this library.
link_map *find_this_library(Dl_info &info) {
  void *map = nullptr;
  return dladdr1(reinterpret_cast<const void *>(&find_this_library), &info, &map,
                 RTLD_DL_LINKMAP) == 0
             ? nullptr
             : static_cast<link_map *>(map);
}

std::string folder_of(const std::string &path) {
  return path.substr(0, path.rfind('/'));
}

/// The path of the compiler beside this library: in the folder from which the loader mapped it,
/// independent of the current directory; if there is none, in the folder that a symbolic link to
/// this library leads to.
std::string find_path() {
  Dl_info info{};
  link_map *const map = find_this_library(info);
  std::array<char, PATH_MAX> origin{};
  if (map == nullptr || dlinfo(map, RTLD_DI_ORIGIN, origin.data()) != 0) {
    return {};
  }
  const std::string folder = origin.data();
  std::string path = folder + "/" + MUX_COMPILER_FILE;
  const std::string name = info.dli_fname;
  if (access(path.c_str(), F_OK) != 0 &&
      realpath((folder + name.substr(name.rfind('/'))).c_str(), origin.data()) != nullptr) {
    const std::string other = folder_of(origin.data()) + "/" + MUX_COMPILER_FILE;
    return access(other.c_str(), F_OK) == 0 ? other : path;
  }
  return path;
}

/// @return the problem with the library at `path`; empty if there is none. Throws std::bad_alloc.
std::string open_library(const std::string &path, CompilerServices &services) {
  if (std::string problem = check_compiler_file(path, compiler_identity()); !problem.empty()) {
    return problem;
  }
  void *const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const std::string problem = dlerror();
    // Out of memory is a temporary failure. dlerror() reports it as text only.
    if (problem.find(std::strerror(ENOMEM)) != std::string::npos) {
      throw std::bad_alloc();
    }
    return problem;
  }
  auto *const entry_point =
      reinterpret_cast<MuxOpenCompiler *>(dlsym(library, mux_open_compiler_name));
  if (entry_point == nullptr) {
    return dlerror();
  }
  entry_point({&host_target(), &code_target(), &code_target_error(), runtime_functions()},
              services);
  return {};
}

OpenedCompiler open() {
  OpenedCompiler result;
  const std::string path = find_path();
  const std::string problem = path.empty() ? "the path of this library is unknown to the loader"
                                           : open_library(path, result.services);
  if (!problem.empty()) {
    result.error = "the compiler cannot be used: " + path + ": " + problem;
  }
  return result;
}

void finish_before_fork() noexcept;

/// Makes forks wait until the library is open: in a child process the opening thread would not
/// exist.
void wait_for_opening_before_forks() {
  [[maybe_unused]] static const int is_registered =
      pthread_atfork(finish_before_fork, nullptr, nullptr);
}

void report(const OpenedCompiler &compiler) {
  const CompilerProblemReporter reporter = problem_reporter.load();
  if (reporter != nullptr && !compiler.error.empty()) {
    reporter(compiler.error.c_str());
  }
}

const OpenedCompiler &opened_compiler() {
  if (const OpenedCompiler *found = opened.load(std::memory_order_acquire)) {
    return *found;
  }
  wait_for_opening_before_forks();
  is_opening.store(true);
  // Several threads may do this concurrently. The loader's lock serializes them; an additional lock
  // would deadlock with an initializer of another library, which runs under the loader's lock.
  auto mine = std::make_unique<const OpenedCompiler>(open());
  const OpenedCompiler *first = nullptr;
  if (!opened.compare_exchange_strong(first, mine.get(), std::memory_order_acq_rel)) {
    return *first;
  }
  report(*mine);
  return *mine.release();
}

/// Opens the compiler. Failure for lack of memory is ignored, because the first use tries again.
void try_to_open() noexcept {
  try {
    opened_compiler();
  } catch (const std::bad_alloc &) {
    return;
  }
}

void finish_before_fork() noexcept {
  if (is_opening.load()) {
    try_to_open();
  }
}

void *run(void *) {
  try_to_open();
  return nullptr;
}

/// Prevents that this library is unloaded while the thread runs its code, even if the program
/// closes it.
bool prevent_unloading() {
  Dl_info info{};
  return find_this_library(info) != nullptr &&
         dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE) != nullptr;
}

void start_thread() {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) {
    return;
  }
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  {
    const BlockedSignals blocked;
    pthread_t thread;
    pthread_create(&thread, &attributes, run, nullptr);
  }
  pthread_attr_destroy(&attributes);
}

}  // namespace

void open_compiler_in_background() {
  wait_for_opening_before_forks();
  if (!is_opening.exchange(true) && prevent_unloading()) {
    start_thread();
  }
}

void set_compiler_problem_reporter(CompilerProblemReporter reporter) {
  problem_reporter.store(reporter);
}

const CodeGenerator *find_code_generator(std::string &error) {
  const OpenedCompiler &compiler = opened_compiler();
  error = compiler.error;
  return compiler.services.generator;
}

const LanguageFrontend *find_language_frontend(std::string &error) {
  const OpenedCompiler &compiler = opened_compiler();
  error = compiler.error;
  return compiler.services.frontend;
}

}  // namespace mux::compiler
