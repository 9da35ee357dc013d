#include "fixtures.h"

namespace gallium_test::resource_commit {

namespace {

int32_t page() {
  return static_cast<int32_t>(limits().sparse_buffer_page_size);
}

Resource sparse_buffer(int32_t size) {
  return Resource(buffer_of(static_cast<uint32_t>(size), mux_gallium_resource_flag_sparse));
}

void commit(mux_gallium_context_t context, mux_gallium_resource_t buffer, int32_t offset,
            int32_t size, bool committed = true) {
  const Box box = bytes(offset, size);
  succeed(muxGalliumResourceCommit(context, buffer, 0, &box, committed));
}

}  // namespace

TEST_CASE("R44, R45 resource_commit: committed pages can be used") {
  Context context;
  const Resource buffer = sparse_buffer(16 * page());
  commit(context, buffer, 4 * page(), 2 * page());
  // Any contents, and no fault.
  CHECK(context.read(buffer, 0, bytes(4 * page(), 2 * page())).size() ==
        static_cast<size_t>(2 * page()));
  const uint32_t value = 7;
  context.write(buffer, 5 * page() - 4, &value, 4);
  context.write(buffer, 5 * page(), &value, 4);
  CHECK(context.read_as<uint32_t>(buffer, 5 * page() - 4, 2) == std::vector<uint32_t>{7, 7});
}

TEST_CASE("R46 resource_commit: committing twice keeps the contents") {
  Context context;
  const Resource buffer = sparse_buffer(4 * page());
  commit(context, buffer, page(), page());
  const uint32_t value = 9;
  context.write(buffer, page(), &value, 4);
  commit(context, buffer, 0, 4 * page());
  CHECK(context.read_as<uint32_t>(buffer, page(), 1)[0] == 9);
}

TEST_CASE("R47 resource_commit: releasing twice has no effect, and contents are gone") {
  Context context;
  const Resource buffer = sparse_buffer(4 * page());
  commit(context, buffer, 0, 4 * page());
  commit(context, buffer, page(), page(), false);
  commit(context, buffer, page(), page(), false);
  const Box released = bytes(page(), 4);
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  refuse(
      muxGalliumTransferMap(context, buffer, 0, mux_gallium_map_read, &released, &transfer, &data),
      mux_error_feature_unsupported, "committed");
  CHECK(context.read(buffer, 0, bytes(0, page())).size() == static_cast<size_t>(page()));
}

TEST_CASE("R44 resource_commit: earlier commands use the old pages") {
  Context context;
  const Resource buffer = sparse_buffer(2 * page());
  const Resource copy(buffer_of(64));
  commit(context, buffer, 0, 2 * page());
  constexpr uint32_t five = 5;
  succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &five, 4));
  const Box box = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, buffer, 0, &box));
  commit(context, buffer, 0, page(), false);
  CHECK(context.read_as<uint32_t>(copy, 0, 16) == std::vector<uint32_t>(16, 5));
}

TEST_CASE("R48 resource_commit: boxes have to be aligned to pages") {
  Context context;
  const Resource buffer = sparse_buffer(4 * page());
  for (const Box &box : {bytes(4, page()), bytes(0, page() + 4), bytes(page(), page() / 2)}) {
    refuse(muxGalliumResourceCommit(context, buffer, 0, &box, true), mux_error_invalid_value,
           "page");
  }
  const Resource plain(buffer_of(64));
  const Box box = bytes(0, 64);
  refuse(muxGalliumResourceCommit(context, plain, 0, &box, true), mux_error_invalid_value,
         "not sparse");
}

TEST_CASE("R49 resource_commit: a last partial page needs a box that ends with the buffer") {
  Context context;
  const Resource buffer = sparse_buffer(2 * page() + 100);
  const Box short_box = bytes(2 * page(), 96);
  refuse(muxGalliumResourceCommit(context, buffer, 0, &short_box, true), mux_error_invalid_value,
         "end of the buffer");
  commit(context, buffer, 2 * page(), 100);
  const uint32_t value = 4;
  context.write(buffer, 2 * page() + 96, &value, 4);
  CHECK(context.read_as<uint32_t>(buffer, 2 * page() + 96, 1)[0] == 4);
  commit(context, buffer, page(), page() + 100);
  CHECK(context.read_as<uint32_t>(buffer, 2 * page() + 96, 1)[0] == 4);
}

TEST_CASE("R43, R45 resource_commit: shaders may touch pages that are not committed") {
  Context context;
  const Resource buffer = sparse_buffer(8 * page());
  commit(context, buffer, 0, page());
  mux_gallium_compute_state_t touch =
      compile(context,
              "kernel void touch(global uint *buffer_0, uint buffer_0_size) {"
              "  buffer_0[0] = buffer_0[buffer_0_size / 4 - 1] & 0u | 6u; }");
  bind_buffer(context, 0, buffer);
  run(context, touch, 1);
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 6);
}

}  // namespace gallium_test::resource_commit
