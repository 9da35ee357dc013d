// EMIT and ENDPRIM: the vertices of geometry shaders, in memory of the caller.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <mux/gallium/stage_abi.h>

#include <cstddef>

#include "codegen/tgsi/body/stage_function.h"
#include "codegen/tgsi/instructions/table.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

/// Words that all EMITs of a shader store at most, in code: it grows with the product of EMITs and
/// outputs. Limits of OpenGL allow 1,024 words of all vertices of an invocation.
constexpr size_t most_stored_words = size_t{1} << 18;
constexpr uint32_t last_stream = MUX_GALLIUM_MAX_STREAMS - 1;

/// Members of the structures of values of an invocation.
class GeometryValues {
 public:
  /// @param stream its number, 32 bits.
  GeometryValues(Body &body, Value *stream) : body_(body) {
    llvm::IRBuilder<> &builder = body.builder;
    Value *streams = common(offsetof(mux_gallium_geometry_values_s, streams));
    Value *offset = builder.CreateMul(builder.CreateZExt(stream, builder.getInt64Ty()),
                                      builder.getInt64(sizeof(mux_gallium_geometry_stream_s)));
    stream_ = builder.CreateInBoundsGEP(builder.getInt8Ty(), streams, offset);
  }

  /// The address of a member of mux_gallium_geometry_values_s.
  Value *common(uint64_t offset) { return member_of_values(body_.kernel, body_.builder, offset); }
  /// The address of a member of the stream's mux_gallium_geometry_stream_s.
  Value *of_stream(uint64_t offset) {
    return body_.builder.CreateConstInBoundsGEP1_64(body_.builder.getInt8Ty(), stream_, offset);
  }
  Value *load(Value *address) {
    return body_.builder.CreateLoad(body_.builder.getInt32Ty(), address);
  }
  Value *load_pointer(Value *address) {
    return body_.builder.CreateLoad(
        llvm::PointerType::get(body_.builder.getContext(), address_space::global), address);
  }
  void increment(Value *address, Value *step) {
    body_.builder.CreateStore(body_.builder.CreateAdd(load(address), step), address);
  }

 private:
  Body &body_;
  Value *stream_;
};

/// The operand; a computed one is clamped to the streams that exist.
Value *stream_of(Body &body, const Instruction &instruction) {
  Value *stream = body.read_integer(instruction, 0, 0);
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(stream);
  if (constant != nullptr) {
    if (constant->getZExtValue() > last_stream) {
      instruction.refuse("there is no vertex stream of this number");
    }
    return stream;
  }
  return body.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, stream,
                                            body.builder.getInt32(last_stream));
}

/// The vertices of a primitive: of a point, a line or a triangle.
uint32_t vertices_of_primitive(const Program &program, const Instruction &instruction) {
  // Numbers of primitives, as parsed.
  enum Primitive : uint32_t { points = 0, line_strip = 3, triangle_strip = 5 };
  const auto found = program.properties.find(Property::gs_output_primitive);
  switch (found == program.properties.end() ? points : found->second) {
    case points:
      return 1;
    case line_strip:
      return 2;
    case triangle_strip:
      return 3;
    default:
      instruction.refuse("GS_OUTPUT_PRIMITIVE is none of POINTS, LINE_STRIP and TRIANGLE_STRIP");
  }
}

/// Whether a component of an output is one of the stream's vertices.
bool belongs_to(const Declaration &output, unsigned component, const Value *stream) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(stream);
  return (output.mask >> component & 1) != 0 &&
         (constant == nullptr || output.streams[component] == constant->getZExtValue());
}

Value *word_at(Body &body, Value *pointer, Value *index) {
  return body.builder.CreateInBoundsGEP(body.builder.getInt32Ty(), pointer, index);
}

