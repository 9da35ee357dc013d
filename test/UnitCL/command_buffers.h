/// @file
/// Command buffers (cl_khr_command_buffer 0.9.8 and cl_khr_command_buffer_mutable_dispatch 0.9.5):
/// entry points that loaders do not export and older installed headers lack, and a fixture with a
/// command buffer.
#pragma once

#include "programs.h"

namespace mux::test {

using cl_command_properties = cl_properties;

#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
#endif

/// cl_mutable_dispatch_config_khr.
struct DispatchConfig {
  cl_mutable_command_khr command = nullptr;
  cl_uint num_args = 0;
  cl_uint num_svm_args = 0;
  cl_uint num_exec_infos = 0;
  cl_uint work_dim = 0;
  const cl_mutable_dispatch_arg_khr *arg_list = nullptr;
  const cl_mutable_dispatch_arg_khr *arg_svm_list = nullptr;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list = nullptr;
  const size_t *global_work_offset = nullptr;
  const size_t *global_work_size = nullptr;
  const size_t *local_work_size = nullptr;
};

/// The entry points.
struct CommandBufferFunctions {
  explicit CommandBufferFunctions(cl_platform_id platform);

  cl_command_buffer_khr(CL_API_CALL *create)(cl_uint num_queues, const cl_command_queue *queues,
                                             const cl_command_buffer_properties_khr *properties,
                                             cl_int *errcode_ret) = nullptr;
  cl_int(CL_API_CALL *finalize)(cl_command_buffer_khr command_buffer) = nullptr;
  cl_int(CL_API_CALL *retain)(cl_command_buffer_khr command_buffer) = nullptr;
  cl_int(CL_API_CALL *release)(cl_command_buffer_khr command_buffer) = nullptr;
  cl_int(CL_API_CALL *enqueue)(cl_uint num_queues, cl_command_queue *queues,
                               cl_command_buffer_khr command_buffer,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event) = nullptr;
  cl_int(CL_API_CALL *barrier)(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                               const cl_command_properties *properties,
                               cl_uint num_sync_points_in_wait_list,
                               const cl_sync_point_khr *sync_point_wait_list,
                               cl_sync_point_khr *sync_point,
                               cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *copy_buffer)(cl_command_buffer_khr command_buffer,
                                   cl_command_queue command_queue,
                                   const cl_command_properties *properties, cl_mem src_buffer,
                                   cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                   size_t size, cl_uint num_sync_points_in_wait_list,
                                   const cl_sync_point_khr *sync_point_wait_list,
                                   cl_sync_point_khr *sync_point,
                                   cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *copy_buffer_rect)(
      cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
      const cl_command_properties *properties, cl_mem src_buffer, cl_mem dst_buffer,
      const size_t *src_origin, const size_t *dst_origin, const size_t *region,
      size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
      cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
      cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *copy_buffer_to_image)(
      cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
      const cl_command_properties *properties, cl_mem src_buffer, cl_mem dst_image,
      size_t src_offset, const size_t *dst_origin, const size_t *region,
      cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
      cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *copy_image)(
      cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
      const cl_command_properties *properties, cl_mem src_image, cl_mem dst_image,
      const size_t *src_origin, const size_t *dst_origin, const size_t *region,
      cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
      cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *copy_image_to_buffer)(
      cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
      const cl_command_properties *properties, cl_mem src_image, cl_mem dst_buffer,
      const size_t *src_origin, const size_t *region, size_t dst_offset,
      cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
      cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *fill_buffer)(cl_command_buffer_khr command_buffer,
                                   cl_command_queue command_queue,
                                   const cl_command_properties *properties, cl_mem buffer,
                                   const void *pattern, size_t pattern_size, size_t offset,
                                   size_t size, cl_uint num_sync_points_in_wait_list,
                                   const cl_sync_point_khr *sync_point_wait_list,
                                   cl_sync_point_khr *sync_point,
                                   cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *fill_image)(cl_command_buffer_khr command_buffer,
                                  cl_command_queue command_queue,
                                  const cl_command_properties *properties, cl_mem image,
                                  const void *fill_color, const size_t *origin,
                                  const size_t *region, cl_uint num_sync_points_in_wait_list,
                                  const cl_sync_point_khr *sync_point_wait_list,
                                  cl_sync_point_khr *sync_point,
                                  cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *nd_range)(cl_command_buffer_khr command_buffer,
                                cl_command_queue command_queue,
                                const cl_command_properties *properties, cl_kernel kernel,
                                cl_uint work_dim, const size_t *global_work_offset,
                                const size_t *global_work_size, const size_t *local_work_size,
                                cl_uint num_sync_points_in_wait_list,
                                const cl_sync_point_khr *sync_point_wait_list,
                                cl_sync_point_khr *sync_point,
                                cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *svm_memcpy)(
      cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
      const cl_command_properties *properties, void *dst_ptr, const void *src_ptr, size_t size,
      cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
      cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *svm_mem_fill)(cl_command_buffer_khr command_buffer,
                                    cl_command_queue command_queue,
                                    const cl_command_properties *properties, void *svm_ptr,
                                    const void *pattern, size_t pattern_size, size_t size,
                                    cl_uint num_sync_points_in_wait_list,
                                    const cl_sync_point_khr *sync_point_wait_list,
                                    cl_sync_point_khr *sync_point,
                                    cl_mutable_command_khr *mutable_handle) = nullptr;
  cl_int(CL_API_CALL *get_info)(cl_command_buffer_khr command_buffer,
                                cl_command_buffer_info_khr param_name, size_t param_value_size,
                                void *param_value, size_t *param_value_size_ret) = nullptr;
  cl_int(CL_API_CALL *update)(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                              const cl_uint *config_types, const void **configs) = nullptr;
  cl_int(CL_API_CALL *get_command_info)(cl_mutable_command_khr command,
                                        cl_mutable_command_info_khr param_name,
                                        size_t param_value_size, void *param_value,
                                        size_t *param_value_size_ret) = nullptr;
};

/// Owns a command buffer.
class OwnCommandBuffer {
 public:
  OwnCommandBuffer(const CommandBufferFunctions &functions, cl_command_queue queue,
                   const cl_command_buffer_properties_khr *properties = nullptr);
  ~OwnCommandBuffer();
  OwnCommandBuffer(const OwnCommandBuffer &) = delete;
  OwnCommandBuffer &operator=(const OwnCommandBuffer &) = delete;

