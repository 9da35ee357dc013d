; PASS: find_specialization_candidates width=scalar
; One argument determines the trip count of a loop; another one is only stored.
; CHECK: value 'n' of 4 bytes at 8, specialization candidate{{$}}
; CHECK: value 'value' of 4 bytes at 12{{$}}
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %n, i32 %value) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %value, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
