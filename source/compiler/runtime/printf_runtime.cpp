#include "compiler/runtime/printf_runtime.h"

#include <locale.h>  // newlocale() is POSIX, not C++.

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "compiler/abi/kernel_output.h"
#include "compiler/abi/printf_format.h"

namespace mux::compiler::builtins {
namespace {

/// The text so far, always with room for a null character: on the stack until it gets long. Does
/// not throw, because compiled kernels cannot be unwound.
class Text {
 public:
  Text() = default;
  ~Text() { std::free(long_); }
  Text(const Text &) = delete;
  Text &operator=(const Text &) = delete;

  std::string_view terminated() {
    data()[size_] = '\0';
    return {data(), size_};
  }

  bool append(std::string_view text) {
    if (!reserve(text.size())) {
      return false;
    }
    std::memcpy(data() + size_, text.data(), text.size());
    size_ += text.size();
    return true;
  }

  /// Appends a value as the C library prints it.
  template <typename Value>
  bool append(const char *specification, Value value) {
    int length = std::snprintf(data() + size_, capacity_ - size_, specification, value);
    if (length >= 0 && static_cast<size_t>(length) >= capacity_ - size_) {
      if (!reserve(static_cast<size_t>(length))) {
        return false;
      }
      length = std::snprintf(data() + size_, capacity_ - size_, specification, value);
    }
    if (length < 0) {
      return false;
    }
    size_ += static_cast<size_t>(length);
    return true;
  }

 private:
  char *data() { return long_ ? long_ : short_; }

  /// Makes room for `more` bytes and a null character.
  bool reserve(size_t more) {
    if (more < capacity_ - size_) {
      return true;
    }
    const size_t capacity = std::max(size_ + more + 1, 2 * capacity_);
    auto *grown = static_cast<char *>(std::realloc(long_, capacity));
    if (!grown) {
      return false;
    }
    if (!long_) {
      std::memcpy(grown, short_, size_);
    }
    long_ = grown;
    capacity_ = capacity;
    return true;
  }

  char short_[1024];
  char *long_ = nullptr;
  size_t capacity_ = sizeof short_;
  size_t size_ = 0;
};

/// The calling thread formats numbers as C does while this lives.
class PlainLocale {
 public:
  PlainLocale() {
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    if (plain) {
      previous_ = uselocale(plain);
    }
  }
  ~PlainLocale() {
    if (previous_) {
      uselocale(previous_);
    }
  }
  PlainLocale(const PlainLocale &) = delete;
  PlainLocale &operator=(const PlainLocale &) = delete;

 private:
  locale_t previous_ = nullptr;
};

bool append_value(Text &text, PrintfKind kind, const char *specification, uint64_t value) {
  switch (kind) {
    case PrintfKind::signed_integer:
      return text.append(specification, static_cast<long long>(value));
    case PrintfKind::unsigned_integer:
      return text.append(specification, static_cast<unsigned long long>(value));
    case PrintfKind::real:
      return text.append(specification, std::bit_cast<double>(value));
    case PrintfKind::character:
      return text.append(specification, static_cast<int>(static_cast<unsigned char>(value)));
    case PrintfKind::string: {
      const auto *string = reinterpret_cast<const char *>(value);
      return text.append(specification, string ? string : "(null)");
    }
    case PrintfKind::pointer:
      return text.append(specification, reinterpret_cast<const void *>(value));
    case PrintfKind::end:
    case PrintfKind::text:
      break;
  }
  return false;
}

}  // namespace

int32_t print_text(const char *format, const uint64_t *values) noexcept {
  const PlainLocale locale;
  Text text;
  while (*format != static_cast<char>(PrintfKind::end)) {
    const auto kind = static_cast<PrintfKind>(format[0]);
    const unsigned count = static_cast<unsigned char>(format[1]);
    const size_t length = static_cast<size_t>(static_cast<unsigned char>(format[2])) |
                          static_cast<size_t>(static_cast<unsigned char>(format[3])) << 8;
    const char *content = format + 4;
    bool appended = true;
    if (kind == PrintfKind::text) {
      appended = text.append(std::string_view(content, length));
    }
    for (unsigned i = 0; i < count && appended; ++i) {
      appended = (i == 0 || text.append(std::string_view(","))) &&
                 append_value(text, kind, content, *values);
      ++values;
    }
    if (!appended) {
      return -1;
    }
    format = content + length + 1;
  }
  return KernelOutput::write(text.terminated()) ? 0 : -1;
}

}  // namespace mux::compiler::builtins
