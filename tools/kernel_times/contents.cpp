#include "kernel_times/contents.h"

#include <algorithm>

namespace mux::kernel_times {
namespace {

// Beyond this size, copying takes longer than most kernels and may exhaust memory.
constexpr size_t max_total_size = size_t{1} << 30;

}  // namespace

Contents::Contents(const cl_icd_dispatch &target, cl_command_queue queue)
    : target_(target), queue_(queue) {}

Contents::~Contents() {
  for (const Copy &copy : copies_) {
    target_.clReleaseMemObject(copy.copy);
  }
}

bool Contents::make_buffer(cl_context context, Copy &copy) {
  cl_int error = CL_SUCCESS;
  copy.copy = target_.clCreateBuffer(context, CL_MEM_READ_WRITE, copy.size, nullptr, &error);
  return error == CL_SUCCESS;
}

bool Contents::make_image(cl_context context, cl_mem_object_type type, Copy &copy) {
  cl_image_format format{};
  cl_image_desc description{};
  description.image_type = type;
  const auto ask = [&](cl_image_info what, auto &value) {
    return target_.clGetImageInfo(copy.object, what, sizeof value, &value, nullptr) == CL_SUCCESS;
  };
  if (!ask(CL_IMAGE_FORMAT, format) || !ask(CL_IMAGE_WIDTH, description.image_width) ||
      !ask(CL_IMAGE_HEIGHT, description.image_height) ||
      !ask(CL_IMAGE_DEPTH, description.image_depth) ||
      !ask(CL_IMAGE_ARRAY_SIZE, description.image_array_size)) {
    return false;
  }
  const size_t layers = std::max<size_t>(description.image_array_size, 1);
  copy.region[0] = description.image_width;
  copy.region[1] =
      type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? layers : std::max<size_t>(description.image_height, 1);
  copy.region[2] =
      type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? layers : std::max<size_t>(description.image_depth, 1);
  copy.size = 0;
  cl_int error = CL_SUCCESS;
  copy.copy =
      target_.clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
  return error == CL_SUCCESS;
}

bool Contents::copy(const Copy &copy, Direction direction) {
  const bool saves = direction == Direction::save;
  const cl_mem from = saves ? copy.object : copy.copy;
  const cl_mem to = saves ? copy.copy : copy.object;
  if (copy.size != 0) {
    return target_.clEnqueueCopyBuffer(queue_, from, to, 0, 0, copy.size, 0, nullptr, nullptr) ==
           CL_SUCCESS;
  }
  const size_t origin[3] = {0, 0, 0};
  return target_.clEnqueueCopyImage(queue_, from, to, origin, origin, copy.region, 0, nullptr,
                                    nullptr) == CL_SUCCESS;
}

bool Contents::save(cl_mem object) {
  const auto is_object = [&](const Copy &copy) { return copy.object == object; };
  if (std::any_of(copies_.begin(), copies_.end(), is_object)) {
    return true;
  }
  cl_mem_object_type type = 0;
  cl_mem_flags flags = 0;
  cl_context context = nullptr;
  Copy made{object, nullptr, 0, {0, 0, 0}};
  const auto ask = [&](cl_mem_info what, auto &value) {
    return target_.clGetMemObjectInfo(object, what, sizeof value, &value, nullptr) == CL_SUCCESS;
  };
  if (!ask(CL_MEM_TYPE, type) || !ask(CL_MEM_CONTEXT, context) || !ask(CL_MEM_SIZE, made.size) ||
      !ask(CL_MEM_FLAGS, flags)) {
    return false;
  }
  if ((flags & CL_MEM_READ_ONLY) != 0) {
    // Kernels only read it, and its host memory may be write-protected.
    return true;
  }
  total_ += made.size;
  if (total_ > max_total_size || type == CL_MEM_OBJECT_PIPE ||
      type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    return false;
  }
  copies_.reserve(copies_.size() + 1);
  const bool is_made =
      type == CL_MEM_OBJECT_BUFFER ? make_buffer(context, made) : make_image(context, type, made);
  if (!is_made) {
    return false;
  }
  copies_.push_back(made);
  return copy(made, Direction::save) && target_.clFinish(queue_) == CL_SUCCESS;
}

bool Contents::restore() {
  return std::all_of(copies_.begin(), copies_.end(),
                     [&](const Copy &made) { return copy(made, Direction::restore); }) &&
         target_.clFinish(queue_) == CL_SUCCESS;
}

}  // namespace mux::kernel_times
