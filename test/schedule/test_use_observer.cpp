// What the observer of a variant's uses decides, without compiling its decisions.

#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "host/specialize/first_code.h"
#include "host/specialize/use_observer.h"
#include "variants_fixture.h"

namespace mux::test::use_observer {

using namespace mux::compiler;
using namespace mux::host;
using namespace mux::host::test;
using State = UseObserver::State;

namespace {

/// An observer of a variant that begins with its own code, or that of a more general one.
class ObservedVariant final : public FirstCode::Client {
 public:
  ObservedVariant(const VariantContext &context, FirstCode *general = nullptr)
      : first_code(context, 0, *this), observer(context, context.program().kernel(0), first_code) {
    first_code.use_for(kind_, general);
  }
  void begin() override {
    ++begins;
    observer.start(false);
  }

  int begins = 0;
  FirstCode first_code;
  UseObserver observer;

 private:
  RangeKind kind_;
};

class ObserversFixture {
 public:
  void prepare(KernelDescription kernel, bool has_quick_code) {
    program = std::make_unique<RecordingProgram>(std::move(kernel), generic_code,
                                                 std::chrono::milliseconds(1));
    program->has_quick_code = has_quick_code;
    context.emplace(*program, Allocator(counting.info()), SpecializationMode::in_background);
  }
  CountingAllocator counting;
  std::unique_ptr<RecordingProgram> program;
  std::optional<VariantContext> context;
};

}  // namespace

TEST_CASE_METHOD(ObserversFixture, "Use observers: optimized code of a kernel without candidates") {
  prepare(no_numbers(), false);
  ObservedVariant variant(*context);
  CHECK(variant.observer.state() == State::watching);
  REQUIRE(variant.first_code.make());
  CHECK(variant.first_code.origin() == FirstCode::Origin::optimized);
  CHECK(variant.observer.state() == State::settled);
  REQUIRE(variant.first_code.make());
  CHECK(variant.begins == 1);
}

TEST_CASE_METHOD(ObserversFixture, "Use observers: enough work for optimized code") {
  prepare(no_numbers(), true);
  ObservedVariant variant(*context);
  REQUIRE(variant.first_code.make());
  CHECK(variant.first_code.origin() == FirstCode::Origin::quick);
  UseObserver &observer = variant.observer;
  CHECK(observer.state() == State::watching);
  const std::chrono::nanoseconds enough =
      program->time_to_compile * tuning::work_before_optimizing_factor;
  CHECK(observer.is_enough(enough));
  CHECK_FALSE(observer.note_work(enough - std::chrono::nanoseconds(1)));
  CHECK(observer.note_work(std::chrono::nanoseconds(1)));
  CHECK_FALSE(observer.note_work(enough));

  REQUIRE(observer.wants_better_code());
  CHECK(observer.state() == State::compiling);
  CHECK_FALSE(observer.wants_better_code());
  CHECK_FALSE(observer.take_packet_request());
  CHECK(observer.wanted().empty());
  CHECK_FALSE(observer.fall_back_to_all_values());
  observer.watch_again();
  CHECK(observer.state() == State::watching);
  CHECK_FALSE(observer.wants_better_code());
  observer.settle();
  CHECK(observer.state() == State::settled);
  const Packed packed;
  CHECK_FALSE(observer.count_use(packed.bytes()).code);
}

TEST_CASE_METHOD(ObserversFixture, "Use observers: enough uses of general code") {
  prepare(four_numbers(true), false);
  ObservedVariant general(*context);
  ObservedVariant variant(*context, &general.first_code);
  REQUIRE(variant.first_code.make());
  CHECK(general.begins == 1);
  CHECK(variant.first_code.origin() == FirstCode::Origin::general);
  CHECK(variant.first_code.code().function == general.first_code.code().function);
  const Packed packed;
  for (uint32_t i = 1; i < tuning::uses_before_compiling; ++i) {
    CHECK_FALSE(variant.observer.count_use(packed.bytes()).code);
  }
  variant.observer.note_work(program->time_to_compile / tuning::work_of_many_uses_divisor);
  CHECK(variant.observer.count_use(packed.bytes()).code);
  CHECK(variant.observer.state() == State::compiling);
  CHECK(variant.observer.wanted().empty());
}

}  // namespace mux::test::use_observer
