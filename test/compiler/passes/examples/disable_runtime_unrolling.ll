; PASS: disable_runtime_unrolling width=8
; The loop runs at most once, at the end of a row: it is not unrolled.
; CHECK: br i1 %{{.+}}, label %{{.+}}, label %{{.+}}, !llvm.loop ![[LOOP:[0-9]+]]
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory, i32 %n) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %memory, i64 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = load i32, ptr addrspace(1) %p
  %product = mul i32 %old, %i
  store i32 %product, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
