/**
 * @file The shapes of GNU assembly for RISC-V.
 *
 * @license MIT OR Apache-2.0
 */

module.exports = require("../../assembly/grammar")("rvmatrix");
