#include "host/schedule/trace_tile.h"

#include "host/schedule/trace.h"

namespace mux::host {

void trace_tile(const Job &job, uint32_t tile, uint64_t begin) {
  const uint64_t submission = job.submission->serial;
  if (job.command == Submission::completion) {
    trace::slice({"completion", begin, submission, job.command, tile, 0});
    return;
  }
  const Command &command = job.submission->plan().command(job.command);
  const char *name =
      command.kind == CommandKind::nd_range ? command.nd_range->kernel_name : name_of(command.kind);
  trace::slice({name, begin, submission, job.command, tile, size_of_tile(command, tile)});
}

}  // namespace mux::host
