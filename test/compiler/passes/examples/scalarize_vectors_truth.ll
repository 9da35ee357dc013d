; PASS: scalarize_vectors width=packets
; `any` and `all` of a vector test its elements instead of an integer with a bit for each.
; CHECK-NOT: bitcast <4 x i1>
; CHECK-NOT: insertelement
; CHECK: or i32
; CHECK: and i1
target triple = "spir64"

declare spir_func i64 @_Z13get_global_idj(i32)

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr <4 x i32>, ptr addrspace(1) %in, i64 %i
  %vector = load <4 x i32>, ptr addrspace(1) %place, align 16
  %less = icmp slt <4 x i32> %vector, zeroinitializer
  %bits = bitcast <4 x i1> %less to i4
  %none = icmp eq i4 %bits, 0
  %equal = icmp eq <4 x i32> %vector, <i32 5, i32 5, i32 5, i32 5>
  %equal_bits = bitcast <4 x i1> %equal to i4
  %all = icmp eq i4 %equal_bits, -1
  %number = zext i1 %none to i32
  %twice = select i1 %all, i32 2, i32 %number
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %twice, ptr addrspace(1) %to
  ret void
}
