; PASS: specialize_opaque_arguments width=scalar opaque=46558,18
; A read of an image of known format (four floats) with a known sampler (clamped to the edge) is
; inlined.
; CHECK: load <4 x i32>, ptr addrspace(1)
; CHECK-NOT: call {{.*}}mux_known_read
; CHECK: ret void
target triple = "spir64"

define spir_kernel void @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
                           target("spirv.Sampler") %sampler, ptr addrspace(1) %out, <2 x float> %at) {
  %color = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(
      target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler,
      <2 x float> %at)
  store volatile <4 x float> %color, ptr addrspace(1) %out
  ret void
}

declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(
    target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float>)
