// The form of each access in an access plan, and that the cost model and widening follow it.

#include "codegen/vectorize/accesses/access_plan.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <catch2/catch.hpp>

#include "codegen/vectorize/accesses/describe_access.h"
#include "codegen/vectorize/accesses/permute_instruction.h"
#include "codegen/vectorize/cost/packet_cost.h"
#include "codegen/vectorize/packet/tuning.h"
#include "packet_comparison.h"

namespace mux::test {

namespace {

using compiler::Access;
using compiler::AccessForm;
using compiler::AccessMask;
using compiler::AccessPlan;

constexpr unsigned lanes = 8;

/// Which accesses of a kernel have the form that a case is about.
enum class Direction { load, store, atomic };

/// Loads or stores of one form.
struct FormCase {
  AccessForm form;
  Direction direction;
  /// The body without its return.
  std::string body;
  /// Text of the widened function if the accesses have the form, and not if they are indexed (for
  /// `uniform` and `combined`: lane by lane).
  std::string evidence;
  std::string reason;
  double cost;
};

/// %p is the address of an element of `a` at an index of type i64.
std::string element(const std::string &name, const std::string &type, const std::string &index) {
  return "%" + name + " = getelementptr " + type + ", ptr addrspace(1) %a, i64 " + index + "\n";
}

std::string load(const std::string &from) {
  return "%value." + from + " = load i32, ptr addrspace(1) %" + from + ", align 4\n";
}

/// Stores a value that differs between lanes.
std::string store(const std::string &to) {
  return "store i32 %own, ptr addrspace(1) %" + to + ", align 4\n";
}

const std::string own_value = "%own = trunc i64 %local_index to i32\n";
const std::string reverse_index = "%reverse = sub i64 100, %local_index\n";
const std::string triple_index = "%triple = mul i64 %local_index, 3\n";
const std::string partner_index = "%partner = xor i64 %local_index, %n\n";
const std::string third_index = "%third = udiv i64 %local_index, 3\n";
const std::string loaded_index = R"(
    %where = getelementptr i8, ptr addrspace(1) %c, i64 %local_index
    %byte = load i8, ptr addrspace(1) %where
    %any = zext i8 %byte to i64
)";

/// Addresses of `count` members of a structure at an index that is loaded.
std::string members(unsigned count) {
  std::string text = loaded_index;
  for (unsigned i = 0; i < count; ++i) {
    text += "%m" + std::to_string(i) + " = getelementptr [" + std::to_string(count) +
            " x i32], ptr addrspace(1) %a, i64 %any, i64 " + std::to_string(i) + "\n";
  }
  return text;
}

std::string for_members(unsigned count, std::string (*access)(const std::string &)) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    text += access("m" + std::to_string(i));
  }
  return text;
}

std::vector<FormCase> loads() {
  return {
      {AccessForm::uniform, Direction::load, element("p", "i32", "%n") + load("p"), "load i32, ptr",
       "all lanes have the same address", 1},
      {AccessForm::contiguous, Direction::load, element("p", "i32", "%local_index") + load("p"),
       "load <8 x i32>", "stride of 4 bytes, one element", 1},
      {AccessForm::reversed, Direction::load,
       reverse_index + element("p", "i32", "%reverse") + load("p"), "load <8 x i32>",
       "stride of -4 bytes, one element", 1},
      {AccessForm::interleaved, Direction::load,
       triple_index + element("p", "i32", "%triple") + load("p"), "load <8 x i32>",
       "stride of 3 elements: group of 1 access", 3},
      {AccessForm::exchanged, Direction::load,
       partner_index + element("p", "i32", "%partner") + load("p"), "exchange.done",
       "the index is `i ^ k` with consecutive i and uniform k", lanes * compiler::tuning::gather},
      {AccessForm::nearby, Direction::load, third_index + element("p", "i32", "%third") + load("p"),
       "near.done", "the index probably differs little between lanes",
       lanes * compiler::tuning::gather},
      {AccessForm::structures, Direction::load, members(4) + for_members(4, load), "load <4 x i32>",
       "structures of 4 members of 4 bytes; the address is no strided function of the lane",
       lanes * compiler::tuning::wide_gather / 2},
      {AccessForm::words, Direction::load, members(2) + for_members(2, load), "masked.gather.v8i64",
       "structures of 2 members of 4 bytes; the address is no strided function of the lane",
       lanes * compiler::tuning::wide_gather / 2},
  };
}

