// Two things that the generated lexer cannot do, both about shapes only.
//
// Operands. What stands behind a `$` is seen only from the whole word: `$m0v` is a memory with its parts,
// `$mauf` a name, and so is any word that fits neither (`$lm0x`), so that it can be explained as one thing.
// The shape of a memory (manual 3.5.2, 3.6.1), letters glued together, is
//   [l|ll] memory [t|i] [number] [v[number]] [j number] [e|r]
// and must agree with the rule `memory_operand` of grammar.js.
//
// Recovery. Tree-sitter recovers from an error by skipping tokens, line ends included, until the rest fits;
// of two broken lines with a good one between them it would make one error. Here a line end must stop every
// error, and three things see to that:
//   - The parser does not skip a token with which it can go on if that token changes the scanner's state.
//     In recovery a line end does. So do the other places to go on from, which are the start of an operand,
//     `;` and `#`; all other words are offered as something to skip. That leaves one attempt at a time:
//     with several, the parser can lose the place where its line began.
//   - An empty token has to follow a line end, so that no line end can be made up before something else.
//   - If a line end is skipped all the same, tokens that stand for nothing follow it, which count as
//     skipped: the attempt that stopped at the line end costs less, and the parser drops the other one.
//
// Each call reads at most one word or one comment.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <string.h>

enum TokenType {
  LINE_END,
  LINE_BEGIN,
  SKIPPED_NOTHING,
  SKIPPED_WORD,
  COMMENT,
  SEMICOLON,
  DEBUG_DOLLAR,
  MEMORY_DOLLAR,
  NAME_DOLLAR,
  GLUED_MEMORY_DOLLAR,
  GLUED_NAME_DOLLAR,
  OPERAND_NAME,
  ERROR_SENTINEL,
};

// Longer than any word of memory shape that could mean something; longer words are names.
enum { LONGEST_MEMORY_WORD = 64 };

// What skipping a line end costs, in tokens; an error that stays in its line costs about five for each
// time that the parser recovers.
enum { LINE_END_COST = 60 };

typedef struct {
  // Tells one place to go on from the next.
  bool recovery_parity;
  unsigned char skipped_nothings_left;
} State;

static bool is_space(TSLexer *lexer) { return lexer->lookahead == ' ' || lexer->lookahead == '\t'; }

static bool is_line_end(TSLexer *lexer) {
  return lexer->lookahead == '\n' || lexer->lookahead == '\r';
}

