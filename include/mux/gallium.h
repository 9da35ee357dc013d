/// @file
/// The C API of the Gallium layer: screens, resources and contexts after the documents of the
/// Gallium rendering context (2010 to 2020), on a mux device. libmux_gallium.so implements it.
///
/// It has resources, transfers, compute programs, queries, fences, samplers and views as objects,
/// surfaces, clears, copies, blits, and draws with vertex and fragment shaders. Not here yet:
/// geometry and tessellation shaders, draws to surfaces of several samples. What a function does
/// not support yet it refuses with #mux_error_feature_unsupported and a text.
///
/// | header | subject |
/// |---|---|
/// | gallium/types.h, formats.h | handles, enumerations |
/// | gallium/screen.h | screens, capabilities, resources |
/// | gallium/context.h | contexts, flushes, fences, barriers, resets, messages |
/// | gallium/transfer.h | mappings, writes, sparse resources, uploaders |
/// | gallium/state.h | constants, buffers, images, samplers, views, handles of them |
/// | gallium/compute.h | compute programs, grids |
/// | gallium/shader_abi.h | structures that compute programs read |
/// | gallium/shader_interface.h | what a shader declares and does |
/// | gallium/stage_abi.h | functions that shaders of the pipeline become |
/// | gallium/blit.h | surfaces, clears, copies, blits, mipmaps |
/// | gallium/draw_state.h | states of draws, shaders, vertex elements |
/// | gallium/draw.h | draws, and values of the rendering state |
/// | gallium/query.h | queries, render conditions |
///
/// Rules for every entry point:
/// - **Objects**: NULL is the only handle that is checked everywhere. Objects of a screen
/// (resources,
///   fences) have reference counts and may be used with every context of the screen (R04). Objects
///   that a context makes belong to it: the caller destroys them with the context that made them,
///   and their use with another one is refused with #mux_error_invalid_value (R03). Bindings and
///   commands hold what they use.
/// - **Errors**: a call that fails changes nothing; out parameters stay as they were unless their
///   description says otherwise. muxGetLastErrorMessage() (extensions.h) describes the error, and
///   so does the context's debug callback. Objects are checked first, then values, then out
///   parameters.
/// - **Order**: commands of a context take effect in the order of the calls. Contexts are ordered
///   by flushes and fences.
/// - **Threads**: "for one thread at a time of each context" means that the program serializes the
///   calls for a context and its objects; threads may use different contexts at once.
///   "Thread-safe" means that threads may call concurrently, also for the same objects.
/// - **Names at the end of a description** are the part of the document and the requirements, which
///   docs/gallium.md lists.
///
/// Requires a C99 or C++ compiler only.

#ifndef MUX_GALLIUM_H
#define MUX_GALLIUM_H

#include <mux/gallium/blit.h>
#include <mux/gallium/compute.h>
#include <mux/gallium/context.h>
#include <mux/gallium/draw.h>
#include <mux/gallium/draw_state.h>
#include <mux/gallium/query.h>
#include <mux/gallium/screen.h>
#include <mux/gallium/shader_abi.h>
#include <mux/gallium/shader_interface.h>
#include <mux/gallium/stage_abi.h>
#include <mux/gallium/state.h>
#include <mux/gallium/transfer.h>

#endif  // MUX_GALLIUM_H
