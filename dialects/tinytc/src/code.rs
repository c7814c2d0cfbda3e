//! The table of codes. The digits name the part: 01 text and syntax, 02 names, 03 types, 04 operands, 05 shapes and views, 06 regions, 07 attributes,
//! 08 what is probably wrong.

mnc2_text::codes! {
    /// A code of a finding in the tensor language.
    pub enum Code, not_utf8 NotUtf8,
        page "https://github.com/mnc2/mnc2/blob/main/docs/languages/tinytc.md#{id}";
    NotUtf8 TC0101 Warning "Core rules" "file that is not UTF-8", "bytes that are not UTF-8 are read as unknown characters: save the file as UTF-8";
    UnknownWord TC0102 Error "Core rules" "unknown word", "white space separates identifiers, literals, keywords and signs; anything else is an error";
    Syntax TC0103 Error "Instructions" "text that the grammar has no place for", "an instruction has its operands in a fixed order, and its result types after a colon";
    NumberRange TC0104 Error "Constants" "number out of range", "integers are between -2^63+1 and 2^63-1, floating point constants in the range of double precision";
    Empty TC0105 Error "Functions" "file without a function", "a file has at least one function";
    TooDeep TC0106 Error "Regions" "nesting too deep to be read", "regions and attributes are read up to a fixed depth";
    OtherVersion TC0107 Info "Instructions" "spelling that the compiler rejects", "the specification has the keyword, the compiler of the same version does not";
    Undefined TC0201 Error "Regions" "value that is not defined here", "a value is defined before it is used, in the same region or in one around it";
    Redefined TC0202 Error "Identifier" "name that is taken", "the name of a value is new in its region and in all regions around it";
    FunctionRedefined TC0203 Error "Functions" "second function with this name", "functions have different names";
    ResultCount TC0204 Error "Instructions" "wrong number of names for the results", "there is a name for each result";
    InvalidShape TC0301 Error "Memref type" "invalid size", "sizes and strides are not negative, and a view has the sizes that its operand and its brackets say";
    InvalidOffset TC0302 Error "Group type" "invalid offset", "an offset is not negative";
    StrideCount TC0303 Error "Strided layout" "wrong number of strides", "there is a stride for each mode";
    StrideOrder TC0304 Error "Strided layout" "strides that overlap", "the first stride is at least 1, and each other one at least the stride times the size before it";
    CoopmatrixParameter TC0305 Error "Functions" "cooperative matrix as a parameter", "parameters do not have a coopmatrix type";
    ForbiddenPromotion TC0306 Error "Scalar types" "promotion that loses values", "a type is promotable to another one that has all of its values";
    ForbiddenCast TC0307 Error "Cast" "forbidden cast", "complex numbers cannot be cast to real ones, and a coopmatrix keeps its shape and use";
    ConstantMismatch TC0308 Error "Constant" "constant of another type", "an integer type takes an integer, a floating type a number with a point, a complex type a pair, bool true or false";
    ExpectedBoolean TC0401 Error "If" "boolean type expected", "a condition has boolean type";
    ExpectedScalar TC0402 Error "Scalar types" "scalar type expected", "the instruction takes numbers";
    ExpectedI32 TC0403 Error "Builtin (mixed)" "i32 expected", "subgroups and their work-items are counted in i32";
    ExpectedIndex TC0404 Error "Load" "index expected", "indices, offsets and sizes have type index";
    ExpectedMemref TC0405 Error "Memref type" "memref expected", "the instruction takes a memref";
    ExpectedMemrefOrGroup TC0406 Error "Load" "memref or group expected", "the instruction takes a memref or a group";
    ExpectedCoopmatrix TC0407 Error "Cooperative matrix type" "coopmatrix expected", "the instruction takes a cooperative matrix";
    ExpectedCarried TC0408 Error "Yield" "coopmatrix, scalar or boolean expected", "only booleans, scalars and cooperative matrices can be constants, carried by a loop or returned by a region";
    ExpectedOrder TC0409 Error "Memref type" "memref of another order expected", "each operand of a linear algebra instruction has a fixed number of modes";
    ExpectedNonScalar TC0410 Error "Cumulative sum" "memref with a mode expected", "the order of A is at least 1";
    ExpectedLocal TC0411 Error "Alloca" "local address space expected", "alloca returns memory in the local address space";
    ScalarMismatch TC0412 Error "Scalar types" "different scalar types", "the instruction demands the same scalar type at both places";
    TypeMismatch TC0413 Error "Arithmetic (binary)" "operand type differs from the result type", "the type of the operand is the type of the result";
    BooleanUnsupported TC0414 Error "Arithmetic (binary)" "instruction without booleans", "booleans have and, or, xor and not";
    IntegerUnsupported TC0415 Error "Math (unary)" "instruction without integers", "the instruction does not take integers";
    FloatUnsupported TC0416 Error "Arithmetic (binary)" "instruction without floating point numbers", "the instruction does not take floating point numbers";
    ComplexUnsupported TC0417 Error "Arithmetic (binary)" "instruction without complex numbers", "the instruction does not take complex numbers";
    CoopmatrixUnsupported TC0418 Error "Arithmetic (binary)" "instruction without cooperative matrices", "cooperative matrices have add, sub, mul, div and neg";
    MatrixUseMismatch TC0419 Error "Cooperative matrix mul add" "matrix of another use", "the operands are matrix_a, matrix_b and matrix_acc, the result is matrix_acc";
    InvalidBeta TC0420 Error "GEMM" "atomic update with another factor than 0 or 1", "if the atomic flag is set, beta is a constant, 0 or 1";
    DivisionByZero TC0421 Error "Arithmetic (binary)" "integer division by zero", "the divisor of a division or a remainder of integers is not 0";
    OutOfBounds TC0501 Error "Size" "mode that does not exist", "a mode is counted from 0 and smaller than the order";
    IncompatibleShapes TC0502 Error "GEMM" "shapes that do not fit", "shapes are compared as the types have them; a dynamic size equals only a dynamic size";
    IndexCount TC0503 Error "Load" "wrong number of indices", "there is an index for each mode, and one for a group";
    InvalidStride TC0504 Error "Subview" "invalid stride", "a view keeps the strides of its operand, or has ? instead";
    AddressSpaceMismatch TC0505 Error "Subview" "different address space", "a view stays in the address space of its operand";
    InvalidSlice TC0506 Error "Subview" "negative offset or size", "static offsets and sizes are not negative";
    ResultOrder TC0507 Error "Subview" "result with too few modes", "the result has a mode for each mode that the view keeps";
    ExpandProduct TC0508 Error "Expand" "product that differs from the size", "the product of the expand shape is the size of the mode";
    FuseStride TC0509 Error "Fuse" "modes that are not adjacent in memory", "the stride times the size of a fused mode is the stride of the next one";
    DynamicAlloca TC0510 Error "Alloca" "allocation of unknown size", "the size of an alloca is known at compile time";
    CollectiveInSpmd TC0601 Error "Execution model" "collective instruction in an SPMD region", "collective instructions stand only in collective regions";
    SpmdInCollective TC0602 Error "Execution model" "SPMD instruction in a collective region", "SPMD instructions stand only in the regions of foreach and parallel";
    MissingYield TC0603 Error "Yield" "region without yield", "the last instruction of a region that returns values is yield";
    MissingElseYield TC0604 Error "If" "missing yield in the else branch", "if values are returned, both branches end in yield";
    YieldMismatch TC0605 Error "Yield" "other values than the region returns", "number and types of the yielded values are those that the instruction returns";
    UnexpectedYield TC0606 Error "Yield" "yield without a receiver", "yield is the last instruction of a region of an if or for that returns values";
    BoundsCount TC0607 Error "Foreach" "lists of different lengths", "variables, lower bounds and upper bounds are as many";
    InitMismatch TC0608 Error "For" "initial values that differ from the types", "there is a type for each initial value, which it has";
    DuplicateKey TC0701 Error "Attributes" "second attribute with this name", "a dictionary has each name once";
    AttributeType TC0702 Error "Attributes" "attribute of another type", "each attribute has a fixed type and, if it is a list, a fixed length";
    SubgroupSize TC0703 Error "Functions" "subgroup size that the device lacks", "the device has subgroups of 16 and 32 work-items";
    WorkGroupSize TC0704 Error "Functions" "invalid work-group size", "the first size is a multiple of the subgroup size, and the product at most the device's maximum";
    Alignment TC0705 Error "Memref type" "invalid alignment", "an alignment is a power of two and a multiple of the size of an element, and the alignment of an alloca at most the default of the device, 128";
    LiteralRange TC0801 Warning "Constant" "literal that does not fit its type", "a literal outside of the range of its integer type is truncated";
    SubviewBounds TC0802 Warning "Subview" "view beyond the memory", "offset and size stay within the mode; there is no check at run time";
    DynamicZero TC0803 Warning "Subview" "dynamic size that is zero", "a dynamic size of zero is undefined behaviour";
    UnusedValue TC0804 Hint "Instructions" "value that is not used", "a value without a use is computed for nothing";
    StoreInCollective TC0805 Hint "Store" "store in a collective region", "in a collective region all work-items write the same place";
    BarrierInCollective TC0806 Hint "Barrier" "barrier in a collective region", "barriers are inserted automatically in collective regions";
    ExtraModes TC0807 Warning "Subview" "result with modes that the view lacks", "the compiler accepts more modes than the view keeps, and knows nothing of them";
}
