/// @file
/// A non-owning reference to a callable, for functions that call it before they return.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace mux::client {

template <typename Signature>
class FunctionRef;

template <typename Result, typename... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <typename Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>)
  FunctionRef(Callable &&callable) noexcept
      : callable_(const_cast<void *>(static_cast<const void *>(std::addressof(callable)))),
        call_([](void *object, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Callable> *>(object))(
              std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(callable_, std::forward<Arguments>(arguments)...);
  }

 private:
  void *callable_;
  Result (*call_)(void *, Arguments...);
};

}  // namespace mux::client
