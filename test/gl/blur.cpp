// A separable blur of an image, in two dispatches that read and write images: 1 4 6 4 1 along rows,
// then along columns.
#include "program.h"

#include <algorithm>

namespace {

// Neither is a multiple of the work-group's size.
constexpr int width = 501;
constexpr int height = 299;

const char *shader = R"(#version 310 es
layout(local_size_x = 16, local_size_y = 16) in;
layout(r32ui, binding = 0) readonly uniform highp uimage2D from;
layout(r32ui, binding = 1) writeonly uniform highp uimage2D to;
uniform ivec2 along;
void main() {
  ivec2 size = imageSize(from);
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, size))) return;
  const uint weights[5] = uint[5](1u, 4u, 6u, 4u, 1u);
  uint sum = 0u;
  for (int i = 0; i < 5; ++i)
    sum += weights[i] * imageLoad(from, clamp(at + (i - 2) * along, ivec2(0), size - 1)).x;
  imageStore(to, at, uvec4(sum, 0u, 0u, 0u));
}
)";

using Pixels = std::vector<uint32_t>;

Pixels blurred(const Pixels &from, int along_x, int along_y) {
  constexpr uint32_t weights[] = {1, 4, 6, 4, 1};
  Pixels to(from.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      uint32_t sum = 0;
      for (int i = 0; i < 5; ++i) {
        const int from_x = std::clamp(x + (i - 2) * along_x, 0, width - 1);
        const int from_y = std::clamp(y + (i - 2) * along_y, 0, height - 1);
        sum += weights[i] * from[size_t(from_y * width + from_x)];
      }
      to[size_t(y * width + x)] = sum;
    }
  }
  return to;
}

GLuint create_image() {
  GLuint image = 0;
  glGenTextures(1, &image);
  glBindTexture(GL_TEXTURE_2D, image);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, width, height);
  return image;
}

// Reads an image by a shader, which ES can do for every format.
Pixels read_image(GLuint image) {
  gl_test::use_compute_program(R"(#version 310 es
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) readonly uniform highp uimage2D from;
layout(std430, binding = 0) buffer Result { uint pixels[]; };
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  pixels[at.y * imageSize(from).x + at.x] = imageLoad(from, at).x;
}
)");
  const GLuint result = gl_test::create_storage(0, Pixels(size_t(width) * height));
  glBindImageTexture(0, image, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
  glDispatchCompute(width, height, 1);
  return gl_test::read_storage(result, size_t(width) * height);
}

void blur(const GLuint (&images)[3], GLint along) {
  for (int pass = 0; pass < 2; ++pass) {
    glUniform2i(along, pass == 0 ? 1 : 0, pass);
    glBindImageTexture(0, images[pass], 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
    glBindImageTexture(1, images[pass + 1], 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32UI);
    glDispatchCompute((width + 15) / 16, (height + 15) / 16, 1);
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  }
}

}  // namespace

int main() {
  gl_test::create_context();
  Pixels pixels(size_t(width) * height);
  uint32_t random = 1;
  for (uint32_t &pixel : pixels) {
    random = random * 1664525 + 1013904223;
    pixel = random >> 16;
  }
  const GLuint images[3] = {create_image(), create_image(), create_image()};
  glBindTexture(GL_TEXTURE_2D, images[0]);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_INT,
                  pixels.data());
  const GLint along = glGetUniformLocation(gl_test::use_compute_program(shader), "along");
  blur(images, along);
  gl_test::measure("blur, two dispatches", [&] { blur(images, along); });
  return gl_test::compare("blur", read_image(images[2]), blurred(blurred(pixels, 1, 0), 0, 1));
}
