; PASS: scalarize_vectors width=packets
; An integer that is used for more than a comparison with 0 is composed from the elements.
; CHECK-NOT: bitcast <4 x i1>
; CHECK: lshr i32
; CHECK: or disjoint i32
target triple = "spir64"

declare spir_func i64 @_Z13get_global_idj(i32)

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr <4 x i32>, ptr addrspace(1) %in, i64 %i
  %vector = load <4 x i32>, ptr addrspace(1) %place, align 16
  %less = icmp slt <4 x i32> %vector, zeroinitializer
  %bits = bitcast <4 x i1> %less to i4
  %number = zext i4 %bits to i32
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %number, ptr addrspace(1) %to
  ret void
}
