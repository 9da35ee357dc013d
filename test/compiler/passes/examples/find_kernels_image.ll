; PASS: find_kernels
; Images of unsupported kinds.
; CHECK: refused: argument 0 of kernel 'f' is of type 'image2d_msaa_t', which is not supported
target triple = "spir64"

define spir_kernel void @f(target("spirv.Image", void, 1, 0, 0, 1, 0, 0, 0) %image) {
  ret void
}
