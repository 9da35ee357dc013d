/// @file
/// What holds for create_X, bind_X and destroy_X of every state of draws.
#pragma once

#include "fixtures.h"

namespace gallium_test {

template <typename State, typename Description>
struct Triplet {
  mux_result_t (*create)(mux_gallium_context_t, const Description *, State *);
  mux_result_t (*bind)(mux_gallium_context_t, State);
  mux_result_t (*destroy)(mux_gallium_context_t, State);
};

/// Requires that a state can be made, bound and destroyed by its own context alone.
template <typename State, typename Description>
void check_triplet(const Triplet<State, Description> &of, const Description &valid) {
  Context context;
  const Context other;
  State made = nullptr;
  succeed(of.create(context, &valid, &made));
  REQUIRE(made != nullptr);
  succeed(of.bind(context, made));
  refuse(of.bind(other, made), mux_error_invalid_value, "another context");
  refuse(of.destroy(other, made), mux_error_invalid_value, "another context");
  // While it is bound.
  succeed(of.destroy(context, made));
  succeed(of.bind(context, nullptr));
  State second = nullptr;
  refuse(of.create(context, nullptr, &second), mux_error_invalid_value, "the description is NULL");
  refuse(of.create(context, &valid, nullptr), mux_error_null_out_parameter, "is NULL");
  succeed(of.create(context, &valid, &second));
  succeed(muxGalliumInjectDeviceReset(context, mux_gallium_reset_guilty));
  State third = nullptr;
  refuse(of.create(context, &valid, &third), mux_error_failure, "reset");
  refuse(of.bind(context, second), mux_error_failure, "reset");
  CHECK(third == nullptr);
  succeed(of.destroy(context, second));
}

/// Requires that a description is refused with a text, and makes nothing.
template <typename State, typename Description>
void refuse_state(const Triplet<State, Description> &of, const Description &description,
                  std::string_view text) {
  const Context context;
  State made = nullptr;
  refuse(of.create(context, &description, &made), mux_error_invalid_value, text);
  CHECK(made == nullptr);
}

/// Requires that a description is accepted.
template <typename State, typename Description>
void accept_state(const Triplet<State, Description> &of, const Description &description) {
  const Context context;
  State made = nullptr;
  succeed(of.create(context, &description, &made));
}

}  // namespace gallium_test