static bool is_letter(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

static bool is_hex_digit(int32_t c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_word(int32_t c) { return is_letter(c) || is_digit(c); }

// Returns what follows the number at `at`, or `at` itself if there is none. `0b2` is `0`, then `b2`.
static const char *skip_number(const char *at) {
  if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && is_hex_digit(at[2])) {
    for (at += 2; is_hex_digit(*at); at++) {}
    return at;
  }
  if (at[0] == '0' && (at[1] == 'b' || at[1] == 'B') && (at[2] == '0' || at[2] == '1')) {
    for (at += 2; *at == '0' || *at == '1'; at++) {}
    return at;
  }
  if (at[0] == '0' && (at[1] == 'o' || at[1] == 'O') && at[2] >= '0' && at[2] <= '7') {
    for (at += 2; *at >= '0' && *at <= '7'; at++) {}
    return at;
  }
  while (is_digit(*at)) at++;
  return at;
}

static const char *skip_letter(const char *at, const char *letters) {
  return *at != '\0' && strchr(letters, *at) ? at + 1 : at;
}

static bool has_memory_shape(const char *word) {
  const char *memory = skip_letter(skip_letter(word, "l"), "l");
  const char *at = memory;
  if (strncmp(memory, "omr", 3) == 0 || strncmp(memory, "dar", 3) == 0) at += 3;
  else if (strncmp(memory, "mb", 2) == 0 || strncmp(memory, "nb", 2) == 0) at += 2;
  else at = skip_letter(memory, "rsmntbcdpxy");
  if (at == memory) return false;

  if (*memory == 'b' && *at == 'i') {
    at++;
  } else {
    if (*memory != 'b') at = skip_letter(at, "ti");
    at = skip_number(at);
  }
  if (*at == 'v') at = skip_number(at + 1);
  if (*at == 'j') {
    const char *number = at + 1;
    at = skip_number(number);
    if (at == number) return false;
  }
  return *skip_letter(at, "er") == '\0';
}

// The `$`, and which kind of operand the word behind it makes of it. Without a word it is nothing.
static void scan_dollar(TSLexer *lexer, bool glued) {
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  if (!is_letter(lexer->lookahead)) {
    lexer->result_symbol = SKIPPED_WORD;
    return;
  }

  char word[LONGEST_MEMORY_WORD + 1];
  unsigned length = 0;
  while (is_word(lexer->lookahead) && length < LONGEST_MEMORY_WORD) {
    word[length++] = (char)lexer->lookahead;
    lexer->advance(lexer, false);
  }
  word[length] = '\0';

  bool is_memory = !is_word(lexer->lookahead) && has_memory_shape(word);
  if (is_memory) lexer->result_symbol = glued ? GLUED_MEMORY_DOLLAR : MEMORY_DOLLAR;
  else lexer->result_symbol = glued ? GLUED_NAME_DOLLAR : NAME_DOLLAR;
}

// A name ends with its word, except that a forwarding register, whose name ends with f, may carry a
// conversion: `$maufe`, `$alufr`.
static bool scan_name(TSLexer *lexer) {
  int32_t before_last = 0, last = 0;
  lexer->result_symbol = OPERAND_NAME;
  while (is_word(lexer->lookahead)) {
    int32_t next = lexer->lookahead;
    if (last == 'f' && (next == 'e' || next == 'r')) lexer->mark_end(lexer);
    lexer->advance(lexer, false);
    before_last = last;
    last = next;
  }
  if (!(before_last == 'f' && (last == 'e' || last == 'r'))) lexer->mark_end(lexer);
  return true;
}

static void scan_line_end(TSLexer *lexer) {
  bool carriage_return = lexer->lookahead == '\r';
  lexer->advance(lexer, false);
  if (carriage_return && lexer->lookahead == '\n') lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  lexer->result_symbol = LINE_END;
}

// Outside recovery, comments and semicolons are left to the generated lexer.
static void scan_comment(TSLexer *lexer) {
  while (!lexer->eof(lexer) && !is_line_end(lexer)) lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  lexer->result_symbol = COMMENT;
}

static void scan_semicolon(TSLexer *lexer) {
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  lexer->result_symbol = SEMICOLON;
}

// Everything up to the next space or place to go on from; at least the character at hand.
static void scan_skipped_word(TSLexer *lexer) {
  lexer->advance(lexer, false);
  while (!lexer->eof(lexer) && !is_line_end(lexer) && !is_space(lexer) && lexer->lookahead != ';' &&
         lexer->lookahead != '#') {
    lexer->advance(lexer, false);
  }
  lexer->mark_end(lexer);
  lexer->result_symbol = SKIPPED_WORD;
}

static bool scan_in_recovery(State *state, TSLexer *lexer, bool spaced) {
  if (lexer->eof(lexer)) return false;
  if (state->skipped_nothings_left > 0) {
    state->skipped_nothings_left--;
    lexer->result_symbol = SKIPPED_NOTHING;
    return true;
  }
  if (is_line_end(lexer)) {
    state->skipped_nothings_left = LINE_END_COST;
    scan_line_end(lexer);
  } else if (lexer->lookahead == '#') {
    scan_comment(lexer);
  } else if (lexer->lookahead == ';') {
    scan_semicolon(lexer);
  } else if (lexer->lookahead == '$' && spaced) {
    scan_dollar(lexer, false);
  } else {
    scan_skipped_word(lexer);
  }
  if (lexer->result_symbol != SKIPPED_WORD) state->recovery_parity = !state->recovery_parity;
  return true;
}

static bool scan(State *state, TSLexer *lexer, const bool *valid_symbols) {
  // The sentinel is in no rule, so it is asked for only when everything is: in recovery.
  bool recovering = valid_symbols[ERROR_SENTINEL];

  if (!recovering && valid_symbols[LINE_BEGIN]) {
    *state = (State){0};
    lexer->mark_end(lexer);
    lexer->result_symbol = LINE_BEGIN;
    return true;
  }
  if (!recovering && valid_symbols[OPERAND_NAME]) {
    return is_letter(lexer->lookahead) && scan_name(lexer);
  }

  bool spaced = false;
  while (is_space(lexer)) {
    lexer->advance(lexer, true);
    spaced = true;
  }
  if (recovering) return scan_in_recovery(state, lexer, spaced);
  if (is_line_end(lexer) && valid_symbols[LINE_END]) {
    scan_line_end(lexer);
    return true;
  }
  if (lexer->lookahead != '$') return false;
  if (valid_symbols[DEBUG_DOLLAR]) {
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    lexer->result_symbol = DEBUG_DOLLAR;
    return true;
  }
  scan_dollar(lexer, !spaced && valid_symbols[GLUED_MEMORY_DOLLAR]);
  return valid_symbols[lexer->result_symbol];
}

void *tree_sitter_mnc2_external_scanner_create(void) { return ts_calloc(1, sizeof(State)); }

void tree_sitter_mnc2_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_mnc2_external_scanner_serialize(void *payload, char *buffer) {
  const State *state = payload;
  buffer[0] = state->recovery_parity;
  buffer[1] = (char)state->skipped_nothings_left;
  return 2;
}

void tree_sitter_mnc2_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  State *state = payload;
  *state = (State){0};
  if (length != 2) return;
  state->recovery_parity = buffer[0];
  state->skipped_nothings_left = (unsigned char)buffer[1];
}

bool tree_sitter_mnc2_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  return scan(payload, lexer, valid_symbols);
}
