// The program is in a raw string.
auto scale = R"TinyTL(
func @scale(%a: f32, %A: memref<f32x2x3>) {
  axpby.n %a, %A, %b, %A
}
)TinyTL";
