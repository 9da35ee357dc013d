; PASS: simplify_packet local=8,1,1 width=8
; Values that are constant in a packet of the only group, such as ids, are folded.
; CHECK-NOT: getelementptr {{.*}}, i64 0{{$}}
; CHECK: load <8 x i32>, ptr addrspace(1) %memory,
target triple = "spir64"

@tile = internal addrspace(3) global [8 x i32] undef

define spir_kernel void @f(ptr addrspace(1) %memory, i32 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %memory, i64 %id
  %own = getelementptr [8 x i32], ptr addrspace(3) @tile, i64 0, i64 %id
  %opposite = sub i64 7, %id
  %other = getelementptr [8 x i32], ptr addrspace(3) @tile, i64 0, i64 %opposite
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %value = load i32, ptr addrspace(1) %p
  store i32 %value, ptr addrspace(3) %own
  call spir_func void @_Z7barrierj(i32 1)
  %swapped = load i32, ptr addrspace(3) %other
  store i32 %swapped, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 1)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
