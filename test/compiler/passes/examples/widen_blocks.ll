; PASS: widen
; The block reads and writes of a sub-group are vectors.
; CHECK: define internal i32 @packet.
; CHECK: load <8 x i32>
; CHECK: load <8 x i32>
; CHECK-NOT: gather
; CHECK: store <8 x i32>
; CHECK: store <8 x i32>
; CHECK-NOT: scatter
; CHECK: ret i32 -1
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) !intel_reqd_sub_group_size !0 {
  %x = call spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1) %in)
  %y = add <2 x i32> %x, <i32 1, i32 1>
  call spir_func void @_Z28intel_sub_group_block_write2PU3AS1jDv2_j(ptr addrspace(1) %out, <2 x i32> %y)
  ret void
}

declare spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1))
declare spir_func void @_Z28intel_sub_group_block_write2PU3AS1jDv2_j(ptr addrspace(1), <2 x i32>)

!0 = !{i32 8}
