; PASS: widen_masks processor=avx2 without=avx512f width=8
; The mask of the active lanes of a loop is a vector of integers, which are negative for active
; lanes.
; CHECK: define {{.*}}i32 @mux_kernel_f(
; CHECK: phi <8 x i32>
; CHECK: icmp slt <8 x i32> %{{.+}}, zeroinitializer
; CHECK: sext <8 x i1> %{{.+}} to <8 x i32>
; CHECK-NOT: phi <8 x i1>
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %memory, i64 %i
  %first = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %x = phi i32 [ %first, %entry ], [ %next, %loop ]
  %half = lshr i32 %x, 1
  %odd = and i32 %x, 1
  %more = mul i32 %odd, %x
  %sum = add i32 %more, %half
  %next = xor i32 %sum, %odd
  %goes_on = icmp ugt i32 %next, 5
  br i1 %goes_on, label %loop, label %end
end:
  store i32 %next, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
