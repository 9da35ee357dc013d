#include "codegen/builtins/signature.h"

#include <algorithm>

namespace mux::compiler::builtins {
namespace {

/// The Itanium ABI's codes of the builtin types.
struct ElementCode {
  Element element;
  std::string_view code;
};

constexpr ElementCode element_codes[] = {
    {Element::boolean, "b"},  {Element::int8, "c"},    {Element::uint8, "h"},
    {Element::int16, "s"},    {Element::uint16, "t"},  {Element::int32, "i"},
    {Element::uint32, "j"},   {Element::int64, "l"},   {Element::uint64, "m"},
    {Element::float16, "Dh"}, {Element::float32, "f"}, {Element::float64, "d"},
};

constexpr std::string_view atomic_code = "U7_Atomic";

/// No built-in has a name or a vector whose length takes more digits.
constexpr size_t most_digits = 4;

/// Parses a mangled name from left to right. Types that may be substituted later are recorded in
/// the order of the ABI: the inner one first, all qualifiers of a type at once.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::optional<Signature> parse() {
    Signature signature;
    if (!take("_Z") || !take_source_name(signature.name)) {
      return std::nullopt;
    }
    if (text_ == "v") {
      return signature;
    }
    while (!text_.empty()) {
      ParameterType type;
      if (!take_type(type)) {
        return std::nullopt;
      }
      signature.parameters.push_back(std::move(type));
    }
    if (signature.parameters.empty()) {
      return std::nullopt;
    }
    return signature;
  }

 private:
  bool take(std::string_view prefix) {
    if (!text_.starts_with(prefix)) {
      return false;
    }
    text_.remove_prefix(prefix.size());
    return true;
  }

  bool take_integer(size_t &integer) {
    integer = 0;
    size_t digits = 0;
    while (digits < text_.size() && text_[digits] >= '0' && text_[digits] <= '9') {
      if (digits == most_digits) {
        return false;
      }
      integer = integer * 10 + static_cast<size_t>(text_[digits] - '0');
      ++digits;
    }
    text_.remove_prefix(digits);
    return digits != 0;
  }

  bool take_source_name(std::string &name) {
    size_t length = 0;
    if (!take_integer(length) || length == 0 || length > text_.size()) {
      return false;
    }
    name = text_.substr(0, length);
    text_.remove_prefix(length);
    return true;
  }

  bool take_type(ParameterType &type) {
    if (text_.starts_with("S")) {
      return take_substitution(type);
    }
    if (take("P")) {
      if (!take_pointee(type)) {
        return false;
      }
      type.is_pointer = true;
      seen_.push_back(type);
      return true;
    }
    return take_unqualified(type);
  }

  bool take_pointee(ParameterType &type) {
    ParameterType qualifiers;
    bool qualified = false;
    std::string vendor_qualifier;
    // Clang mangles _Atomic as a vendor-extended type inside the qualifiers.
    while (!text_.starts_with(atomic_code) && take("U")) {
      if (!take_source_name(vendor_qualifier) || !apply(vendor_qualifier, qualifiers)) {
        return false;
      }
      qualified = true;
    }
    qualifiers.is_restrict = take("r");
    qualifiers.is_volatile = take("V");
    qualifiers.is_const = take("K");
    qualified |= qualifiers.is_restrict || qualifiers.is_volatile || qualifiers.is_const;
    const bool atomic = take(atomic_code);
    if (!take_type(type) || type.is_pointer) {
      return false;
    }
    if (atomic) {
      type.is_atomic = true;
      seen_.push_back(type);
    }
    if (qualified) {
      type.address_space = std::max(type.address_space, qualifiers.address_space);
      type.is_const |= qualifiers.is_const;
      type.is_volatile |= qualifiers.is_volatile;
      type.is_restrict |= qualifiers.is_restrict;
      seen_.push_back(type);
    }
    return true;
  }

  static bool apply(std::string_view vendor_qualifier, ParameterType &type) {
    if (vendor_qualifier.size() == 3 && vendor_qualifier.starts_with("AS") &&
        vendor_qualifier[2] >= '0' && vendor_qualifier[2] <= '4') {
      type.address_space = static_cast<unsigned>(vendor_qualifier[2] - '0');
      return true;
    }
    return false;
  }

  bool take_unqualified(ParameterType &type) {
    if (take("Dv")) {
      size_t lanes = 0;
      if (!take_integer(lanes) || lanes < 2 || lanes > 16 || !take("_") || !take_scalar(type)) {
        return false;
      }
      type.lanes = static_cast<unsigned>(lanes);
      seen_.push_back(type);
      return true;
    }
    if (take_scalar(type)) {
      return true;
    }
    if (!take_source_name(type.name)) {
      return false;
    }
    type.element = Element::named;
    seen_.push_back(type);
    return true;
  }

