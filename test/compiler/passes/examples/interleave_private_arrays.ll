; PASS: interleave_private_arrays width=8
; The elements of a private array are spaced so that each lane's copy is interleaved with the
; others.
; CHECK: %[[ARRAY:.+]] = alloca [512 x i8]
; CHECK: getelementptr [32 x i8], ptr %[[ARRAY]], i64 %
; CHECK: getelementptr [32 x i8], ptr %[[ARRAY]], i64 %
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %array = alloca [16 x i32]
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %next, %fill ]
  %p = getelementptr i32, ptr %array, i32 %i
  store i32 %i, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %fill, label %read
read:
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %index = load i32, ptr addrspace(1) %from
  %q = getelementptr i32, ptr %array, i32 %index
  %element = load i32, ptr %q
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %element, ptr addrspace(1) %to
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
