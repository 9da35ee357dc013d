/// @file
/// Runs the passes of one compilation by name.
///
/// With assertions, the IR is verified after each pass. Passes can be printed and timed, and the
/// compilation can be stopped after one (pass_settings.h).

#pragma once

#include <llvm/Support/Error.h>

#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "codegen/passes/pass_list.h"
#include "codegen/passes/pass_settings.h"

namespace llvm {
class Function;
class Module;
class raw_ostream;
}  // namespace llvm

namespace mux::compiler {

/// A name in pass_list; others are compile errors.
class PassName {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): passes are named by string literals.
  consteval PassName(const char *name) : index_(index_of(name)) {}

  std::string_view text() const { return pass_list[index_]; }
  size_t index() const { return index_; }

 private:
  static consteval size_t index_of(std::string_view name) {
    for (size_t i = 0; i < std::size(pass_list); ++i) {
      if (pass_list[i] == name) {
        return i;
      }
    }
    throw "no pass has this name";
  }

  size_t index_;
};

/// Thrown after a pass to end the compilation, by request or because the pass broke the IR. Passes
/// are only run from our own functions, so that no LLVM frame is unwound.
class CompilationEnd : public std::exception {
 public:
  explicit CompilationEnd(std::string text) : text_(std::move(text)) {}
  const char *what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/// Receives the requested output in pieces: the IR before or after a pass, preceded by a line that
/// names the pass, or the table of times.
using PassPrinter = std::function<void(const std::string &text)>;

/// Kernels are compiled concurrently; the pieces are not interleaved.
void print_to_standard_error(const std::string &text);

/// Not thread-safe.
class PassRunner {
 public:
  explicit PassRunner(PassSettings settings = {}, PassPrinter printer = print_to_standard_error)
      : settings_(settings), printer_(std::move(printer)) {}

  /// Runs a pass on a module or a function.
  /// @param step executes the pass; it may return a result. If it returns an error, the IR may be
  /// invalid and is not verified.
  /// @return the result.
  template <typename IRUnit, typename Step>
  auto run(PassName name, IRUnit &ir, Step &&step) {
    before(name, ir);
    const auto start = std::chrono::steady_clock::now();
    if constexpr (std::is_void_v<decltype(step())>) {
      step();
      note_time(name, start);
      after(name, ir);
    } else {
      auto result = step();
      note_time(name, start);
      if (!has_failed(result)) {
        after(name, ir);
      }
      return result;
    }
  }

  /// Reports how often each pass ran, and for how long, if requested.
  void report_times(std::string_view kernel) const;

 private:
  struct Times {
    unsigned runs = 0;
    std::chrono::nanoseconds total{};
  };

  static bool has_failed(llvm::Error &result) { return static_cast<bool>(result); }
  template <typename Value>
  static bool has_failed(llvm::Expected<Value> &result) {
    return !result;
  }
  template <typename Value>
  static bool has_failed(const Value & /*result*/) {
    return false;
  }

  void before(PassName name, const llvm::Module &module) const;
  void before(PassName name, const llvm::Function &function) const;
  void after(PassName name, const llvm::Module &module) const;
  void after(PassName name, const llvm::Function &function) const;
  void note_time(PassName name, std::chrono::steady_clock::time_point start);

  PassSettings settings_;
  PassPrinter printer_;
  std::array<Times, std::size(pass_list)> times_{};
};

}  // namespace mux::compiler