/// Copies the outputs to the vertex whose first word is `first`.
void store_outputs(Body &body, const Instruction &instruction, GeometryValues &values,
                   const Value *stream, Value *first) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *vertices =
      values.load_pointer(values.of_stream(offsetof(mux_gallium_geometry_stream_s, vertices)));
  Value *stride = builder.CreateZExt(
      values.load(values.common(offsetof(mux_gallium_geometry_values_s, component_stride))),
      builder.getInt64Ty());
  for (const Declaration *output : body.program.of_file(File::output)) {
    for (uint32_t number = output->first; number <= output->last; ++number) {
      for (unsigned i = 0; i < component_count; ++i) {
        if (!belongs_to(*output, i, stream)) {
          continue;
        }
        if (++body.emitted_words > most_stored_words) {
          instruction.refuse("the shader has too many EMIT instructions and outputs");
        }
        Value *word = values.load(stage_register(body.program, body.kernel, builder, File::output,
                                                 nullptr, builder.getInt32(number), i));
        Value *component =
            builder.CreateMul(stride, builder.getInt64(uint64_t{number} * component_count + i));
        builder.CreateStore(word, word_at(body, vertices, builder.CreateAdd(first, component)));
      }
    }
  }
}

/// Whether there is another vertex within the limits.
Value *has_room(Body &body, GeometryValues &values, Value *count) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *capacity = values.load(values.common(offsetof(mux_gallium_geometry_values_s, capacity)));
  Value *has_memory = builder.CreateICmpULT(count, capacity);
  const auto limit = body.program.properties.find(Property::gs_max_output_vertices);
  if (limit == body.program.properties.end()) {
    return has_memory;
  }
  Value *emitted =
      values.load(values.common(offsetof(mux_gallium_geometry_values_s, emitted_count)));
  return builder.CreateAnd(has_memory,
                           builder.CreateICmpULT(emitted, builder.getInt32(limit->second)));
}

/// Stores the vertex of a number, and counts it.
void store_vertex(Body &body, const Instruction &instruction, GeometryValues &values,
                  const Value *stream, Value *number) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *stride =
      values.load(values.common(offsetof(mux_gallium_geometry_values_s, vertex_stride)));
  Value *first = builder.CreateMul(builder.CreateZExt(number, builder.getInt64Ty()),
                                   builder.CreateZExt(stride, builder.getInt64Ty()));
  store_outputs(body, instruction, values, stream, first);
  Value *length_place = values.of_stream(offsetof(mux_gallium_geometry_stream_s, strip_length));
  Value *place = values.load(length_place);
  Value *places =
      values.load_pointer(values.of_stream(offsetof(mux_gallium_geometry_stream_s, places)));
  builder.CreateStore(place, word_at(body, places, first));
  Value *one = builder.getInt32(1);
  builder.CreateStore(builder.CreateAdd(place, one), length_place);
  values.increment(values.of_stream(offsetof(mux_gallium_geometry_stream_s, vertex_count)), one);
  values.increment(values.common(offsetof(mux_gallium_geometry_values_s, emitted_count)), one);
  Value *is_complete = builder.CreateICmpUGE(
      place, builder.getInt32(vertices_of_primitive(body.program, instruction) - 1));
  values.increment(values.of_stream(offsetof(mux_gallium_geometry_stream_s, primitive_count)),
                   builder.CreateZExt(is_complete, builder.getInt32Ty()));
}

void emit(Body &body, const Instruction &instruction) {
  Value *stream = stream_of(body, instruction);
  GeometryValues values(body, stream);
  Value *number =
      values.load(values.of_stream(offsetof(mux_gallium_geometry_stream_s, vertex_count)));
  llvm::BasicBlock *storing = body.create_block();
  llvm::BasicBlock *after = body.create_block();
  body.builder.CreateCondBr(has_room(body, values, number), storing, after);
  body.builder.SetInsertPoint(storing);
  store_vertex(body, instruction, values, stream, number);
  body.builder.CreateBr(after);
  body.builder.SetInsertPoint(after);
}

void end_primitive(Body &body, const Instruction &instruction) {
  GeometryValues values(body, stream_of(body, instruction));
  body.builder.CreateStore(body.builder.getInt32(0),
                           values.of_stream(offsetof(mux_gallium_geometry_stream_s, strip_length)));
}

constexpr TranslatedOpcode geometry_table[] = {{Opcode::EMIT, emit},
                                               {Opcode::ENDPRIM, end_primitive}};

}  // namespace

std::span<const TranslatedOpcode> geometry_instructions() {
  return geometry_table;
}

}  // namespace mux::compiler::tgsi
