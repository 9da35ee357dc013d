; PASS: lower_opaque_types width=scalar
; An image becomes a pointer to the runtime's description of it.
; CHECK-NOT: spirv.Image
; CHECK: define spir_kernel void @f(ptr nonnull readonly align 8 dereferenceable({{[0-9]+}}) %image,
; CHECK-NOT: spirv.Image
; CHECK: image 'image' of 8 bytes at 0, read{{$}}
target triple = "spir64"

define spir_kernel void @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
                           ptr addrspace(1) %out) {
  %width = call spir_func i32 @_Z15get_image_width14ocl_image2d_ro(
      target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  store i32 %width, ptr addrspace(1) %out
  ret void
}

declare spir_func i32 @_Z15get_image_width14ocl_image2d_ro(
    target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