std::vector<FormCase> stores() {
  return {
      {AccessForm::uniform, Direction::store, element("p", "i32", "%n") + store("p"), "store i32",
       "all lanes have the same address", 1},
      {AccessForm::contiguous, Direction::store, element("p", "i32", "%local_index") + store("p"),
       "store <8 x i32>", "stride of 4 bytes, one element", 1},
      {AccessForm::reversed, Direction::store,
       reverse_index + element("p", "i32", "%reverse") + store("p"), "store <8 x i32>",
       "stride of -4 bytes, one element", 1},
      {AccessForm::interleaved, Direction::store,
       triple_index + element("p", "i32", "%triple") + store("p"), "masked.store.v8i32",
       "stride of 3 elements: group of 1 access", 3},
      {AccessForm::exchanged, Direction::store,
       partner_index + element("p", "i32", "%partner") + store("p"), "exchange.done",
       "the index is `i ^ k` with consecutive i and uniform k", lanes * compiler::tuning::scatter},
      {AccessForm::structures, Direction::store, members(4) + for_members(4, store),
       "store <2 x i64>",
       "structures of 4 members of 4 bytes; the address is no strided function of the lane",
       lanes * compiler::tuning::scatter / 4},
      {AccessForm::words, Direction::store, members(2) + for_members(2, store),
       "masked.scatter.v8i64",
       "structures of 2 members of 4 bytes; the address is no strided function of the lane",
       lanes * compiler::tuning::scatter / 2},
  };
}

std::vector<FormCase> atomics() {
  return {
      {AccessForm::combined, Direction::atomic,
       element("p", "i32", "%n") + "%old = atomicrmw add ptr addrspace(1) %p, i32 %own monotonic\n",
       "vector.reduce.add", "all lanes have the same address, and the operation is associative",
       1}};
}

/// Stores what `load` loads, since unused loads are removed.
std::string uses_of(const std::string &body) {
  std::string text = "%use = getelementptr i32, ptr addrspace(1) %b, i64 %local_index\n";
  for (const char *name : {"p", "m0", "m1", "m2", "m3"}) {
    const std::string value = std::string("%value.") + name;
    if (contains(body, value + " = ")) {
      text += "store i32 " + value + ", ptr addrspace(1) %use\n";
    }
  }
  return text;
}

