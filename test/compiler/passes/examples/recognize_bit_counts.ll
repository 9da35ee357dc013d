; PASS: recognize_bit_counts processor=popcnt
; A loop that counts bits becomes one instruction; other loops do not change.
; CHECK: define {{.*}}@f(
; CHECK: call {{.*}}i64 @llvm.ctpop.i64(i64 %{{.+}})
; CHECK: phi i64
; CHECK: xor i64
; CHECK: br i1
; CHECK: define {{.*}}@g(
; CHECK: call {{.*}}i64 @llvm.ctlz.i64(i64 %{{.+}}
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %memory, i64 %i
  %value = load i64, ptr addrspace(1) %p
  br label %loop
loop:
  %x = phi i64 [ %value, %entry ], [ %less, %body ]
  %count = phi i64 [ 0, %entry ], [ %more, %body ]
  %left = icmp ne i64 %x, 0
  br i1 %left, label %body, label %end
body:
  %more = add i64 %count, 1
  %lower = add i64 %x, -1
  %less = and i64 %x, %lower
  br label %loop
end:
  br label %other
other:
  %y = phi i64 [ %value, %end ], [ %next, %other ]
  %half = lshr i64 %y, 1
  %next = xor i64 %half, %count
  %goes_on = icmp ugt i64 %next, 100
  br i1 %goes_on, label %other, label %done
done:
  %sum = add i64 %next, %count
  store i64 %sum, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @g(ptr addrspace(1) %memory) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %memory, i64 %i
  %value = load i64, ptr addrspace(1) %p
  br label %loop
loop:
  %x = phi i64 [ %value, %entry ], [ %half, %body ]
  %count = phi i64 [ 0, %entry ], [ %more, %body ]
  %left = icmp ne i64 %x, 0
  br i1 %left, label %body, label %end
body:
  %more = add i64 %count, 1
  %half = lshr i64 %x, 1
  br label %loop
end:
  store i64 %count, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
