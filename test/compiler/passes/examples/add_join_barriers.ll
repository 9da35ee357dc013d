; PASS: add_join_barriers width=scalar
; The code of a loop before its barrier is reached from the kernel's start and from the barrier: a
; barrier is inserted where both paths meet. In a loop without barriers, work-items run
; independently.
; CHECK: rounds:
; CHECK: call void @_Z7barrierj(i32 1)
; CHECK: store i32
; CHECK: call void @_Z7barrierj(i32 3)
; CHECK-NOT: call void @_Z7barrierj(i32 1)
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(3) %all, ptr addrspace(1) %out, i32 %count) {
entry:
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %own = getelementptr i32, ptr addrspace(3) %all, i64 %i
  %start = load i32, ptr addrspace(3) %own
  br label %rounds

rounds:
  %round = phi i32 [ 0, %entry ], [ %next, %rounds.end ]
  %x0 = load i32, ptr addrspace(3) %own
  %m0 = mul i32 %x0, 3
  %s0 = lshr i32 %m0, 3
  %x1 = xor i32 %m0, %s0
  %m1 = mul i32 %x1, 5
  %s1 = lshr i32 %m1, 4
  %x2 = xor i32 %m1, %s1
  %m2 = mul i32 %x2, 7
  %s2 = lshr i32 %m2, 5
  %x3 = xor i32 %m2, %s2
  %m3 = mul i32 %x3, 9
  %s3 = lshr i32 %m3, 6
  %x4 = xor i32 %m3, %s3
  %m4 = mul i32 %x4, 11
  %s4 = lshr i32 %m4, 7
  %x5 = xor i32 %m4, %s4
  %m5 = mul i32 %x5, 13
  %s5 = lshr i32 %m5, 8
  %x6 = xor i32 %m5, %s5
  %m6 = mul i32 %x6, 15
  %s6 = lshr i32 %m6, 9
  %x7 = xor i32 %m6, %s6
  %m7 = mul i32 %x7, 17
  %s7 = lshr i32 %m7, 3
  %x8 = xor i32 %m7, %s7
  %m8 = mul i32 %x8, 19
  %s8 = lshr i32 %m8, 4
  %x9 = xor i32 %m8, %s8
  %m9 = mul i32 %x9, 21
  %s9 = lshr i32 %m9, 5
  %x10 = xor i32 %m9, %s9
  %m10 = mul i32 %x10, 23
  %s10 = lshr i32 %m10, 6
  %x11 = xor i32 %m10, %s10
  %m11 = mul i32 %x11, 25
  %s11 = lshr i32 %m11, 7
  %x12 = xor i32 %m11, %s11
  %m12 = mul i32 %x12, 27
  %s12 = lshr i32 %m12, 8
  %x13 = xor i32 %m12, %s12
  %m13 = mul i32 %x13, 29
  %s13 = lshr i32 %m13, 9
  %x14 = xor i32 %m13, %s13
  %m14 = mul i32 %x14, 31
  %s14 = lshr i32 %m14, 3
  %x15 = xor i32 %m14, %s14
  %m15 = mul i32 %x15, 33
  %s15 = lshr i32 %m15, 4
  %x16 = xor i32 %m15, %s15
  store i32 %x16, ptr addrspace(3) %own
  call spir_func void @_Z7barrierj(i32 3)
  br label %alone

alone:
  %j = phi i32 [ 0, %rounds ], [ %j.next, %alone ]
  %sum = phi i32 [ 0, %rounds ], [ %sum.next, %alone ]
  %other = getelementptr i32, ptr addrspace(3) %all, i32 %j
  %value = load i32, ptr addrspace(3) %other
  %sum.next = add i32 %sum, %value
  %j.next = add i32 %j, 1
  %is.last = icmp uge i32 %j.next, %count
  br i1 %is.last, label %rounds.end, label %alone

rounds.end:
  call spir_func void @_Z7barrierj(i32 3)
  store i32 %sum.next, ptr addrspace(3) %own
  %next = add i32 %round, 1
  %is.end = icmp uge i32 %next, %count
  br i1 %is.end, label %end, label %rounds

end:
  %result = load i32, ptr addrspace(3) %own
  store i32 %result, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
