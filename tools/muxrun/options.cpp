#include "muxrun/options.h"

#include "common/argument_parser.h"
#include "common/command_line.h"
#include "muxrun/constant.h"

namespace mux::run {

namespace {

constexpr const char *footer =
    "ARG is buffer:TYPE:COUNT[:zero|iota|random[=SEED]|file=PATH]\n"
    "     | scalar:TYPE:VALUE | local:BYTES | null\n"
    "     | image:FORMAT:W[xH[xD]][:zero|random[=SEED]|file=PATH]\n"
    "     | sampler:ADDRESS:FILTER:normalized|pixel\n"
    "TYPE is char, uchar, short, ushort, int, uint, long, ulong, half, float, double, or one of "
    "them\n"
    "with 2, 3, 4, 8 or 16 appended; VALUE is one number, or one for each component: 1,2,3,4.\n"
    "FORMAT is r, a, rg, ra, rgba, bgra, argb, abgr, rx or rgx (x is padding) with 8_snorm, "
    "16_snorm,\n"
    "8_unorm, 16_unorm, 8_sint, 16_sint, 32_sint, 8_uint, 16_uint, 32_uint, 16_float or 32_float "
    "appended,\n"
    "like rgba8_unorm; intensity or luminance with one of them except integers; depth with "
    "16_unorm\n"
    "or 32_float; rgb or rgbx with 565_unorm, 555_unorm or 101010_unorm; rgba1010102_unorm;\n"
    "abgr2101010_unorm; rgb, rgbx, rgba or bgra with 8_srgb. The last size counts layers where the "
    "kernel\n"
    "takes an array. A file is PNG, for images of two sizes, or the bytes of all pixels.\n"
    "ADDRESS is none, clamp, clamp_edge, repeat or mirror; FILTER is nearest or linear.\n"
    "Results are those after the last of the R runs, which share their buffers.\n"
    "Exit codes: 0 success, 1 the run failed, 2 invalid command line, file or source.\n"
    "\n"
    "  muxrun triad.cl -k triad -g 1024 -a buffer:float:1024 -a buffer:float:1024:iota \\\n"
    "         -a buffer:float:1024:random=7 -a scalar:float:3 --print 0:8\n"
    "  muxrun blur.cl -k blur -g 640,480 -a image:rgba8_unorm:640x480:file=photo.png \\\n"
    "         -a sampler:clamp_edge:linear:normalized -a image:rgba8_unorm:640x480 \\\n"
    "         --save 2=blurred.png";

// The unparsed values of the command line.
struct Texts {
  std::string global_size, local_size, global_offset, repeat;
  std::vector<std::string> arguments, saves, prints, constants;
};

Sizes parse_sizes(const std::string &option, const std::string &text, size_t least) {
  Sizes sizes = {{least, least, least}, 0};
  const std::string where = option + " " + text;
  const std::string what = option + " number";
  size_t begin = 0;
  while (begin <= text.size()) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    if (sizes.dimensions == 3) {
      throw tools::UsageError(where + ": more than three dimensions");
    }
    const uint64_t size = parse_count(text.substr(begin, comma - begin), what);
    if (size < least) {
      throw tools::UsageError(where + ": a size must be at least 1");
    }
    sizes.values[sizes.dimensions++] = size;
    begin = comma + 1;
  }
  return sizes;
}

std::optional<Sizes> parse_optional_sizes(const std::string &option, const std::string &text,
                                          size_t least, size_t dimensions) {
  if (text.empty()) {
    return std::nullopt;
  }
  const Sizes sizes = parse_sizes(option, text, least);
  if (sizes.dimensions > dimensions) {
    throw tools::UsageError(option + " " + text + " has more dimensions than -g");
  }
  return sizes;
}

// Parses the index of an argument that must be a buffer or image, because its contents are
// requested.
size_t parse_content_index(const std::string &option, const std::string &text,
                           const std::vector<Argument> &arguments) {
  const uint64_t index = parse_count(text, option + " argument number");
  if (index >= arguments.size()) {
    throw tools::UsageError(option + " " + text + ": no such argument; the " +
                            std::to_string(arguments.size()) + " arguments are numbered from 0");
  }
  if (!std::holds_alternative<BufferArgument>(arguments[index].value) &&
      !std::holds_alternative<ImageArgument>(arguments[index].value)) {
    throw tools::UsageError(option + " " + text + ": '" + arguments[index].text +
                            "' is not a buffer or an image");
  }
  return index;
}

SaveRequest parse_save(const std::string &text, const std::vector<Argument> &arguments) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size()) {
    throw tools::UsageError("--save " + text + ": expected N=FILE");
  }
  const SaveRequest request = {parse_content_index("--save", text.substr(0, equals), arguments),
                               text.substr(equals + 1)};
  const auto *image = std::get_if<ImageArgument>(&arguments[request.argument].value);
  if (image != nullptr && request.as_picture() && image->dimensions != 2) {
    throw tools::UsageError("--save " + text + ": only 2D images can be saved as PNG");
  }
  return request;
}

