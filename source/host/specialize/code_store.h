/// @file
/// The code of a kernel variant: for all argument values, and for particular ones.
///
/// A store owns its code and the programs of all but the first code. Code is only added, so what
/// was once returned lives until clear(). One thread at a time adds code while any number of
/// threads look it up; nothing blocks. Adding code fails if an allocation does.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "compiler/program/program.h"
#include "host/specialize/argument_history.h"
#include "host/specialize/variant_code.h"
#include "host/support/allocator.h"

namespace mux::host {

class CodeStore {
 public:
  /// @param strategies must outlive this.
  CodeStore(const Allocator &allocator, const StrategyCompiler &strategies,
            VariantCode::Patience patience) noexcept
      : allocator_(allocator), strategies_(strategies), patience_(patience) {}
  ~CodeStore() { clear(); }
  CodeStore(const CodeStore &) = delete;
  CodeStore &operator=(const CodeStore &) = delete;

  /// Makes the first code the code for all values. Only before another thread uses this.
  /// @param will_be_replaced disables its comparison with other strategies.
  void begin(const compiler::KernelCode &code, std::chrono::nanoseconds compile_time,
             bool will_be_replaced);
  /// Destroys all code; blocks while something is being compiled for a comparison. No command may
  /// use it any more.
  void clear() noexcept;

  /// Returns the current code for all values. Precondition: begin() was called.
  VariantCode &for_all() const { return *for_all_.load(std::memory_order_acquire); }
  /// Returns the code specialized for these argument values; NULL if there is none.
  VariantCode *for_values(const std::byte *arguments) const {
    // Acquire pairs with the release store that published the code.
    for (Compiled *made = for_values_.load(std::memory_order_acquire); made != nullptr;
         made = made->next) {
      if (made->code.values().fit(arguments)) {
        return &made->code;
      }
    }
    return nullptr;
  }
  /// Whether any code is specialized for argument values.
  bool has_code_for_values() const {
    return for_values_.load(std::memory_order_relaxed) != nullptr;
  }
  /// Precondition: begin() was called.
  bool is_first(const VariantCode &code) const { return &code == &*first_; }

  /// Makes code visible to commands. Returns false if an allocation fails.
  /// @param values that the code is specialized for; empty for all values.
  /// @param compile_time for the thresholds of comparisons.
  bool publish(std::unique_ptr<compiler::Program> program, const FixedValues &values,
               std::chrono::nanoseconds compile_time);
  /// The same for all values, for code that will be replaced: it is not compared with other
  /// strategies.
  bool publish_for_now(std::unique_ptr<compiler::Program> program,
                       std::chrono::nanoseconds compile_time);

 private:
  /// Code, and the program that owns it.
  struct Compiled {
    Compiled(std::unique_ptr<compiler::Program> owned, const CodeStore &store,
             const FixedValues &values, std::chrono::nanoseconds compile_time,
             Compiled *made_before) noexcept
        : program(std::move(owned)),
          code(store.allocator_, store.strategies_, values, compiler::only_code(*program),
               store.patience_, compile_time),
          next(made_before) {}

    std::unique_ptr<compiler::Program> program;
    VariantCode code;
    Compiled *next;
  };

  void publish_for_all(Compiled &made);
  void destroy_all(Compiled *made) noexcept;

  const Allocator allocator_;
  const StrategyCompiler &strategies_;
  const VariantCode::Patience patience_;
  std::optional<VariantCode> first_;
  /// Points to the first code initially.
  std::atomic<VariantCode *> for_all_{nullptr};
  /// Owned list, newest first.
  Compiled *made_for_all_ = nullptr;
  /// Owned list, newest first.
  std::atomic<Compiled *> for_values_{nullptr};
};

}  // namespace mux::host
