; PASS: choose_inlining
; Functions that are not inlined get the results of work-item queries as parameters. (The kernel
; would have more than 40,000 instructions: 2^8 times 210.)
; CHECK: define internal i64 @f0(i64 %a, i64 %0)
; CHECK-NOT: get_global_id
; CHECK: define internal i64 @f1(i64 %a, i64 %0)
; CHECK-NOT: get_global_id
; CHECK: call i64 @f0(i64 %a, i64 %0)
; CHECK-NOT: get_global_id
; CHECK: define void @k(
; CHECK: %[[ID:[0-9]+]] = call i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT: call i64 @f{{[0-9]+}}(i64 1, i64 %[[ID]])
target triple = "spir64"

declare spir_func i64 @_Z13get_global_idj(i32)

define internal spir_func i64 @f0(i64 %a) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %v0 = add i64 %a, %id
  %v1 = mul i64 %v0, 3
  %v2 = mul i64 %v1, 4
  %v3 = mul i64 %v2, 5
  %v4 = mul i64 %v3, 6
  %v5 = mul i64 %v4, 7
  %v6 = mul i64 %v5, 8
  %v7 = mul i64 %v6, 9
  %v8 = mul i64 %v7, 10
  %v9 = mul i64 %v8, 11
  %v10 = mul i64 %v9, 12
  %v11 = mul i64 %v10, 13
  %v12 = mul i64 %v11, 14
  %v13 = mul i64 %v12, 15
  %v14 = mul i64 %v13, 16
  %v15 = mul i64 %v14, 17
  %v16 = mul i64 %v15, 18
  %v17 = mul i64 %v16, 19
  %v18 = mul i64 %v17, 20
  %v19 = mul i64 %v18, 21
  %v20 = mul i64 %v19, 22
  %v21 = mul i64 %v20, 23
  %v22 = mul i64 %v21, 24
  %v23 = mul i64 %v22, 25
  %v24 = mul i64 %v23, 26
  %v25 = mul i64 %v24, 27
  %v26 = mul i64 %v25, 28
  %v27 = mul i64 %v26, 29
  %v28 = mul i64 %v27, 30
  %v29 = mul i64 %v28, 31
  %v30 = mul i64 %v29, 32
  %v31 = mul i64 %v30, 33
  %v32 = mul i64 %v31, 34
  %v33 = mul i64 %v32, 35
  %v34 = mul i64 %v33, 36
  %v35 = mul i64 %v34, 37
  %v36 = mul i64 %v35, 38
  %v37 = mul i64 %v36, 39
  %v38 = mul i64 %v37, 40
  %v39 = mul i64 %v38, 41
  %v40 = mul i64 %v39, 42
  %v41 = mul i64 %v40, 43
  %v42 = mul i64 %v41, 44
  %v43 = mul i64 %v42, 45
  %v44 = mul i64 %v43, 46
  %v45 = mul i64 %v44, 47
  %v46 = mul i64 %v45, 48
  %v47 = mul i64 %v46, 49
  %v48 = mul i64 %v47, 50
  %v49 = mul i64 %v48, 51
  %v50 = mul i64 %v49, 52
  %v51 = mul i64 %v50, 53
  %v52 = mul i64 %v51, 54
  %v53 = mul i64 %v52, 55
  %v54 = mul i64 %v53, 56
  %v55 = mul i64 %v54, 57
  %v56 = mul i64 %v55, 58
  %v57 = mul i64 %v56, 59
  %v58 = mul i64 %v57, 60
  %v59 = mul i64 %v58, 61
  %v60 = mul i64 %v59, 62
  %v61 = mul i64 %v60, 63
  %v62 = mul i64 %v61, 64
  %v63 = mul i64 %v62, 65
  %v64 = mul i64 %v63, 66
  %v65 = mul i64 %v64, 67
  %v66 = mul i64 %v65, 68
  %v67 = mul i64 %v66, 69
  %v68 = mul i64 %v67, 70
  %v69 = mul i64 %v68, 71
  %v70 = mul i64 %v69, 72
  %v71 = mul i64 %v70, 73
  %v72 = mul i64 %v71, 74
  %v73 = mul i64 %v72, 75
  %v74 = mul i64 %v73, 76
  %v75 = mul i64 %v74, 77
  %v76 = mul i64 %v75, 78
  %v77 = mul i64 %v76, 79
  %v78 = mul i64 %v77, 80
  %v79 = mul i64 %v78, 81
  %v80 = mul i64 %v79, 82
  %v81 = mul i64 %v80, 83
  %v82 = mul i64 %v81, 84
  %v83 = mul i64 %v82, 85
  %v84 = mul i64 %v83, 86
  %v85 = mul i64 %v84, 87
  %v86 = mul i64 %v85, 88
  %v87 = mul i64 %v86, 89
  %v88 = mul i64 %v87, 90
  %v89 = mul i64 %v88, 91
  %v90 = mul i64 %v89, 92
  %v91 = mul i64 %v90, 93
  %v92 = mul i64 %v91, 94
  %v93 = mul i64 %v92, 95
  %v94 = mul i64 %v93, 96
  %v95 = mul i64 %v94, 97
  %v96 = mul i64 %v95, 98
  %v97 = mul i64 %v96, 99
  %v98 = mul i64 %v97, 100
  %v99 = mul i64 %v98, 101
  %v100 = mul i64 %v99, 102
  %v101 = mul i64 %v100, 103
  %v102 = mul i64 %v101, 104
  %v103 = mul i64 %v102, 105
  %v104 = mul i64 %v103, 106
  %v105 = mul i64 %v104, 107
  %v106 = mul i64 %v105, 108
  %v107 = mul i64 %v106, 109
  %v108 = mul i64 %v107, 110
  %v109 = mul i64 %v108, 111
  %v110 = mul i64 %v109, 112
  %v111 = mul i64 %v110, 113
  %v112 = mul i64 %v111, 114
  %v113 = mul i64 %v112, 115
  %v114 = mul i64 %v113, 116
  %v115 = mul i64 %v114, 117
  %v116 = mul i64 %v115, 118
  %v117 = mul i64 %v116, 119
  %v118 = mul i64 %v117, 120
  %v119 = mul i64 %v118, 121
  %v120 = mul i64 %v119, 122
  %v121 = mul i64 %v120, 123
  %v122 = mul i64 %v121, 124
  %v123 = mul i64 %v122, 125
  %v124 = mul i64 %v123, 126
  %v125 = mul i64 %v124, 127
  %v126 = mul i64 %v125, 128
  %v127 = mul i64 %v126, 129
  %v128 = mul i64 %v127, 130
  %v129 = mul i64 %v128, 131
  %v130 = mul i64 %v129, 132
  %v131 = mul i64 %v130, 133
  %v132 = mul i64 %v131, 134
  %v133 = mul i64 %v132, 135
  %v134 = mul i64 %v133, 136
  %v135 = mul i64 %v134, 137
  %v136 = mul i64 %v135, 138
  %v137 = mul i64 %v136, 139
  %v138 = mul i64 %v137, 140
  %v139 = mul i64 %v138, 141
  %v140 = mul i64 %v139, 142
  %v141 = mul i64 %v140, 143
  %v142 = mul i64 %v141, 144
  %v143 = mul i64 %v142, 145
  %v144 = mul i64 %v143, 146
  %v145 = mul i64 %v144, 147
  %v146 = mul i64 %v145, 148
  %v147 = mul i64 %v146, 149
  %v148 = mul i64 %v147, 150
  %v149 = mul i64 %v148, 151
  %v150 = mul i64 %v149, 152
  %v151 = mul i64 %v150, 153
  %v152 = mul i64 %v151, 154
  %v153 = mul i64 %v152, 155
  %v154 = mul i64 %v153, 156
  %v155 = mul i64 %v154, 157
  %v156 = mul i64 %v155, 158
  %v157 = mul i64 %v156, 159
  %v158 = mul i64 %v157, 160
  %v159 = mul i64 %v158, 161
  %v160 = mul i64 %v159, 162
  %v161 = mul i64 %v160, 163
  %v162 = mul i64 %v161, 164
  %v163 = mul i64 %v162, 165
  %v164 = mul i64 %v163, 166
  %v165 = mul i64 %v164, 167
  %v166 = mul i64 %v165, 168
  %v167 = mul i64 %v166, 169
  %v168 = mul i64 %v167, 170
  %v169 = mul i64 %v168, 171
  %v170 = mul i64 %v169, 172
  %v171 = mul i64 %v170, 173
  %v172 = mul i64 %v171, 174
  %v173 = mul i64 %v172, 175
  %v174 = mul i64 %v173, 176
  %v175 = mul i64 %v174, 177
  %v176 = mul i64 %v175, 178
  %v177 = mul i64 %v176, 179
  %v178 = mul i64 %v177, 180
  %v179 = mul i64 %v178, 181
  %v180 = mul i64 %v179, 182
  %v181 = mul i64 %v180, 183
  %v182 = mul i64 %v181, 184
  %v183 = mul i64 %v182, 185
  %v184 = mul i64 %v183, 186
  %v185 = mul i64 %v184, 187
  %v186 = mul i64 %v185, 188
  %v187 = mul i64 %v186, 189
  %v188 = mul i64 %v187, 190
  %v189 = mul i64 %v188, 191
  %v190 = mul i64 %v189, 192
  %v191 = mul i64 %v190, 193
  %v192 = mul i64 %v191, 194
  %v193 = mul i64 %v192, 195
  %v194 = mul i64 %v193, 196
  %v195 = mul i64 %v194, 197
  %v196 = mul i64 %v195, 198
  %v197 = mul i64 %v196, 199
  %v198 = mul i64 %v197, 200
  %v199 = mul i64 %v198, 201
  %v200 = mul i64 %v199, 202
  %v201 = mul i64 %v200, 203
  %v202 = mul i64 %v201, 204
  %v203 = mul i64 %v202, 205
  %v204 = mul i64 %v203, 206
  %v205 = mul i64 %v204, 207
  %v206 = mul i64 %v205, 208
  %v207 = mul i64 %v206, 209
  %v208 = mul i64 %v207, 210
  %v209 = mul i64 %v208, 211
  ret i64 %v209
}

