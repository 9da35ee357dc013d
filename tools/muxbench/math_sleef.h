// SLEEF's vector functions for the widest vectors of this processor, as yardsticks: loaded at run
// time, so that the library is not needed to build or run.
//
// Used by the main thread.
#pragma once

#include <functional>
#include <span>
#include <string>

namespace mux::bench {

// Applies a function to arrays whose length is a multiple of 16; for functions of one argument, `y`
// is not read. Empty if the library or the function does not exist. `function` as in
// MathFunction::sleef.
template <typename T>
using ArrayFunction =
    std::function<void(std::span<const T> x, std::span<const T> y, std::span<T> out)>;

template <typename T>
ArrayFunction<T> find_sleef(const std::string &function, bool takes_two);

}  // namespace mux::bench
