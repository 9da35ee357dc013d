; PASS: choose_inlining
; Library functions on known textures are inlined into functions that kernels call, as into kernels:
; what their constants exclude is not counted when sizes are estimated.
; CHECK-LABEL: define {{.*}}@kernel.mux_vertex_shader(
; CHECK-NOT: {{call .*}}mux_texture_fetch_known
; CHECK: ret <4 x i32>
; CHECK-LABEL: define {{.*}}@k(
; CHECK-NOT: {{call .*}}mux_texture_fetch_known
; CHECK: ret void
target triple = "spir64"

declare spir_func <4 x i32> @_Z23mux_texture_fetch_knownPU3AS1KhS0_jDv4_iiiDv4_j(ptr addrspace(1), ptr addrspace(1), i32, <4 x i32>, i32, i32, <4 x i32>)

define spir_func <4 x i32> @mux_vertex_shader(ptr addrspace(1) %texels, ptr addrspace(1) %layout, <4 x i32> %place) {
  %texel = call spir_func <4 x i32> @_Z23mux_texture_fetch_knownPU3AS1KhS0_jDv4_iiiDv4_j(ptr addrspace(1) %texels, ptr addrspace(1) %layout, i32 2, <4 x i32> %place, i32 0, i32 0, <4 x i32> <i32 117901063, i32 1614815232, i32 538976288, i32 1753268240>)
  ret <4 x i32> %texel
}

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %texels, ptr addrspace(1) %layout) !kernel_arg_addr_space !0 {
  %first = call spir_func <4 x i32> @mux_vertex_shader(ptr addrspace(1) %texels, ptr addrspace(1) %layout, <4 x i32> zeroinitializer)
  %second = call spir_func <4 x i32> @_Z23mux_texture_fetch_knownPU3AS1KhS0_jDv4_iiiDv4_j(ptr addrspace(1) %texels, ptr addrspace(1) %layout, i32 2, <4 x i32> %first, i32 0, i32 0, <4 x i32> <i32 117901063, i32 1614815232, i32 538976288, i32 1753268240>)
  store <4 x i32> %second, ptr addrspace(1) %out
  ret void
}

!0 = !{i32 1, i32 1, i32 1}
