// Writes registers of a chunk's vertices to the buffers of stream output.

__attribute__((weak)) constant struct draw_stream_output_code_s stream_output_code = {3};

__attribute__((intel_reqd_sub_group_size(SUB_GROUP), reqd_work_group_size(SUB_GROUP, 1, 1)))
kernel void draw_stream_output(global const struct draw_job_s *job,
                               global const struct draw_stream_output_s *to,
                               global const uchar *indices, global const uint4 *outputs,
                               global const struct draw_chunk_s *chunks) {
  const uint chunk = get_group_id(0);
  const uint first = chunk_first(job, chunk);
  // Primitives that do not fit are the last ones.
  const uint end = min(first + chunk_size(job, chunk), to->primitive_count);
  const uint corners = stream_output_code.corners;
  const uint count = end > first ? (end - first) * corners : 0;
  for (uint at = get_local_id(0); at < count; at += SUB_GROUP) {
    const uint from = register_of(job, &chunks[chunk], chunk, indices, first + at / corners,
                                  at % corners, corners);
    const ulong vertex = (ulong)first * corners + at;
    for (uint number = 0; number < to->output_count; ++number) {
      const struct draw_stream_register_s of = to->outputs[number];
      global const uint *values = (global const uint *)(outputs + from + of.number) + of.component;
      global uint *words = (global uint *)to->addresses[of.buffer] +
                           vertex * to->strides[of.buffer] + of.offset;
      for (uint component = 0; component < of.count; ++component) {
        words[component] = values[component];
      }
    }
  }
}
