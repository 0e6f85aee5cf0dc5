t # 0 1 name
v 0 C
v 1 O
e 0 1 2
t # 1
v 0 a
e 0 0 x
t # -1
