#include "codegen/passes/pass_runner.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <mutex>

namespace mux::compiler {

namespace {

#ifdef NDEBUG
constexpr bool verifies = false;
#else
constexpr bool verifies = true;
#endif

template <typename IRUnit>
std::string text_of(const char *when, PassName name, const IRUnit &ir) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "; " << when << ' ' << name.text() << ": " << ir.getName() << '\n';
  ir.print(stream, nullptr);
  return text;
}

[[maybe_unused]] bool is_broken(const llvm::Module &module, llvm::raw_ostream &problems) {
  return llvm::verifyModule(module, &problems);
}
[[maybe_unused]] bool is_broken(const llvm::Function &function, llvm::raw_ostream &problems) {
  return llvm::verifyFunction(function, &problems);
}

template <typename IRUnit>
void start(const PassSettings &settings, const PassPrinter &printer, PassName name,
           const IRUnit &ir) {
  if (settings.print_before.test(name.index())) {
    printer(text_of("before", name, ir));
  }
}

template <typename IRUnit>
void finish(const PassSettings &settings, const PassPrinter &printer, PassName name,
            const IRUnit &ir) {
  if (settings.print_after.test(name.index())) {
    printer(text_of("after", name, ir));
  }
  if constexpr (verifies) {
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    if (is_broken(ir, stream)) {
      throw CompilationEnd("internal compiler error in the pass " + std::string(name.text()) +
                           ": " + problems);
    }
  }
  if (settings.stop_after == name.index()) {
    throw CompilationEnd("stopped after the pass " + std::string(name.text()) +
                         " (MUX_STOP_AFTER)");
  }
}

}  // namespace

void print_to_standard_error(const std::string &text) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  llvm::errs() << text;
}

void PassRunner::before(PassName name, const llvm::Module &module) const {
  start(settings_, printer_, name, module);
}
void PassRunner::before(PassName name, const llvm::Function &function) const {
  start(settings_, printer_, name, function);
}
void PassRunner::after(PassName name, const llvm::Module &module) const {
  finish(settings_, printer_, name, module);
}
void PassRunner::after(PassName name, const llvm::Function &function) const {
  finish(settings_, printer_, name, function);
}

void PassRunner::note_time(PassName name, std::chrono::steady_clock::time_point start) {
  Times &times = times_[name.index()];
  ++times.runs;
  times.total += std::chrono::steady_clock::now() - start;
}

void PassRunner::report_times(std::string_view kernel) const {
  if (!settings_.time_passes) {
    return;
  }
  llvm::SmallVector<size_t> order;
  std::chrono::nanoseconds total{};
  for (size_t i = 0; i < times_.size(); ++i) {
    if (times_[i].runs != 0) {
      order.push_back(i);
      total += times_[i].total;
    }
  }
  llvm::stable_sort(order,
                    [this](size_t a, size_t b) { return times_[a].total > times_[b].total; });
  const auto milliseconds = [](std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
  };
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "; passes of " << kernel << ": " << llvm::format("%.2f", milliseconds(total))
         << " ms\n";
  for (const size_t i : order) {
    stream << llvm::format("%10.2f ms %5u x ", milliseconds(times_[i].total), times_[i].runs)
           << pass_list[i] << '\n';
  }
  printer_(text);
}

}  // namespace mux::compiler
