/// @file
/// Checks common to all entry points that record a command. Each takes a valid call and makes one
/// argument invalid, then checks that the command buffer is unchanged.

#pragma once

#include <functional>

#include "fixtures.h"

namespace mux::test {

/// A valid call of a recording entry point, with the common arguments as parameters.
using Record = std::function<mux_result_t(mux_command_buffer_t, uint32_t, const mux_sync_point_t *,
                                          mux_sync_point_t *)>;

/// A wait list without a length, and a length without a wait list, are mux_error_invalid_value.
void check_wait_list_length(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                            const Record &record);

/// NULL sync-points, ones of another type, ones of another command buffer and invalid pointers are
/// mux_error_invalid_value.
void check_wait_list_elements(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                              const Record &record);

/// Null, wrong-type, foreign and finalized command buffers are mux_error_invalid_value.
void check_command_buffer(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                          const Record &record);

/// A valid call works with and without a sync-point; other commands can wait for the sync-point.
void check_records(CommandBufferFixture &fixture, const Record &record);

/// Without memory a call is mux_error_out_of_memory and records nothing; the command buffer can
/// still be used.
void check_recording_without_memory(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                                    const Record &record);

/// Finalizes the fixture's command buffer, binds `buffer` to other memory filled with
/// `rebound_byte`, and runs: commands must use the new memory.
/// @return the other memory's bytes.
inline constexpr uint8_t rebound_byte = 0xee;
std::span<uint8_t> run_after_rebinding(CommandBufferFixture &fixture, const TestBuffer &buffer);

/// All of the above except the length of wait lists, which has other return codes.
void check_recording(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                     const Record &record);

}  // namespace mux::test
