#!/usr/bin/env python3
"""Generates enumerants.h and tables.cpp from the grammar of SPIR-V.

usage: write_tables.py CORE.json OPENCL_STD.json HEADER SOURCE

The grammars are those of Khronos' SPIRV-Headers. Of several names for one value the first is used.
"""

import json
import sys


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def first_of_each(entries, key):
    seen = {}
    for entry in entries:
        seen.setdefault(number(entry[key]), entry)
    return seen


def identifier(name, kind):
    return kind + name if name[0].isdigit() else name


def instruction_identifier(instruction):
    return instruction["opname"].removeprefix("Op")


def enum(name, base, entries):
    lines = [f"enum class {name} : {base} {{"]
    lines += [f"  {entry} = {value:#x}," for entry, value in entries]
    return lines + ["};", ""]


def quantifier(operand):
    return {"?": "optional", "*": "repeated"}.get(operand.get("quantifier"), "once")


def quoted(text):
    return '"' + " ".join(text.replace("'", "").replace("\\", "").replace('"', "").split()) + '"'


class Lists:
    """Deduplicated lists that the rows of a table refer to."""

    def __init__(self, element, prefix):
        self.element, self.prefix, self.names = element, prefix, {}

    def add(self, items):
        items = tuple(items)
        if not items:
            return "{}"
        return self.names.setdefault(items, f"{self.prefix}_{len(self.names)}")

    def lines(self):
        for items, name in self.names.items():
            yield f"constexpr {self.element} {name}[] = {{{', '.join(items)}}};"


def main():
    core_path, opencl_path, header_path, source_path = sys.argv[1:]
    with open(core_path) as file:
        core = json.load(file)
    with open(opencl_path) as file:
        opencl = json.load(file)

    instructions = first_of_each(core["instructions"], "opcode")
    functions = first_of_each(opencl["instructions"], "opcode")
    kinds = core["operand_kinds"]
    enumerations = [kind for kind in kinds if kind["category"] in ("BitEnum", "ValueEnum")]

    header = ["// Written by write_tables.py.", "#pragma once", "", "#include <cstdint>", "",
              "namespace mux::compiler::spirv {", ""]
    header += enum("Op", "uint16_t",
                   [(instruction_identifier(i), opcode) for opcode, i in instructions.items()])
    header += enum("OpenCLFunction", "uint32_t",
                   [(f["opname"], opcode) for opcode, f in functions.items()])
    header += enum("OperandKind", "uint8_t", [(k["kind"], i) for i, k in enumerate(kinds)])
    for kind in enumerations:
        enumerants = first_of_each(kind["enumerants"], "value")
        header += enum(kind["kind"], "uint32_t",
                       [(identifier(e["enumerant"], kind["kind"]), v) for v, e in enumerants.items()])
    header += ["}  // namespace mux::compiler::spirv"]

    operands = Lists("Operand", "operands")
    names = Lists("std::string_view", "names")
    parameters = Lists("OperandKind", "parameters")

    def operand_list(instruction):
        return operands.add(
            f"{{OperandKind::{o['kind']}, Quantifier::{quantifier(o)}, {quoted(o.get('name', o['kind']))}}}"
            for o in instruction.get("operands", []))

    def needs(entry):
        return (names.add(quoted(c) for c in entry.get("capabilities", [])) + ", " +
                names.add(quoted(e) for e in entry.get("extensions", [])))

    def instruction_rows(table):
        return [f"  {{{opcode}, {quoted(i['opname'])}, {operand_list(i)}, {needs(i)}}},"
                for opcode, i in sorted(table.items())]

    tables = ["constexpr InstructionGrammar instruction_table[] = {"]
    tables += instruction_rows(instructions) + ["};", ""]
    tables += ["constexpr InstructionGrammar opencl_table[] = {"] + instruction_rows(functions)
    tables += ["};", ""]
    rows = []
    for kind in kinds:
        enumerants = "{}"
        if kind in enumerations:
            enumerants = "enumerants_of_" + kind["kind"]
            tables.append(f"constexpr Enumerant {enumerants}[] = {{")
            for value, e in sorted(first_of_each(kind["enumerants"], "value").items()):
                of_enumerant = parameters.add(
                    f"OperandKind::{p['kind']}" for p in e.get("parameters", []))
                tables.append(f"  {{{value:#x}, {quoted(e['enumerant'])}, {of_enumerant}, {needs(e)}}},")
            tables += ["};", ""]
        bases = parameters.add(f"OperandKind::{base}" for base in kind.get("bases", []))
        rows.append(f"  {{{quoted(kind['kind'])}, Category::{kind['category']}, {enumerants}, {bases}}},")
    tables += ["constexpr KindGrammar kind_table[] = {"] + rows + ["};", ""]

    source = ["// Written by write_tables.py.", '#include "compiler/spirv/grammar/grammar.h"', "",
              "namespace mux::compiler::spirv {", "namespace {", ""]
    source += [*operands.lines(), *names.lines(), *parameters.lines(), ""] + tables
    source += ["}  // namespace", "",
               "std::span<const InstructionGrammar> all_instructions() { return instruction_table; }",
               "std::span<const InstructionGrammar> opencl_functions() { return opencl_table; }",
               "std::span<const KindGrammar> operand_kinds() { return kind_table; }", "",
               "}  // namespace mux::compiler::spirv"]
    for path, lines in ((header_path, header), (source_path, source)):
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
