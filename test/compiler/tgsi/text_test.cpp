// The parser: every rule of the grammar, and every refusal.

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "codegen/tgsi/text/parser.h"
#include "codegen/tgsi/text/text_error.h"

namespace mux::test::text {
namespace {

using namespace mux::compiler::tgsi;

/// The reason why a text is refused; empty if it is not.
std::string refusal(const std::string &text) {
  try {
    parse_program(text);
    return {};
  } catch (const TextError &error) {
    return error.what();
  }
}

struct Case {
  /// The lines between the stage and END.
  std::string lines;
  /// The refusal, or its beginning.
  std::string refusal;
};

void check_refusals(const std::string &stage, const std::vector<Case> &cases) {
  for (const Case &row : cases) {
    INFO(row.lines);
    const std::string reason = refusal(stage + "\n" + row.lines + "\n  9: END\n");
    INFO(reason);
    CHECK(reason.starts_with(row.refusal));
    CHECK_FALSE(reason.empty());
  }
}

void check_accepted(const std::string &stage, const std::vector<std::string> &all_lines) {
  for (const std::string &lines : all_lines) {
    INFO(lines);
    CHECK(refusal(stage + "\n" + lines + "\n  9: END\n").empty());
  }
}

const std::string registers =
    "DCL TEMP[0..3], LOCAL\nDCL TEMP[4..7], ARRAY(1), LOCAL\nDCL ADDR[0..1]\nDCL CONST[0..9]\n"
    "DCL CONST[2][0..3]\nDCL BUFFER[0]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\n"
    "IMM[0] UINT32 {0, 1, 2, 3}\n";

/// An instruction after the declarations above, at line 11.
Case after_registers(const std::string &instruction, const std::string &reason) {
  return {registers + "  0: " + instruction, "line 11: " + reason};
}

}  // namespace

TEST_CASE("a program has the declarations and instructions of its text", "[tgsi]") {
  const std::string text =
      std::string(
          "FRAG\n"
          "PROPERTY FS_COORD_ORIGIN LOWER_LEFT\n"
          "PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\n"
          "DCL IN[0].xy, GENERIC[9], PERSPECTIVE, CENTROID\n"
          "DCL OUT[0], COLOR\n"
          "DCL SAMP[0]\n"
          "DCL SVIEW[0], 2D_ARRAY, SINT, UINT, FLOAT, UNORM\n"
          "DCL IMAGE[1], 3D, PIPE_FORMAT_R32_FLOAT, WR, RAW\n"
          "DCL CONST[1][0..7]\n"
          "DCL TEMP[0..4], ARRAY(2), LOCAL\n"
          "DCL ADDR[0]\n"
          "IMM[0] FLT32 {0x3f800000, 0x00000000, 0xffffffff, 0x1}\n"
          "IMM[1] INT32 {-2147483648, -1, 0, 2147483647}\n"
          "DCL TEMP[5]\n"
          "  0: TEX TEMP[0].xz, IN[0].xyyx, SAMP[0], 2D_ARRAY, IMM[0].xyz\n"
          "  1:   MAD_SAT_PRECISE OUT[0], -TEMP[ADDR[0].x-1](2).wzyx, |CONST[1][3]|, "
          "-|IMM[1].xxxx|\n"
          "  2: END\n") +
      '\0';
  const Program program = parse_program(text);
  CHECK(program.stage == Stage::fragment);
  CHECK(program.properties.at(Property::fs_coord_origin) == 1);
  REQUIRE(program.declarations.size() == 9);
  const Declaration &input = program.declarations[0];
  CHECK(input.mask == 3);
  CHECK(input.semantic == Semantic::generic);
  CHECK(input.semantic_index == 9);
  CHECK(input.interpolation == Interpolation::perspective);
  CHECK(input.location == Location::centroid);
  const Declaration &view = program.declarations[3];
  CHECK(view.target == Target::two_d_array);
  CHECK(view.view_types[0] == ViewType::sint);
  CHECK(view.view_types[3] == ViewType::unorm);
  const Declaration &image = program.declarations[4];
  CHECK(image.first == 1);
  CHECK(image.format == "R32_FLOAT");
  CHECK(image.is_writable);
  CHECK(image.is_raw);
  CHECK(program.declarations[5].dimension == 1);
  CHECK(program.declarations[5].count() == 8);
  CHECK(program.declarations[6].array == 2);
  CHECK(program.immediates == std::vector<Immediate>{{0x3f800000, 0, 0xffffffff, 1},
                                                     {0x80000000, 0xffffffff, 0, 0x7fffffff}});
  REQUIRE(program.instructions.size() == 2);
  const Instruction &texture = program.instructions[0];
  CHECK(texture.opcode == Opcode::TEX);
  CHECK(texture.line == 15);
  CHECK(texture.destinations[0].mask == 5);
  CHECK(texture.sources[0].swizzle == std::array<uint8_t, 4>{0, 1, 1, 0});
  CHECK(texture.target == Target::two_d_array);
  CHECK(texture.offsets.size() == 1);
  const Instruction &sum = program.instructions[1];
  CHECK(sum.saturate);
  CHECK(sum.precise);
  const Source &array = sum.sources[0];
  CHECK(array.negate);
  CHECK_FALSE(array.absolute);
  CHECK(array.place.array == 2);
  CHECK(array.place.index.is_indirect);
  CHECK(array.place.index.offset == -1);
  CHECK(array.swizzle == std::array<uint8_t, 4>{3, 2, 1, 0});
  CHECK(sum.sources[1].absolute);
  CHECK(sum.sources[1].place.dimension->offset == 1);
  CHECK(sum.sources[2].negate);
}

TEST_CASE("declarations of all stages are accepted", "[tgsi]") {
  check_accepted("VERT", {"DCL IN[0]", "DCL IN[0..3]", "DCL OUT[0], POSITION, INVARIANT",
                          "DCL OUT[0].xyz, CLIPDIST[1]", "DCL SV[0], VERTEXID_NOBASE",
                          "PROPERTY NUM_CLIPDIST_ENABLED 3", "PROPERTY NEXT_SHADER FRAG",
                          "PROPERTY SEPARABLE_PROGRAM 1", "DCL CONST[31][0..65535]"});
  check_accepted("TESS_CTRL", {"DCL IN[][0], POSITION", "DCL OUT[][1], GENERIC[3]",
                               "DCL OUT[0], TESSOUTER", "PROPERTY TCS_VERTICES_OUT 3",
                               "DCL OUT[][1], CLIPVERTEX\nDCL TEMP[0..6]\nDCL ADDR[0..1]\n"
                               "  0: MOV TEMP[ADDR[1].x][6], TEMP[0]\n  1: MOV OUT[1], TEMP[6]",
                               "DCL IN[][1], GENERIC[0]\nDCL TEMP[0]\nDCL ADDR[0]\n"
                               "  0: MOV TEMP[0], IN[ADDR[0].x+2][1]\n  1: BARRIER"});
  check_accepted("TESS_EVAL", {"PROPERTY TES_PRIM_MODE 4", "PROPERTY TES_PRIM_MODE QUADS",
                               "DCL IN[0], PATCH[2]", "DCL SV[0], TESSCOORD"});
  check_accepted("GEOM",
                 {"PROPERTY GS_INPUT_PRIMITIVE TRIANGLES_ADJACENCY",
                  "DCL OUT[0], GENERIC[0], STREAM(0, 1, 2, 3)",
                  "IMM[0] UINT32 {0, 0, 0, 0}\n  0: EMIT IMM[0].xxxx\n  1: ENDPRIM IMM[0].xxxx"});
  check_accepted("FRAG", {"PROPERTY FS_COORD_PIXEL_CENTER INTEGER", "DCL IN[0], FACE, CONSTANT",
                          "DCL IN[0], COLOR, COLOR, SAMPLE\nDCL TEMP[0]\n  0: KILL\n"
                          "  1: KILL_IF -TEMP[0].xxxx\n  2: DDX TEMP[0], IN[0]\n"
                          "  3: INTERP_CENTROID TEMP[0], IN[0]",
                          "DCL OUT[0], POSITION\nDCL OUT[1], STENCIL\nDCL OUT[2].x, SAMPLEMASK"});
  check_accepted("COMP", {"DCL MEMORY[1], SHARED", "DCL BUFFER[3], ATOMIC", "DCL BUFFER[0..2]",
                          "DCL HWATOMIC[1][0..3], ARRAY(1)", "DCL SV[0], GRID_SIZE",
                          "DCL IMAGE[0], CUBEARRAY, PIPE_FORMAT_NONE, WR",
                          "DCL SVIEW[0], BUFFER, UINT", "", "\t\n\n"});
}

TEST_CASE("operands of all forms are accepted", "[tgsi]") {
  for (const std::string instruction :
       {"MOV TEMP[0], TEMP[1]", "MOV TEMP[0].w, -IMM[0].wwww", "UARL ADDR[1].x, CONST[2][1].xxxx",
        "MOV TEMP[0], CONST[ADDR[0].x+1][3]", "MOV TEMP[0], CONST[2][ADDR[1].x]",
        "MOV TEMP[ADDR[0].x+4](1), TEMP[ADDR[0].x](1)",
        "LOAD TEMP[0], BUFFER[ADDR[0].x-1], TEMP[0]",
        "LOAD TEMP[0], BUFFER[0], TEMP[0], COHERENT, RESTRICT, VOLATILE, STREAM_CACHE_POLICY",
        "TXL TEMP[0], TEMP[1], SAMP[0], 2D", "TEX TEMP[0], TEMP[1], SAMP[ADDR[0].x+0], SHADOW2D",
        "TG4 TEMP[0], TEMP[1], IMM[0].xxxx, SAMP[0], 2D, IMM[0].xyz, IMM[0].xyx, IMM[0].zyx, "
        "IMM[0].xxx",
        "TXD TEMP[0], TEMP[1], TEMP[2], TEMP[3], SAMP[0], CUBE", "TXQS TEMP[0].x, SAMP[0], 2D_MSAA",
        "ATOMCAS TEMP[0].x, BUFFER[0], TEMP[0], TEMP[1], TEMP[2]", "MOV NULL, TEMP[0]",
        "RESQ TEMP[0].x, BUFFER[0]", "MEMBAR IMM[0].xxxx",
        "FSLT_PRECISE TEMP[0], TEMP[0], TEMP[1]"}) {
    INFO(instruction);
    CHECK(refusal("COMP\n" + registers + "  0: " + instruction + "\n  1: END").empty());
  }
}

TEST_CASE("texts that are no shader are refused", "[tgsi]") {
  CHECK(refusal("") == "line 1: end of line: the name of a stage was expected");
  CHECK(refusal("MAIN\n  0: END\n") == "line 1: 'MAIN': the name of a stage was expected");
  CHECK(refusal("COMP x\n  0: END\n") == "line 1: 'x': the end of the line was expected");
  CHECK(refusal("COMP\n") == "line 1: end of line: END is missing");
  CHECK(refusal("COMP\n  0: NOP\n") == "line 2: end of line: END is missing");
  CHECK(refusal("COMP\n  0: END\n  1: NOP\n") == "line 3: '1': the end of the line was expected");
  CHECK(refusal("COMP\n  0: END\n\n").empty());
  CHECK(refusal("COMP\nDCL TEMP[\xc3\xa4]\n  0: END\n") ==
        "line 2: 'byte 195': is no printable ASCII character");
  CHECK(refusal("COMP\r\n  0: END\n") == "line 1: 'byte 13': is no printable ASCII character");
  CHECK(refusal(std::string("COMP\n\0  0: END\n", 15)) ==
        "line 2: 'byte 0': is no printable ASCII character");
  CHECK(refusal("COMP\n" + std::string(size_t{65} << 20, ' ')).ends_with("more than 67108864"));
}

TEST_CASE("declarations out of range are refused", "[tgsi]") {
  check_refusals(
      "COMP",
      {{"FOO", "line 2: 'FOO': PROPERTY, DCL, IMM or an instruction's number was expected"},
       {"DCL", "line 2: end of line: a word was expected"},
       {"DCL FOO[0]", "line 2: 'FOO': is no file"},
       {"DCL IMM[0]", "line 2: 'IMM': is no file"},
       {"DCL IN[0]", "line 2: 'IN': is no file of the stage COMP"},
       {"DCL TEMP", "line 2: end of line: '[' was expected"},
       {"DCL TEMP[", "line 2: end of line: a number was expected"},
       {"DCL TEMP[]", "line 2: 'TEMP': has no register's index"},
       {"DCL TEMP[x]", "line 2: 'x': is no number"},
       {"DCL TEMP[1", "line 2: end of line: ']' was expected"},
       {"DCL TEMP[-1]", "line 2: '-': a number was expected"},
       {"DCL TEMP[65536]", "line 2: '65536': the number is larger than 65535"},
       {"DCL TEMP[4294967296]", "line 2: '4294967296': the number does not fit in 32 bits"},
       {"DCL TEMP[99999999999999999999]", "line 2: '99999999999999999999': the number does not"},
       {"DCL TEMP[0..65536]", "line 2: '65536': the number is larger"},
       {"DCL TEMP[5..4]", "line 2: '5': the range ends before it begins"},
       {"DCL TEMP[0.4]", "line 2: '4': '.' was expected"},
       {"DCL TEMP[0][1]", "line 2: 'TEMP': the file has no second index"},
       {"DCL TEMP[][1]", "line 2: 'TEMP': the file has no second index"},
       {"DCL CONST[32][0]", "line 2: 'CONST': the buffer's number is larger than 31"},
       {"DCL CONST[0..1][0]", "line 2: 'CONST': the first index is a range"},
       {"DCL CONST[0][]", "line 2: 'CONST': has no register's index"},
       {"DCL CONST[0][1][2]", "line 2: '[': the end of the line was expected"},
       {"DCL BUFFER[64]", "line 2: '64': the number is larger"},
       {"DCL MEMORY[0], SHARED", "line 2: 'MEMORY': only shared memory"},
       {"DCL TEMP[0].", "line 2: end of line: a word was expected"},
       {"DCL TEMP[0].yx", "line 2: 'yx': is no part of xyzw in this order"},
       {"DCL TEMP[0].xx", "line 2: 'xx': is no part of xyzw"},
       {"DCL TEMP[0].xq", "line 2: 'xq': is no part of xyzw"},
       {"DCL TEMP[0], FOO", "line 2: 'FOO': is no attribute"},
       {"DCL TEMP[0], SHARED", "line 2: 'SHARED': is no attribute"},
       {"DCL TEMP[0], ARRAY", "line 2: end of line: '(' was expected"},
       {"DCL TEMP[0], ARRAY(0)", "line 2: '0': arrays are numbered from 1"},
       {"DCL TEMP[0], ARRAY(65536)", "line 2: '65536': the number is larger"},
       {"DCL TEMP[0] LOCAL", "line 2: 'LOCAL': the end of the line was expected"},
       {"DCL TEMP[0..3]\nDCL TEMP[2]", "line 3: 'TEMP': a register is declared twice"},
       {"DCL TEMP[2]\nDCL TEMP[0..3]", "line 3: 'TEMP': a register is declared twice"},
       {"DCL CONST[0..3]\nDCL CONST[0][3]", "line 3: 'CONST': a register is declared twice"},
       {"DCL TEMP[0], ARRAY(1)\nDCL TEMP[1], ARRAY(1)", "line 3: 'TEMP': the array 1 is declared"},
       {"DCL SV[0]", "line 2: end of line: ',' and a semantic were expected"},
       {"DCL SV[0], FOO", "line 2: 'FOO': is no semantic"},
       {"DCL SV[0], THREAD_ID[256]", "line 2: '256': the number is larger"},
       {"DCL SV[0], THREAD_ID, LINEAR", "line 2: ',': the end of the line was expected"},
       {"DCL SVIEW[0]", "line 2: end of line: ',' was expected"},
       {"DCL SVIEW[0], 4D, FLOAT", "line 2: '4D': is no texture target"},
       {"DCL SVIEW[0], 2D", "line 2: end of line: ',' was expected"},
       {"DCL SVIEW[0], 2D, INT", "line 2: 'INT': is no type of a view"},
       {"DCL SVIEW[0], 2D, SINT, SINT", "line 2: end of line: ',' was expected"},
       {"DCL IMAGE[0], 2D", "line 2: end of line: ',' was expected"},
       {"DCL IMAGE[0], 2D, R32_FLOAT", "line 2: 'R32_FLOAT': is no format of an image"},
       {"DCL IMAGE[0], 2D, PIPE_FORMAT_R33_FLOAT", "line 2: 'PIPE_FORMAT_R33_FLOAT': is no format"},
       {"DCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT, X", "line 2: 'X': is no attribute of an image"},
       {"PROPERTY FOO 1", "line 2: 'FOO': is no property"},
       {"PROPERTY CS_FIXED_BLOCK_DEPTH 65536", "line 2: '65536': the number is larger than 65535"},
       {"PROPERTY GS_INVOCATIONS 1", "line 2: 'GS_INVOCATIONS': is no property of the stage COMP"},
       {"PROPERTY CS_FIXED_BLOCK_WIDTH", "line 2: end of line: a number was expected"},
       {"PROPERTY CS_FIXED_BLOCK_WIDTH x", "line 2: 'x': is no number"},
       {"PROPERTY CS_FIXED_BLOCK_WIDTH 1 2", "line 2: '2': the end of the line was expected"},
       {"IMM[1] UINT32 {0, 0, 0, 0}", "line 2: '1': immediate 0 was expected"},
       {"IMM[0] FLT64 {0, 0, 0, 0}", "line 2: 'FLT64': is no type of an immediate"},
       {"IMM[0] UINT32 {0, 0, 0}", "line 2: '}': ',' was expected"},
       {"IMM[0] UINT32 {0, 0, 0, 0, 0}", "line 2: ',': '}' was expected"},
       {"IMM[0] UINT32 {0, 0, 0, 0", "line 2: end of line: '}' was expected"},
       {"IMM[0] UINT32 {-1, 0, 0, 0}", "line 2: '-': a number was expected"},
       {"IMM[0] UINT32 {4294967296, 0, 0, 0}", "line 2: '4294967296': the number does not fit"},
       {"IMM[0] INT32 {2147483648, 0, 0, 0}", "line 2: '2147483648': the number does not fit"},
       {"IMM[0] INT32 {-2147483649, 0, 0, 0}", "line 2: '2147483649': the number does not fit"},
       {"IMM[0] FLT32 {1, 0, 0, 0}", "line 2: '1': a hexadecimal number was expected"},
       {"IMM[0] FLT32 {0x, 0, 0, 0}", "line 2: '0x': a hexadecimal number was expected"},
       {"IMM[0] FLT32 {0x123456789, 0, 0, 0}", "line 2: '0x123456789': the number does not fit"},
       {"IMM[0] FLT32 {0xg, 0, 0, 0}", "line 2: '0xg': is no number"}});
  check_refusals("FRAG", {{"DCL MEMORY[1], SHARED", "line 2: 'MEMORY': is no file of the stage"},
                          {"DCL IN[0], GENERIC[0], FOO", "line 2: 'FOO': is no attribute"},
                          {"DCL IN[0]", "line 2: end of line: ',' and a semantic"},
                          {"DCL OUT[0], COLOR, STREAM(0, 0, 0)", "line 2: ')': ',' was expected"},
                          {"DCL OUT[0], COLOR, STREAM(0, 0, 0, 4)", "line 2: '4': the number is"},
                          {"DCL IN[128], COLOR", "line 2: '128': the number is larger"}});
}

TEST_CASE("operands out of range are refused", "[tgsi]") {
  check_refusals(
      "COMP",
      {after_registers("MOV TEMP[8], TEMP[0]", "'TEMP': the register 8 is not declared"),
       after_registers("MOV TEMP[0], CONST[10]", "'CONST': the register 10 is not declared"),
       after_registers("MOV TEMP[0], CONST[1][0]", "'CONST': the buffer is not declared"),
       after_registers("MOV TEMP[0], CONST[2][4]", "'CONST': the register 4 is not declared"),
       after_registers("MOV TEMP[0], IMM[1]", "'IMM': the immediate 1 is not defined"),
       after_registers("MOV TEMP[0], SV[0]", "'SV': the register 0 is not declared"),
       after_registers("MOV TEMP[0], TEMP[-1]", "'-': a number was expected"),
       after_registers("MOV TEMP[0], TEMP[4294967295]", "'4294967295': the number is larger"),
       after_registers("MOV TEMP[0], TEMP[TEMP[0].x]", "'TEMP': an index is a number or"),
       after_registers("MOV TEMP[0], TEMP[ADDR[2].x]", "'2': the address register is not declared"),
       after_registers("MOV TEMP[0], TEMP[ADDR[0]]", "']': '.' was expected"),
       after_registers("MOV TEMP[0], TEMP[ADDR[0].q]", "'q': a component is x, y, z or w"),
       after_registers("MOV TEMP[0], TEMP[ADDR[0].xy]", "'xy': a component is"),
       after_registers("MOV TEMP[0], TEMP[ADDR[0].x+]", "']': a number was expected"),
       after_registers("MOV TEMP[0], TEMP[ADDR[0].x](2)", "'2': the array is not declared"),
       after_registers("MOV TEMP[0], TEMP[0][1]", "'TEMP': the file has one index only"),
       after_registers("MOV TEMP[0], FOO[0]", "'FOO': is no register file"),
       after_registers("MOV TEMP[0], TEMP", "end of line: '[' was expected"),
       after_registers("MOV TEMP[0], TEMP[0", "end of line: ']' was expected"),
       after_registers("MOV TEMP[0], |TEMP[0]", "end of line: '|' was expected"),
       after_registers("MOV TEMP[0], TEMP[0].xyz", "'xyz': a swizzle has 4 letters"),
       after_registers("MOV TEMP[0], TEMP[0].xyzq", "'xyzq': a component is"),
       after_registers("MOV TEMP[0].yx, TEMP[0]", "'yx': is no part of xyzw"),
       after_registers("MOV TEMP[0]", "end of line: ',' was expected"),
       after_registers("MOV TEMP[0], TEMP[0], TEMP[0]", "',': the end of the line was expected"),
       after_registers("MOV CONST[0], TEMP[0]", "'CONST': cannot be the destination of MOV"),
       after_registers("MOV TEMP[0], BUFFER[0]", "'BUFFER': cannot be source 1 of MOV"),
       after_registers("LOAD TEMP[0], TEMP[1], TEMP[2]", "'TEMP': cannot be source 1 of LOAD"),
       after_registers("LOAD TEMP[0], BUFFER[1], TEMP[2]", "'BUFFER': the register 1 is not"),
       after_registers("STORE TEMP[0], TEMP[1], TEMP[2]", "'TEMP': cannot be the destination"),
       after_registers("LOAD TEMP[0], BUFFER[0], TEMP[2], FOO",
                       "'FOO': the operand is one too many"),
       after_registers("LOAD TEMP[0], BUFFER[0], TEMP[2], PIPE_FORMAT_X", "'PIPE_FORMAT_X': is no"),
       after_registers("LOAD TEMP[0], MEMORY[0], TEMP[2]", "'MEMORY': only MEMORY[0] exists"),
       after_registers("TEX TEMP[0], TEMP[1], TEMP[0], 2D", "'TEMP': cannot be source 2 of TEX"),
       after_registers("TEX TEMP[0], TEMP[1], SAMP[1], 2D", "'SAMP': the register 1 is not"),
       after_registers("TEX TEMP[0], TEMP[1], SAMP[0]",
                       "end of line: a texture target was expected"),
       after_registers("TEX TEMP[0], TEMP[1], SAMP[0], 2D, SAMP[0].xyz",
                       "'SAMP': cannot be a texel"),
       after_registers("TEX TEMP[0], TEMP[1], SAMP[0], 2D, IMM[0].xyzw", "'xyzw': a swizzle has 3"),
       after_registers("TEX TEMP[0], TEMP[1], SAMP[0], 2D, IMM[0].xyz, IMM[0].xyz, IMM[0].xyz, "
                       "IMM[0].xyz, IMM[0].xyz",
                       "'IMM': the operand is one too many"),
       after_registers("UADD_SAT TEMP[0], TEMP[0], TEMP[0]", "'UADD_SAT': the result is no"),
       after_registers("BRK_SAT", "'BRK_SAT': the result is no"),
       after_registers("FOO TEMP[0]", "'FOO': is no opcode"),
       after_registers("mov TEMP[0], TEMP[0]", "'mov': is no opcode"),
       after_registers("KILL", "'KILL': is no opcode of the stage COMP"),
       after_registers("EMIT IMM[0].xxxx", "'EMIT': is no opcode of the stage COMP"),
       {"  0 NOP", "line 2: 'NOP': ':' was expected"},
       {"  0:", "line 2: end of line: a word was expected"},
       {"  99999999999: NOP", "line 2: '99999999999': the number does not fit"},
       {"  0: NOP\nDCL TEMP[0]", "line 3: 'DCL': an instruction or END was expected"}});
  check_refusals("GEOM", {{"DCL IN[][0], POSITION\nDCL TEMP[0]\n  0: MOV TEMP[0], IN[0]",
                           "line 4: 'IN': the register needs a vertex index"},
                          {"DCL IN[0], PRIM_ID\nDCL TEMP[0]\n  0: MOV TEMP[0], IN[1][0]",
                           "line 4: 'IN': the register has no vertex index"},
                          {"DCL OUT[0], POSITION\nDCL TEMP[0]\n  0: MOV OUT[0][0], TEMP[0]",
                           "line 4: 'OUT': the register has no vertex index"}});
}

TEST_CASE("flow control that is not balanced is refused", "[tgsi]") {
  const std::string flow = "DCL TEMP[0]\n";
  check_refusals(
      "COMP",
      {{"  0: ENDIF", "line 2: 'ENDIF': what it ends was not begun"},
       {"  0: ELSE", "line 2: 'ELSE': what it ends was not begun"},
       {"  0: ENDLOOP", "line 2: 'ENDLOOP': what it ends was not begun"},
       {"  0: BRK", "line 2: 'BRK': is not in a loop"},
       {"  0: CONT", "line 2: 'CONT': is not in a loop"},
       {flow + "  0: UIF TEMP[0].xxxx", "line 4: 'END': an IF or a loop is not ended"},
       {flow + "  0: BGNLOOP", "line 4: 'END': an IF or a loop is not ended"},
       {flow + "  0: BGNLOOP\n  1: UIF TEMP[0].xxxx\n  2: ENDLOOP", "line 5: 'ENDLOOP': what it"},
       {flow + "  0: IF TEMP[0].xxxx\n  1: ELSE\n  2: ELSE", "line 5: 'ELSE': what it ends"},
       {flow + "  0: IF TEMP[0].xxxx\n  1: BGNLOOP\n  2: ENDIF", "line 5: 'ENDIF': what it ends"}});
  std::string deep = "COMP\n";
  for (size_t i = 0; i < 257; ++i) {
    deep += "  0: BGNLOOP\n";
  }
  CHECK(refusal(deep) == "line 258: 'BGNLOOP': more than 256 IFs and loops are nested");
}

}  // namespace mux::test::text
