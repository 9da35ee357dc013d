// jpeglib.h needs the types of stdio.h.
#include <cstdio>
// clang-format off
#include <jpeglib.h>
// clang-format on
#include <png.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

namespace {

// A picture with smooth areas, edges and every level of brightness.
std::vector<uint8_t> draw(unsigned width, unsigned height) {
  std::vector<uint8_t> rgb;
  for (unsigned y = 0; y < height; ++y) {
    for (unsigned x = 0; x < width; ++x) {
      const bool square = (x / 16 + y / 16) % 2 == 0;
      rgb.push_back(static_cast<uint8_t>(x * 255 / std::max(width - 1, 1u)));
      rgb.push_back(static_cast<uint8_t>(y * 255 / std::max(height - 1, 1u)));
      rgb.push_back(static_cast<uint8_t>(square ? 230 : (x * 7 + y * 13) % 64));
    }
  }
  return rgb;
}

void write_picture(const std::string &path, unsigned width, unsigned height) {
  png_image image;
  std::memset(&image, 0, sizeof(image));
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  const std::vector<uint8_t> pixels = draw(width, height);
  REQUIRE(png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr) != 0);
}

void write_jpeg(const std::string &path, unsigned width, unsigned height) {
  std::vector<uint8_t> pixels = draw(width, height);
  std::FILE *file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  jpeg_compress_struct encoder = {};
  jpeg_error_mgr errors = {};
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  jpeg_stdio_dest(&encoder, file);
  encoder.image_width = width;
  encoder.image_height = height;
  encoder.input_components = 3;
  encoder.in_color_space = JCS_RGB;
  jpeg_set_defaults(&encoder);
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < height) {
    JSAMPROW row = pixels.data() + size_t{3} * width * encoder.next_scanline;
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  std::fclose(file);
}

void check_refused(const std::vector<std::string> &arguments, const std::string &message) {
  std::vector<std::string> command = {MUX_TEST_MUXDEMO};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const ProcessResult result = run_process(command);
  INFO(result.errors);
  CHECK(result.exit_code == 2);
  CHECK(result.output.empty());
  CHECK_THAT(result.errors, Catch::StartsWith("muxdemo: ") && Catch::Contains(message));
}

}  // namespace

TEST_CASE("muxdemo develops pictures of any size as plain C++ does", "[muxdemo]") {
  const ScratchDirectory scratch;
  // Smaller than a work-group, a multiple of one, and other sizes.
  const std::pair<unsigned, unsigned> sizes[] = {{1, 1}, {3, 40}, {256, 8}, {301, 97}};
  for (const auto &[width, height] : sizes) {
    const std::string input = scratch.path("input.png");
    const std::string output = scratch.path("output.png");
    write_picture(input, width, height);
    const ProcessResult result = run_process({MUX_TEST_MUXDEMO, input, "-o", output});
    INFO(width << " x " << height << "\n" << result.output << result.errors);
    REQUIRE(result.exit_code == 0);
    CHECK_THAT(result.output, Catch::Contains("within the tolerance"));
    CHECK_THAT(result.output, Catch::Contains("written  " + output));
    CHECK(result.errors.empty());

    png_image image;
    std::memset(&image, 0, sizeof(image));
    image.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_file(&image, output.c_str()) != 0);
    CHECK(image.width == width);
    CHECK(image.height == height);
    png_image_free(&image);
  }
}

#ifdef MUX_TEST_MUXDEMO_OPENCL
TEST_CASE("muxdemo_opencl makes the same picture, byte for byte", "[muxdemo]") {
  const ScratchDirectory scratch;
  const std::pair<unsigned, unsigned> sizes[] = {{1, 1}, {301, 97}, {640, 480}};
  for (const auto &[width, height] : sizes) {
    const std::string input = scratch.path("input.png");
    const std::string expected = scratch.path("expected.png");
    const std::string output = scratch.path("output.png");
    write_picture(input, width, height);
    REQUIRE(run_process({MUX_TEST_MUXDEMO, input, "-o", expected}).exit_code == 0);
    const ProcessResult result =
        run_process({"/usr/bin/env", "OCL_ICD_VENDORS=" MUX_TEST_ICD_FOLDER,
                     MUX_TEST_MUXDEMO_OPENCL, input, "-o", output, "--repeat", "2"});
    INFO(width << " x " << height << "\n" << result.output << result.errors);
    REQUIRE(result.exit_code == 0);
    CHECK_THAT(result.output, Catch::Contains("within the tolerance"));
    CHECK_THAT(result.output, Catch::Contains("Mux host CPU"));
    CHECK(mux::test::read_file(output) == mux::test::read_file(expected));
  }
}