  bool take_scalar(ParameterType &type) {
    for (const ElementCode &entry : element_codes) {
      if (take(entry.code)) {
        type.element = entry.element;
        return true;
      }
    }
    return false;
  }

  /// Resolves a substitution: S_ is the first type recorded, S0_ the second, S1_ the third, in base
  /// 36.
  bool take_substitution(ParameterType &type) {
    const size_t end = text_.find('_');
    if (end > 2) {
      return false;
    }
    size_t index = 0;
    if (end == 2) {
      const char digit = text_[1];
      if (digit >= '0' && digit <= '9') {
        index = static_cast<size_t>(digit - '0') + 1;
      } else if (digit >= 'A' && digit <= 'Z') {
        index = static_cast<size_t>(digit - 'A') + 11;
      } else {
        return false;
      }
    }
    if (index >= seen_.size()) {
      return false;
    }
    type = seen_[index];
    text_.remove_prefix(end + 1);
    return true;
  }

  std::string_view text_;
  std::vector<ParameterType> seen_;
};

/// Writes types from left to right, substituting those written before.
class Mangler {
 public:
  explicit Mangler(const Signature &signature)
      : text_("_Z" + std::to_string(signature.name.size()) + signature.name) {
    if (signature.parameters.empty()) {
      text_ += 'v';
    }
    for (const ParameterType &type : signature.parameters) {
      add(type);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void add(const ParameterType &type) {
    if (add_substitution(type)) {
      return;
    }
    if (type.is_pointer) {
      text_ += 'P';
      ParameterType pointee = type;
      pointee.is_pointer = false;
      add(pointee);
    } else if (is_qualified(type)) {
      add_qualifiers(type);
      ParameterType unqualified;
      unqualified.element = type.element;
      unqualified.lanes = type.lanes;
      unqualified.is_atomic = type.is_atomic;
      unqualified.name = type.name;
      add(unqualified);
    } else if (type.is_atomic) {
      text_ += atomic_code;
      ParameterType plain = type;
      plain.is_atomic = false;
      add(plain);
    } else {
      if (type.lanes > 1) {
        text_ += "Dv" + std::to_string(type.lanes) + "_";
      }
      if (type.element == Element::named) {
        text_ += std::to_string(type.name.size()) + type.name;
      } else {
        text_ += code(type.element);
        if (type.lanes == 1) {
          return;  // Builtin types are not substituted.
        }
      }
    }
    seen_.push_back(type);
  }

  static bool is_qualified(const ParameterType &type) {
    return type.address_space != address_space::private_memory || type.is_const ||
           type.is_volatile || type.is_restrict;
  }

  void add_qualifiers(const ParameterType &type) {
    if (type.address_space != address_space::private_memory) {
      text_ += "U3AS" + std::to_string(type.address_space);
    }
    if (type.is_restrict) {
      text_ += 'r';
    }
    if (type.is_volatile) {
      text_ += 'V';
    }
    if (type.is_const) {
      text_ += 'K';
    }
  }

  static std::string_view code(Element element) {
    for (const ElementCode &entry : element_codes) {
      if (entry.element == element) {
        return entry.code;
      }
    }
    return {};
  }

  bool add_substitution(const ParameterType &type) {
    const auto found = std::find(seen_.begin(), seen_.end(), type);
    if (found == seen_.end()) {
      return false;
    }
    const auto index = static_cast<size_t>(found - seen_.begin());
    text_ += 'S';
    if (index > 0) {
      text_ += "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(index - 1) % 36];
    }
    text_ += '_';
    return true;
  }

  std::string text_;
  std::vector<ParameterType> seen_;
};

}  // namespace

std::optional<Signature> parse_signature(std::string_view mangled) {
  return Parser(mangled).parse();
}

std::string mangle(const Signature &signature) {
  return Mangler(signature).take();
}

unsigned bit_width(Element element) {
  switch (element) {
    case Element::boolean:
      return 1;
    case Element::int8:
    case Element::uint8:
      return 8;
    case Element::int16:
    case Element::uint16:
    case Element::float16:
      return 16;
    case Element::int32:
    case Element::uint32:
    case Element::float32:
      return 32;
    case Element::int64:
    case Element::uint64:
    case Element::float64:
      return 64;
    case Element::named:
      break;
  }
  return 0;
}

bool is_integer(Element element) {
  return element >= Element::int8 && element <= Element::uint64;
}

bool is_signed_integer(Element element) {
  return element == Element::int8 || element == Element::int16 || element == Element::int32 ||
         element == Element::int64;
}

bool is_floating_point(Element element) {
  return element >= Element::float16 && element <= Element::float64;
}

bool is_real(Element element) {
  return element == Element::float32 || element == Element::float64;
}

}  // namespace mux::compiler::builtins