  operator cl_command_buffer_khr() const { return object_; }

 private:
  const CommandBufferFunctions &functions_;
  cl_command_buffer_khr object_ = nullptr;
};

class CommandBufferFixture : public QueueFixture {
 public:
  static constexpr cl_command_buffer_properties_khr mutable_properties[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};

  Handle<cl_command_queue> make_queue(cl_command_queue_properties flags) const;
  /// Enqueues a command buffer on its own queue and waits for it.
  void run(cl_command_buffer_khr target) const;
  void finalize_and_run(cl_command_buffer_khr target) const;
  cl_command_buffer_state_khr state_of(cl_command_buffer_khr target) const;

  CommandBufferFunctions functions{platform};
  /// For the fixture's in-order queue.
  OwnCommandBuffer command_buffer{functions, queue};
};

/// Checks the common behavior of an entry point that records a command: invalid arguments that all
/// of them reject, and the order by sync-points. `record_command` adds the other arguments.
template <typename RecordCommand>
void check_recording(const CommandBufferFixture &fixture, bool has_handle,
                     RecordCommand record_command,
                     std::source_location where = std::source_location::current()) {
  const CommandBufferFunctions &functions = fixture.functions;
  const auto record = [&](cl_command_buffer_khr target, cl_command_queue on,
                          const cl_command_properties *properties, cl_uint count,
                          const cl_sync_point_khr *list, cl_sync_point_khr *point,
                          cl_mutable_command_khr *handle) {
    return record_command(target, on, properties, count, list, point, handle);
  };
  const OwnCommandBuffer target(functions, fixture.queue);
  cl_sync_point_khr first = 0;
  cl_sync_point_khr second = 0;
  cl_mutable_command_khr handle = nullptr;
  expect(record(nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
         CL_INVALID_COMMAND_BUFFER_KHR, where);
  expect(record(target, fixture.queue, nullptr, 0, nullptr, nullptr, nullptr),
         CL_INVALID_COMMAND_QUEUE, where);
  constexpr cl_command_properties wrong[] = {1, 2, 0};
  constexpr cl_command_properties none[] = {0};
  expect(record(target, nullptr, wrong, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE, where);
  if (!has_handle) {
    expect(record(target, nullptr, nullptr, 0, nullptr, nullptr, &handle), CL_INVALID_VALUE, where);
  }
  const cl_sync_point_khr unknown[] = {0, 1, 2, CL_UINT_MAX};
  for (const cl_sync_point_khr &each : unknown) {
    expect(record(target, nullptr, nullptr, 1, &each, nullptr, nullptr),
           CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, where);
  }
  succeed(record(target, nullptr, none, 0, nullptr, &first, nullptr), where);
  succeed(record(target, nullptr, nullptr, 1, &first, &second, nullptr), where);
  const cl_sync_point_khr both[] = {first, second};
  succeed(record(target, nullptr, nullptr, 2, both, nullptr, nullptr), where);
  CHECK(first != second);
  expect(record(target, nullptr, nullptr, 0, both, nullptr, nullptr),
         CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, where);
  expect(record(target, nullptr, nullptr, 1, nullptr, nullptr, nullptr),
         CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, where);
  fixture.finalize_and_run(target);
  expect(record(target, nullptr, nullptr, 0, nullptr, nullptr, nullptr), CL_INVALID_OPERATION,
         where);
}

}  // namespace mux::test
