/// @file
/// The tables of the processor operations, computed by scripts/minimax. Each has sixteen entries,
/// the elements of a vector register.

#pragma once

#include <array>

namespace mux::compiler {

using Table = std::array<float, 16>;
using DoubleTable = std::array<double, 16>;

/// 2^(k / 16) rounded to float, and the relative rounding errors.
inline constexpr Table powers = {0x1p+0F,        0x1.0b5586p+0F, 0x1.172b84p+0F, 0x1.2387a6p+0F,
                                 0x1.306fep+0F,  0x1.3dea64p+0F, 0x1.4bfdaep+0F, 0x1.5ab07ep+0F,
                                 0x1.6a09e6p+0F, 0x1.7a1148p+0F, 0x1.8ace54p+0F, 0x1.9c4918p+0F,
                                 0x1.ae89fap+0F, 0x1.c199bep+0F, 0x1.d5818ep+0F, 0x1.ea4afap+0F};
inline constexpr Table power_rests = {0.0F,
                                      0x1.8d96d4p-25F,
                                      -0x1.9c0c22p-27F,
                                      0x1.964904p-25F,
                                      0x1.125002p-25F,
                                      0x1.370be4p-25F,
                                      -0x1.0a355p-25F,
                                      -0x1.00d8acp-27F,
                                      0x1.26055cp-26F,
                                      -0x1.05cb44p-25F,
                                      0x1.67a1cap-28F,
                                      0x1.a3b5e4p-28F,
                                      -0x1.f9c304p-27F,
                                      -0x1.6961b4p-28F,
                                      -0x1.a5217cp-28F,
                                      0x1.61428ep-28F};

/// Factors that bring a number from 3/4 to 3/2, whose significand begins with the bits k, close to
/// 1, and the logarithms of their reciprocals.
inline constexpr Table log_factors = {0x1p+0F,      0x1.d3cp-1F,  0x1.b7bp-1F,  0x1.a42p-1F,
                                      0x1.8f6p-1F,  0x1.7ebp-1F,  0x1.68ep-1F,  0x1.5a6p-1F,
                                      0x1.4d6p+0F,  0x1.42e8p+0F, 0x1.3658p+0F, 0x1.2ap+0F,
                                      0x1.2018p+0F, 0x1.1598p+0F, 0x1.0d8p+0F,  0x1p+0F};
inline constexpr Table log_offsets = {0.0F,
                                      0x1.723d7ap-4F,
                                      0x1.37d44ap-3F,
                                      0x1.9509aap-3F,
                                      0x1.fcc59ep-3F,
                                      0x1.2a17aap-2F,
                                      0x1.663022p-2F,
                                      0x1.902e9p-2F,
                                      -0x1.0e6dcp-2F,
                                      -0x1.db8398p-3F,
                                      -0x1.8a3f12p-3F,
                                      -0x1.371fc2p-3F,
                                      -0x1.e3c5bep-4F,
                                      -0x1.4bb304p-4F,
                                      -0x1.a4feap-5F,
                                      0.0F};
inline constexpr Table log2_factors = {0x1p+0F,      0x1.d7ap-1F, 0x1.bd2p-1F,  0x1.a04p-1F,
                                       0x1.8d3p-1F,  0x1.7a6p-1F, 0x1.6e4p-1F,  0x1.5e9p-1F,
                                       0x1.4d5p+0F,  0x1.41ep+0F, 0x1.3598p+0F, 0x1.28ep+0F,
                                       0x1.1f58p+0F, 0x1.13bp+0F, 0x1.0cap+0F,  0x1p+0F};
inline constexpr Table log2_offsets = {0.0F,
                                       0x1.e5640cp-4F,
                                       0x1.9d8f32p-3F,
                                       0x1.31dcb8p-2F,
                                       0x1.771d88p-2F,
                                       0x1.becc84p-2F,
                                       0x1.eeea24p-2F,
                                       0x1.17cb32p-1F,
                                       -0x1.85de82p-2F,
                                       -0x1.524908p-2F,
                                       -0x1.18d06ap-2F,
                                       -0x1.b5ae88p-3F,
                                       -0x1.554422p-3F,
                                       -0x1.b5d256p-4F,
                                       -0x1.1c775cp-4F,
                                       0.0F};
inline constexpr Table log10_factors = {0x1p+0F,     0x1.d54p-1F,  0x1.bcep-1F,  0x1.a5dp-1F,
                                        0x1.8dfp-1F, 0x1.7cbp-1F,  0x1.6abp-1F,  0x1.5fap-1F,
                                        0x1.4f6p+0F, 0x1.3f68p+0F, 0x1.372p+0F,  0x1.2858p+0F,
                                        0x1.209p+0F, 0x1.155p+0F,  0x1.0c88p+0F, 0x1p+0F};
inline constexpr Table log10_offsets = {0.0F,
                                        0x1.363216p-5F,
                                        0x1.f3f94cp-5F,
                                        0x1.58ae36p-4F,
                                        0x1.c053fcp-4F,
                                        0x1.079492p-3F,
                                        0x1.32a982p-3F,
                                        0x1.4e36acp-3F,
                                        -0x1.e06c3cp-4F,
                                        -0x1.89a3c4p-4F,
                                        -0x1.5ae916p-4F,
                                        -0x1.045318p-4F,
                                        -0x1.a9fbcp-5F,
                                        -0x1.1c81p-5F,
                                        -0x1.540c3ap-6F,
                                        0.0F};

/// The same for twice the precision, and numbers from 1 to 2, the upper ones halved: products with
/// a factor, minus 1, are exact in float, and an offset can be added to an exponent without
/// rounding.
inline constexpr Table precise_factors = {
    0x1p+0F,   0x1.dp-1F, 0x1.cp-1F, 0x1.ap-1F, 0x1.9p-1F, 0x1.8p-1F, 0x1.7p-1F, 0x1.6p-1F,
    0x1.5p-1F, 0x1.4p-1F, 0x1.3p-1F, 0x1.3p-1F, 0x1.2p-1F, 0x1.1p-1F, 0x1.1p-1F, 0x1p-1F};
inline constexpr Table precise_offsets = {0.0F,        0x1.22ep-3F,  0x1.8a8p-3F,  0x1.32cp-2F,
                                          0x1.6cbp-2F, 0x1.a9p-2F,   0x1.e7ep-2F,  0x1.14c8p-1F,
                                          0x1.372p-1F, 0x1.5b3p-1F,  0x1.811p-1F,  0x1.811p-1F,
                                          0x1.a9p-1F,  0x1.d338p-1F, 0x1.d338p-1F, 0x1p+0F};
inline constexpr Table precise_offset_rests = {0.0F,
                                               -0x1.48f554p-17F,
                                               0x1.30158p-16F,
                                               -0x1.1c8f12p-22F,
                                               0x1.ed0cbap-19F,
                                               -0x1.a39fbep-20F,
                                               -0x1.40358ep-19F,
                                               -0x1.4f80ccp-16F,
                                               0x1.15db84p-16F,
                                               -0x1.e12f34p-16F,
                                               -0x1.6b9026p-19F,
                                               -0x1.6b9026p-19F,
                                               -0x1.a39fbep-19F,
                                               0x1.20a6dep-21F,
                                               0x1.20a6dep-21F,
                                               0.0F};

/// The same for double: the factors are shared by all bases, and there are offsets for each base.
inline constexpr DoubleTable double_log_factors = {
    0x1p+0,      0x1.d67cp-1, 0x1.b6f8p-1, 0x1.a51cp-1, 0x1.92e8p-1, 0x1.80ep-1,
    0x1.696p-1,  0x1.5e8p-1,  0x1.4da8p+0, 0x1.3feep+0, 0x1.34dcp+0, 0x1.2846p+0,
    0x1.211ap+0, 0x1.176p+0,  0x1.0e02p+0, 0x1p+0};
inline constexpr DoubleTable double_log_offsets = {0.0,
                                                   0x1.5a5d8db8d96dbp-4,
                                                   0x1.3b2e0905b40fbp-3,
                                                   0x1.903eaaa46a46ep-3,
                                                   0x1.eabe44ad78acbp-3,
                                                   0x1.244179b338be5p-2,
                                                   0x1.64c52d9700427p-2,
                                                   0x1.840f1e12667fp-2,
                                                   -0x1.0f4ad0288aa3p-2,
                                                   -0x1.c88c4608e6af2p-3,
                                                   -0x1.806d62141822p-3,
                                                   -0x1.2b39494d4f81ap-3,
                                                   -0x1.f2137afd3a7bfp-4,
                                                   -0x1.65e5f8a9ee4e2p-4,
                                                   -0x1.b46a854da0707p-5,
                                                   0.0};
inline constexpr DoubleTable double_log2_offsets = {0.0,
                                                    0x1.f3b32010fc8d1p-4,
                                                    0x1.c6b557c93e154p-3,
                                                    0x1.20b730c298eabp-2,
                                                    0x1.61ff151f6cc58p-2,
                                                    0x1.a5a2ccfbe0f04p-2,
                                                    0x1.015af627e3e44p-1,
                                                    0x1.17ece9555fd72p-1,
                                                    -0x1.876457fae23c5p-2,
                                                    -0x1.495468fefe8f7p-2,
                                                    -0x1.154e3ff8e41b1p-2,
                                                    -0x1.afb04bc194643p-3,
                                                    -0x1.67493470a3d69p-3,
                                                    -0x1.022b482717048p-3,
                                                    -0x1.3acec3675fa4bp-4,
                                                    0.0};
inline constexpr DoubleTable double_log10_offsets = {0.0,
                                                     0x1.2cd9654b8f39cp-5,
                                                     0x1.11c2ffef54161p-4,
                                                     0x1.5ba5f0feac315p-4,
                                                     0x1.aa411085c399cp-4,
                                                     0x1.fbb344503596p-4,
                                                     0x1.35e2fd925867fp-3,
                                                     0x1.511055e0e8638p-3,
                                                     -0x1.d7486b6b32386p-4,
                                                     -0x1.8c8d70fcbf45ep-4,
                                                     -0x1.4de8c749afddp-4,
                                                     -0x1.03e7082c3890ep-4,
                                                     -0x1.b09f971dfaaep-5,
                                                     -0x1.36ddd5495cccfp-5,
                                                     -0x1.7b10f2d10c8cep-6,
                                                     0.0};

}  // namespace mux::compiler