PrintRequest parse_print(const std::string &text, const std::vector<Argument> &arguments) {
  const size_t colon = std::min(text.find(':'), text.size());
  PrintRequest request = {parse_content_index("--print", text.substr(0, colon), arguments), {}};
  if (colon != text.size()) {
    request.count = parse_count(text.substr(colon + 1), "number of elements to print");
    const Argument &argument = arguments[request.argument];
    const auto *buffer = std::get_if<BufferArgument>(&argument.value);
    const uint64_t count =
        buffer != nullptr ? buffer->count : std::get<ImageArgument>(argument.value).pixels();
    if (*request.count > count) {
      throw tools::UsageError(
          "--print " + text + ": the " + (buffer != nullptr ? "buffer" : "image") + " has only " +
          std::to_string(count) + (buffer != nullptr ? " elements" : " pixels"));
    }
  }
  return request;
}

void understand(const Texts &texts, Options &options) {
  options.global_size = parse_sizes("-g", texts.global_size, 1);
  const size_t dimensions = options.global_size.dimensions;
  options.local_size = parse_optional_sizes("-l", texts.local_size, 1, dimensions);
  options.global_offset = parse_optional_sizes("-o", texts.global_offset, 0, dimensions);
  for (const std::string &text : texts.arguments) {
    options.arguments.push_back(parse_argument(text));
  }
  for (const std::string &text : texts.saves) {
    options.saves.push_back(parse_save(text, options.arguments));
  }
  for (const std::string &text : texts.prints) {
    options.prints.push_back(parse_print(text, options.arguments));
  }
  for (const std::string &text : texts.constants) {
    options.constants.push_back(parse_constant(text));
  }
  if (!texts.repeat.empty()) {
    options.repeat = parse_count(texts.repeat, "number of runs");
    if (*options.repeat == 0) {
      throw tools::UsageError("--repeat must be at least 1");
    }
  }
}

}  // namespace

std::variant<Options, int> parse_options(int argc, const char *const *argv) {
  Options options;
  Texts texts;
  tools::ArgumentParser parser("Runs an OpenCL C kernel from a file.", "muxrun");
  parser.footer(footer);
  parser
      .add("file", options.file,
           "OpenCL C source (.cl), a container of muxcc (.mux), LLVM bitcode (.bc) or an "
           "object with kernels in C or C++ (.o)")
      .required();
  parser.add("-k,--kernel", options.kernel, "The kernel to run").required();
  parser.add("-g,--global", texts.global_size, "Global size: X[,Y[,Z]]").required();
  parser.add("-l,--local", texts.local_size,
             "Work-group size: X[,Y[,Z]]; the kernel's preferred size if not given");
  parser.add("-o,--offset", texts.global_offset, "Global offset: X[,Y[,Z]]");
  parser.add("-a,--argument", texts.arguments, "The next kernel argument: ARG").one_value();
  parser
      .add("--save", texts.saves,
           "Write buffer or image argument N: N=FILE; an image as PNG if FILE ends in .png, "
           "else the bytes")
      .one_value();
  parser
      .add("--print", texts.prints,
           "Print elements of buffer, or pixels of image, argument N: N[:COUNT]")
      .one_value();
  parser.add("--repeat", texts.repeat, "Run R times and print the times of the runs");
  parser
      .add("--constant", texts.constants,
           "The value of a constant of the program (a weak variable in constant memory, or by "
           "its number a specialization constant of SPIR-V): NAME=TYPE:VALUE")
      .one_value();
  parser.add("--define", options.defines, "Define a macro for the source: NAME=VALUE").one_value();
  parser.add("--options", options.build_options, "Build options for the source");
  if (const std::optional<int> exit_code = parser.parse(argc, argv)) {
    return *exit_code;
  }
  understand(texts, options);
  return options;
}

}  // namespace mux::run
