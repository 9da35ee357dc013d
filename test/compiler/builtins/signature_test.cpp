#include "codegen/builtins/signature.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>

namespace mux::compiler::builtins {
namespace {

ParameterType value(Element element, unsigned lanes = 1) {
  ParameterType type;
  type.element = element;
  type.lanes = lanes;
  return type;
}

ParameterType pointer(unsigned address_space, Element element, unsigned lanes = 1) {
  ParameterType type = value(element, lanes);
  type.is_pointer = true;
  type.address_space = address_space;
  return type;
}

/// Names mangled by Clang 19.
const char *const real_names[] = {
    "_Z12get_work_dimv",
    "_Z5fractfPU3AS4f",
    "_Z5fractfPf",
    "_Z5frexpDv4_fPU3AS4Dv4_i",
    "_Z6sincosDv4_fPU3AS4S_",
    "_Z6sincosDv4_fPS_",
    "_Z4fminDv4_ff",
    "_Z10atomic_addPU3AS1Vii",
    "_Z14atomic_cmpxchgPU3AS3Viii",
    "_Z6vload4mPU3AS2Kf",
    "_Z6vload4mPKf",
    "_Z15vstore_half_rtzfmPU3AS4Dh",
    "_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_m9ocl_event",
    "_Z17wait_group_eventsiPU3AS49ocl_event",
    "_Z8shuffle2Dv4_fS_Dv4_j",
    "_Z6remquoDv16_dS_PDv16_i",
    "_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope",
    "_Z39atomic_compare_exchange_strong_explicitPU3AS4VU7_AtomiciPU3AS4ii12memory_orderS4_",
    "_Z22convert_uchar4_sat_rtzDv4_f",
};

}  // namespace

TEST_CASE("names of built-ins are parsed", "[signature]") {
  const std::optional<Signature> copy =
      parse_signature("_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_m9ocl_event");
  REQUIRE(copy);
  CHECK(copy->name == "async_work_group_copy");
  ParameterType source = pointer(address_space::global, Element::float32, 4);
  source.is_const = true;
  ParameterType event = value(Element::named);
  event.name = "ocl_event";
  CHECK(copy->parameters ==
        std::vector<ParameterType>{pointer(address_space::local, Element::float32, 4), source,
                                   value(Element::uint64), event});

  const std::optional<Signature> atomic = parse_signature("_Z10atomic_minPU3AS1Vjj");
  REQUIRE(atomic);
  ParameterType location = pointer(address_space::global, Element::uint32);
  location.is_volatile = true;
  CHECK(atomic->parameters == std::vector<ParameterType>{location, value(Element::uint32)});

  const std::optional<Signature> none = parse_signature("_Z12get_work_dimv");
  REQUIRE(none);
  CHECK(none->parameters.empty());
}

TEST_CASE("parsing and mangling a name returns the same name", "[signature]") {
  for (const char *name : real_names) {
    const std::optional<Signature> signature = parse_signature(name);
    INFO(name);
    REQUIRE(signature);
    CHECK(mangle(*signature) == name);
  }
}

TEST_CASE("other names are not parsed", "[signature]") {
  for (const char *name : {"",
                           "_",
                           "_Z",
                           "_Z3",
                           "_Z0f",
                           "_Z3sin",
                           "_Z4sinf",
                           "_Z3sinfS_",
                           "_Z3sinDv4_",
                           "_Z3sinDv1_f",
                           "_Z3sinDv17_f",
                           "_Z3sinDv99999999999999999999_f",
                           "_Z99999999999999999999sinf",
                           "_Z3sinP",
                           "_Z3sinPU",
                           "_Z3sinPU3AS9f",
                           "_Z3sinPU3ASf",
                           "_Z3sinPPf",
                           "_Z3sinDv4_fS0_",
                           "_Z3sinDv4_fS",
                           "_Z3sinvf",
                           "_Z3sinfv",
                           "_Z3sinz",
                           "_ZN3foo3barEi",
                           "sin",
                           "_Z3sinDv4_Pf",
                           "_Z3sinPK",
                           "_Z3sinDv4_fSA_"}) {
    INFO(name);
    CHECK_FALSE(parse_signature(name));
  }
}

TEST_CASE("random and damaged names do not crash", "[signature]") {
  const unsigned seed = std::random_device()();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const std::string letters = "_Z0123456789SPKVUADvhcsijlmfdbr" + std::string(1, '\0') + "\xff";
  const auto pick = [&](size_t below) { return static_cast<size_t>(random() % below); };
  for (int round = 0; round < 200000; ++round) {
    std::string name;
    if (round % 2 == 0) {
      name = real_names[pick(std::size(real_names))];
      for (size_t change = 0; change <= pick(3); ++change) {
        switch (pick(3)) {
          case 0:
            name[pick(name.size())] = letters[pick(letters.size())];
            break;
          case 1:
            name.insert(pick(name.size()), 1, letters[pick(letters.size())]);
            break;
          default:
            name.erase(pick(name.size()), 1);
        }
      }
    } else {
      name = "_Z";
      for (size_t length = pick(20); length > 0; --length) {
        name += letters[pick(letters.size())];
      }
    }
    const std::optional<Signature> signature = parse_signature(name);
    if (signature) {
      // Parsed signatures have one name, which is parsed to the same signature.
      const std::optional<Signature> again = parse_signature(mangle(*signature));
      INFO(name << " -> " << mangle(*signature));
      REQUIRE(again == signature);
    }
  }
}

}  // namespace mux::compiler::builtins
