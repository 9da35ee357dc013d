; PASS: specialize_opaque_arguments width=scalar opaque=46558,18
; Queries of a known image format (of four floats) and a known sampler are replaced by constants;
; those of an unknown image are not.
; CHECK: %answer = add i32 4277, 4318
; CHECK: %[[AT:[0-9]+]] = getelementptr inbounds i8, ptr %other, i64 40
; CHECK: %[[ORDER:[0-9]+]] = load i32, ptr %[[AT]]
; CHECK: store volatile i32 %[[ORDER]]
; CHECK: call <4 x float> @mux_read_imagef_2d_f32(ptr %other, i64 18,
; CHECK: opaque arguments matter
target triple = "spir64"

define spir_kernel void @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
                           target("spirv.Sampler") %sampler,
                           target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %other,
                           ptr addrspace(1) %out) {
  %order = call spir_func i32 @_Z23get_image_channel_order14ocl_image2d_ro(
      target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %type = call spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(
      target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %answer = add i32 %order, %type
  store volatile i32 %answer, ptr addrspace(1) %out
  %other_order = call spir_func i32 @_Z23get_image_channel_order14ocl_image2d_ro(
      target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %other)
  store volatile i32 %other_order, ptr addrspace(1) %out
  %color = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(
      target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %other, target("spirv.Sampler") %sampler,
      <2 x float> zeroinitializer)
  store volatile <4 x float> %color, ptr addrspace(1) %out
  ret void
}

declare spir_func i32 @_Z23get_image_channel_order14ocl_image2d_ro(
    target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func i32 @_Z27get_image_channel_data_type14ocl_image2d_ro(
    target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(
    target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float>)