define internal spir_func i64 @f1(i64 %a) {
  %one = call spir_func i64 @f0(i64 %a)
  %other = call spir_func i64 @f0(i64 %one)
  ret i64 %other
}

define internal spir_func i64 @f2(i64 %a) {
  %one = call spir_func i64 @f1(i64 %a)
  %other = call spir_func i64 @f1(i64 %one)
  ret i64 %other
}

define internal spir_func i64 @f3(i64 %a) {
  %one = call spir_func i64 @f2(i64 %a)
  %other = call spir_func i64 @f2(i64 %one)
  ret i64 %other
}

define internal spir_func i64 @f4(i64 %a) {
  %one = call spir_func i64 @f3(i64 %a)
  %other = call spir_func i64 @f3(i64 %one)
  ret i64 %other
}

define internal spir_func i64 @f5(i64 %a) {
  %one = call spir_func i64 @f4(i64 %a)
  %other = call spir_func i64 @f4(i64 %one)
  ret i64 %other
}

define internal spir_func i64 @f6(i64 %a) {
  %one = call spir_func i64 @f5(i64 %a)
  %other = call spir_func i64 @f5(i64 %one)
  ret i64 %other
}

define internal spir_func i64 @f7(i64 %a) {
  %one = call spir_func i64 @f6(i64 %a)
  %other = call spir_func i64 @f6(i64 %one)
  ret i64 %other
}

define internal spir_func i64 @f8(i64 %a) {
  %one = call spir_func i64 @f7(i64 %a)
  %other = call spir_func i64 @f7(i64 %one)
  ret i64 %other
}

define spir_kernel void @k(ptr addrspace(1) %out) {
  %result = call spir_func i64 @f8(i64 1)
  store i64 %result, ptr addrspace(1) %out
  ret void
}
