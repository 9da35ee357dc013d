/// @file
/// Runs the passes of one compilation: each by its name, through one function.
///
/// After a pass the IR is verified where assertions are on. Passes can be printed, timed, and be
/// the last that is run (pass_settings.h).

#pragma once

#include <llvm/Support/Error.h>

#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "compiler/passes/pass_list.h"
#include "compiler/passes/pass_settings.h"

namespace llvm {
class Function;
class Module;
class raw_ostream;
}  // namespace llvm

namespace mux::compiler {

/// A name of pass_list; any other does not compile.
class PassName {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a pass is named where it is run.
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

/// Thrown behind a pass: the compilation ends here, because somebody asked for it or because the
/// pass broke the IR. Passes only ever run below functions of ours, so that nothing of LLVM's is
/// unwound.
class CompilationEnd : public std::exception {
 public:
  explicit CompilationEnd(std::string text) : text_(std::move(text)) {}
  const char *what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/// Takes what PassSettings ask to see, piece by piece: the IR before or after a pass below a line
/// that names it, or the table of times.
using PassPrinter = std::function<void(const std::string &text)>;

/// Kernels are compiled side by side; a piece stays together.
void print_to_standard_error(const std::string &text);

/// Used by one thread at a time.
class PassRunner {
 public:
  explicit PassRunner(PassSettings settings = {}, PassPrinter printer = print_to_standard_error)
      : settings_(settings), printer_(std::move(printer)) {}

  /// Runs a pass over a module or a function.
  /// @param step what to do; it may return what it found out. Where it returns an error, the IR
  /// may be anything and is left alone.
  /// @return what it returns.
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

  /// How often each pass ran, and how long it took; nothing unless that is asked for.
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