std::vector<FormCase> all_cases() {
  std::vector<FormCase> cases = loads();
  for (FormCase &one : cases) {
    one.body += uses_of(one.body);
  }
  for (const auto &more : {stores(), atomics()}) {
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

PacketKernel kernel_of(const std::string &body) {
  PacketKernel kernel;
  kernel.body = own_value + body + "ret i32 -1\n";
  return kernel;
}

bool has_direction(const Access &access, Direction direction) {
  switch (direction) {
    case Direction::load:
      // Not of the index.
      return llvm::isa<llvm::LoadInst>(access.instruction) && access.type->isIntegerTy(32);
    case Direction::store:
      return llvm::isa<llvm::StoreInst>(access.instruction);
    case Direction::atomic:
      return llvm::isa<llvm::AtomicRMWInst>(access.instruction);
  }
  return false;
}

std::vector<llvm::Instruction *> instructions_of(const AccessPlan &plan, Direction direction) {
  std::vector<llvm::Instruction *> instructions;
  for (const Access &access : plan.accesses()) {
    if (has_direction(access, direction)) {
      instructions.push_back(access.instruction);
    }
  }
  return instructions;
}

/// Nearby loads need a permute instruction.
bool is_supported(const FormCase &one, const AccessPlan &plan) {
  const llvm::Module &module = *plan.function().getParent();
  return one.form != AccessForm::nearby ||
         compiler::can_permute(module.getDataLayout(), lanes,
                               llvm::Type::getInt32Ty(module.getContext()));
}

/// Calls `check` with the plan of a kernel.
void with_plan(const std::string &body, unsigned lanes_of_packet,
               const std::function<void(AccessPlan &)> &check) {
  widened_text(kernel_of(body), lanes_of_packet, 1, check);
}

AccessForm first_form(const std::string &body, Direction direction, unsigned lanes_of_packet) {
  AccessForm form = AccessForm::lane_by_lane;
  with_plan(body, lanes_of_packet, [&](const AccessPlan &plan) {
    form = plan.of(*instructions_of(plan, direction).front()).form;
  });
  return form;
}

/// The only obstacle of the accesses of a body.
std::string obstacle_of(const std::string &body, Direction direction) {
  std::string reason;
  with_plan(body, lanes, [&](const AccessPlan &plan) {
    const Access &access = plan.of(*instructions_of(plan, direction).front());
    CHECK(access.form == AccessForm::lane_by_lane);
    reason = compiler::reason_of(access);
  });
  return reason;
}

}  // namespace

TEST_CASE("The plan has the form of each access, its reason and its cost") {
  for (const FormCase &one : all_cases()) {
    INFO(one.body);
    const std::string text =
        widened_text(kernel_of(one.body), lanes, 1, [&](const AccessPlan &plan) {
          const std::vector<llvm::Instruction *> instructions =
              instructions_of(plan, one.direction);
          REQUIRE_FALSE(instructions.empty());
          if (!is_supported(one, plan)) {
            return;
          }
          compiler::PacketCost cost(plan);
          for (const llvm::Instruction *instruction : instructions) {
            const Access &access = plan.of(*instruction);
            CHECK(std::string(compiler::name_of(access.form)) == compiler::name_of(one.form));
            CHECK(compiler::reason_of(access) == one.reason);
            CHECK(cost.of_access(access) == Approx(one.cost));
            CHECK(access.mask == AccessMask::none);
            CHECK(access.alignment == llvm::Align(4));
          }
        });
    CHECK_THAT(text, Catch::Contains(one.evidence));
  }
}

TEST_CASE("The cost model and widening use the form that the plan has") {
  for (const FormCase &one : all_cases()) {
    INFO(one.body);
    const bool is_scalar = one.form == AccessForm::uniform || one.form == AccessForm::combined;
    const AccessForm other = is_scalar ? AccessForm::lane_by_lane : AccessForm::indexed;
    const std::string text = widened_text(kernel_of(one.body), lanes, 1, [&](AccessPlan &plan) {
      compiler::PacketCost cost(plan);
      for (const llvm::Instruction *instruction : instructions_of(plan, one.direction)) {
        plan.of(*instruction).form = other;
        plan.of(*instruction).structure = nullptr;
        if (!is_scalar) {
          CHECK(cost.of_access(plan.of(*instruction)) ==
                Approx(lanes * (one.direction == Direction::load ? compiler::tuning::gather
                                                                 : compiler::tuning::scatter)));
        }
      }
    });
    if (is_scalar) {
      CHECK_THAT(text, Catch::Contains("lane.loop") && !Catch::Contains("vector.reduce"));
    } else {
      CHECK_THAT(text, Catch::Contains(one.direction == Direction::load ? "masked.gather.v8i32"
                                                                        : "masked.scatter.v8i32") &&
                           !Catch::Contains(one.evidence));
    }
  }
}

TEST_CASE("Accesses at loaded indices and with large strides are indexed") {
  CHECK(first_form(members(1) + load("m0"), Direction::load, lanes) == AccessForm::indexed);
  CHECK(first_form(members(1) + store("m0"), Direction::store, lanes) == AccessForm::indexed);
  const std::string far = "%far = mul i64 %local_index, 100\n" + element("p", "i32", "%far");
  CHECK(first_form(far + load("p"), Direction::load, lanes) == AccessForm::indexed);
}

TEST_CASE("The form depends on the number of lanes") {
  // A transposition of structures needs as many lanes as a structure has elements.
  std::string body = "%base = mul i64 %local_index, 16\n";
  for (unsigned i = 0; i < 16; ++i) {
    const std::string number = std::to_string(i);
    body += "%i" + number + " = add nuw nsw i64 %base, " + number + "\n" +
            element("p" + number, "i32", "%i" + number) + load("p" + number);
  }
  CHECK(first_form(body, Direction::load, 16) == AccessForm::interleaved);
  CHECK(first_form(body, Direction::load, 8) != AccessForm::interleaved);
}

TEST_CASE("Members of a group share it") {
  const std::string body = triple_index + "%next = add nuw nsw i64 %triple, 1\n" +
                           element("p", "i32", "%triple") + element("q", "i32", "%next") +
                           load("p") + load("q");
  with_plan(body, lanes, [](const AccessPlan &plan) {
    const std::vector<llvm::Instruction *> both = instructions_of(plan, Direction::load);
    REQUIRE(both.size() == 2);
    CHECK(plan.of(*both[0]).group == plan.of(*both[1]).group);
    CHECK(compiler::reason_of(plan.of(*both[0])) == "stride of 3 elements: group of 2 accesses");
  });
}

TEST_CASE("Accesses without a vector form are lane by lane, for a reason") {
  CHECK(obstacle_of(element("p", "i32", "%local_index") +
                        "%value = load volatile i32, ptr addrspace(1) %p, align 4\n",
                    Direction::load) == "it is volatile");
  CHECK(obstacle_of(element("p", "i32", "%local_index") +
                        "%value = load atomic i32, ptr addrspace(1) %p monotonic, align 4\n",
                    Direction::load) == "it is atomic");
  CHECK(obstacle_of(element("p", "i24", "%local_index") +
                        "%narrow = trunc i64 %local_index to i24\n"
                        "store i24 %narrow, ptr addrspace(1) %p, align 4\n",
                    Direction::store) == "its type has no vector form in memory");
  CHECK(obstacle_of(element("p", "i32", "%local_index") +
                        "%old = atomicrmw add ptr addrspace(1) %p, i32 %own monotonic\n",
                    Direction::atomic) == "it is atomic, and the addresses differ");
  CHECK(obstacle_of(element("p", "i32", "%n") +
                        "%old = atomicrmw xchg ptr addrspace(1) %p, i32 %own monotonic\n",
                    Direction::atomic) == "its operation is not associative");
}

TEST_CASE("Masked structures are loaded by words") {
  const std::string masked = members(4) + R"(
    %condition = icmp slt i8 %byte, 0
    %active = call i1 @mux.lanes.any(i1 %condition)
    br i1 %active, label %masked, label %end
  masked:
    call void @mux.lanes.mask(i1 %condition)
)" + for_members(4, load) + "br label %end\nend:\n";
  with_plan(masked, lanes, [](const AccessPlan &plan) {
    for (const llvm::Instruction *instruction : instructions_of(plan, Direction::load)) {
      CHECK(plan.of(*instruction).mask == AccessMask::of_lanes);
      CHECK(plan.of(*instruction).form == AccessForm::words);
    }
  });
}

TEST_CASE("A description of an access names its object and type") {
  with_plan(element("p", "i32", "%local_index") + load("p"), lanes, [](const AccessPlan &plan) {
    const Access &access = plan.of(*instructions_of(plan, Direction::load).front());
    CHECK(compiler::describe_place(access) == "load of i32, align 4, a, %p");
    CHECK(compiler::describe_mask(access).empty());
  });
}

}  // namespace mux::test
