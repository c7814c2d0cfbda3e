/**
 * @file The shapes of NaplesPU assembly.
 *
 * @license MIT OR Apache-2.0
 */

module.exports = require("../../assembly/grammar")("naplespu");
