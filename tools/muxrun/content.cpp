#include "muxrun/content.h"

#include <cstring>
#include <limits>
#include <random>

#include "common/command_line.h"
#include "common/files.h"

namespace mux::run {

namespace {

// Calls `store` with the index and address of every component; padding stays 0.
template <class Store>
void for_each_component(const ElementType &type, std::span<std::byte> bytes, Store store) {
  if (type.width == 3) {
    std::memset(bytes.data(), 0, bytes.size());
  }
  uint64_t number = 0;
  for (size_t element = 0; element < bytes.size(); element += type.size()) {
    for (size_t component = 0; component < type.width; ++component) {
      store(number++, bytes.data() + element + component * type.scalar_size);
    }
  }
}

// Bits of a floating-point type's significand.
int precision_of(const ElementType &type) {
  switch (type.scalar_size) {
    case sizeof(_Float16):
      return 11;
    case sizeof(float):
      return std::numeric_limits<float>::digits;
    default:
      return std::numeric_limits<double>::digits;
  }
}

struct Fill {
  const ElementType &type;
  std::span<std::byte> bytes;

  void operator()(const Zeros &) const { std::memset(bytes.data(), 0, bytes.size()); }

  void operator()(const Iota &) const {
    for_each_component(type, bytes, [&](uint64_t number, std::byte *out) {
      if (type.kind == ScalarKind::floating_point) {
        store_scalar(type, static_cast<double>(number), out);
      } else {
        store_scalar(type, number, out);
      }
    });
  }

  void operator()(const Random &random) const {
    std::mt19937_64 generator(random.seed);
    for_each_component(type, bytes, [&](uint64_t, std::byte *out) {
      const uint64_t bits = generator();
      if (type.kind == ScalarKind::floating_point) {
        // As many bits as the type represents exactly, so that the result is not rounded to 1.
        const int precision = precision_of(type);
        const auto numerator = static_cast<double>(bits >> (64 - precision));
        store_scalar(type, numerator / static_cast<double>(uint64_t{1} << precision), out);
      } else {
        store_scalar(type, bits, out);
      }
    });
  }

  void operator()(const FileContent &file) const {
    const std::string content = tools::read_file(file.path);
    if (content.size() != bytes.size()) {
      throw tools::UsageError("file '" + file.path + "' has " + std::to_string(content.size()) +
                              " bytes, but the buffer has " + std::to_string(bytes.size()));
    }
    std::memcpy(bytes.data(), content.data(), content.size());
  }
};

}  // namespace

void fill(const BufferArgument &buffer, std::span<std::byte> bytes) {
  std::visit(Fill{buffer.type, bytes}, buffer.content);
}

}  // namespace mux::run