#ifdef MUX_TEST_KERNEL_TIMES
TEST_CASE("the layer kernel_times measures every kernel of a program, which gives the same picture",
          "[kernel-times]") {
  const ScratchDirectory scratch;
  const std::string input = scratch.path("input.png");
  const std::string expected = scratch.path("expected.png");
  const std::string output = scratch.path("output.png");
  write_picture(input, 64, 48);
  REQUIRE(run_process({MUX_TEST_MUXDEMO, input, "-o", expected}).exit_code == 0);
  std::filesystem::create_directory(scratch.path("measured"));
  const ProcessResult result =
      run_process({"/usr/bin/env", "OCL_ICD_VENDORS=" MUX_TEST_ICD_FOLDER,
                   "OPENCL_LAYERS=" MUX_TEST_KERNEL_TIMES,
                   "KERNEL_TIMES_FILE=" + scratch.path("measured/times"), MUX_TEST_MUXDEMO_OPENCL,
                   input, "-o", output, "--repeat", "3"});
  INFO(result.output << result.errors);
  REQUIRE(result.exit_code == 0);
  CHECK(mux::test::read_file(output) == mux::test::read_file(expected));

  const std::filesystem::directory_iterator files(scratch.path("measured"));
  REQUIRE(files != std::filesystem::directory_iterator());
  const auto record = nlohmann::json::parse(mux::test::read_file(files->path().string()));
  CHECK(record["untimed"] == 0);
  REQUIRE(record["programs"].size() == 1);
  const auto &program = record["programs"][0];
  CHECK(program["builds"] == 1);
  CHECK(program["build"] > 0);
  CHECK(program["kernels"].size() == 5);
  for (const auto &kernel : program["kernels"]) {
    INFO(kernel.dump());
    CHECK(kernel["created"] == 1);
    REQUIRE(kernel["ranges"].size() == 1);
    const auto &range = kernel["ranges"][0];
    CHECK(range["global"].size() == 2);
    CHECK(range["launches"] >= 3);
    CHECK(range["first"][0] > 0);
    CHECK(range["repeated"][0] > 0);
    CHECK(range["others"][0] > 0);
  }
}
#endif

TEST_CASE("muxdemo_opencl reports failures", "[muxdemo]") {
  const ScratchDirectory scratch;
  const std::string input = scratch.path("input.png");
  write_picture(input, 8, 8);
  const ProcessResult result =
      run_process({"/usr/bin/env", "OCL_ICD_VENDORS=/nowhere/", MUX_TEST_MUXDEMO_OPENCL, input,
                   "-o", scratch.path("output.png")});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, Catch::StartsWith("muxdemo_opencl: clGetPlatformIDs failed"));
}
#endif

TEST_CASE("muxdemo reads JPEG, and damaged files partially", "[muxdemo]") {
  const ScratchDirectory scratch;
  const std::string input = scratch.path("no.extension");
  write_jpeg(input, 123, 45);
  const ProcessResult result = run_process({MUX_TEST_MUXDEMO, input, "-o", scratch.path("out")});
  INFO(result.output << result.errors);
  CHECK(result.exit_code == 0);
  CHECK(result.errors.empty());
  CHECK_THAT(result.output, Catch::Contains("123 x 45"));

  const std::string whole = mux::test::read_file(input);
  const std::string half = scratch.write("half.jpg", whole.substr(0, whole.size() / 2));
  const ProcessResult damaged = run_process({MUX_TEST_MUXDEMO, half, "-o", scratch.path("out")});
  INFO(damaged.output << damaged.errors);
  CHECK(damaged.exit_code == 0);
  CHECK_THAT(damaged.errors, Catch::Contains("warning: '" + half + "': "));
}

TEST_CASE("muxdemo rejects files it cannot read or write", "[muxdemo]") {
  const ScratchDirectory scratch;
  const std::string input = scratch.path("input.png");
  write_picture(input, 20, 20);
  check_refused({}, "picture is required");
  check_refused({"/nowhere.png"}, "cannot open '/nowhere.png': No such file or directory");
  check_refused({scratch.write("text.png", "no picture at all")},
                "the file is neither PNG nor JPEG");
  check_refused({scratch.write("short.png", mux::test::read_file(input).substr(0, 60))},
                "short.png");
  check_refused({scratch.write("short.jpg", "\xff\xd8\xff\xe0")}, "short.jpg");
  check_refused({input, "-o", "/nowhere/at/all.png"}, "cannot write '/nowhere/at/all.png'");
  check_refused({input, "--repeat", "0"}, "--repeat");
}
