// Decides what stands behind the `$` of an operand, which takes the whole word to see: `$m0v` is a
// memory with its parts, `$mauf` a name, and so is any word that fits neither (`$lm0x`), so that it can
// be explained as one thing. The decision is about shapes; which names exist is not known here.
//
// The shape of a memory (manual 3.5.2, 3.6.1), letters glued together:
//   [l|ll] memory [t|i] [number] [v[number]] [j number] [e|r]
// It must agree with the rule `memory_operand` of grammar.js.
//
// No state, no allocation; each call reads at most one word.

#include "tree_sitter/parser.h"

enum TokenType {
  MEMORY_DOLLAR,
  NAME_DOLLAR,
  GLUED_MEMORY_DOLLAR,
  GLUED_NAME_DOLLAR,
  OPERAND_NAME,
  ERROR_SENTINEL,
};

// Longer than any word of memory shape that could mean something; longer words are names.
enum { LONGEST_MEMORY_WORD = 64 };

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

static bool has_memory_shape(const char *at) {
  if (*at == 'l') at++;
  if (*at == 'l') at++;

  if (at[0] == 'o' && at[1] == 'm' && at[2] == 'r') at += 3;
  else if (at[0] == 'd' && at[1] == 'a' && at[2] == 'r') at += 3;
  else if ((at[0] == 'm' || at[0] == 'n') && at[1] == 'b') at += 2;
  else {
    switch (*at) {
      case 'r': case 's': case 'm': case 'n': case 't': case 'b':
      case 'c': case 'd': case 'p': case 'x': case 'y':
        at++;
        break;
      default:
        return false;
    }
  }

  bool is_turnaround = at[-1] == 'b' && (at[-2] == 'l' || at[-2] == '$') && *at == 'i';
  if (*at == 't' && !(at[-1] == 'b' && at[-2] != 'm' && at[-2] != 'n')) at++;
  else if (*at == 'i') at++;
  if (!is_turnaround) at = skip_number(at);
  if (*at == 'v') at = skip_number(at + 1);
  if (*at == 'j') {
    const char *number = at + 1;
    at = skip_number(number);
    if (at == number) return false;
  }
  if (*at == 'e' || *at == 'r') at++;
  return *at == '\0';
}

// Reads the word behind `$`. Returns false if there is none.
static bool scan_dollar(TSLexer *lexer, const bool *valid_symbols, bool glued) {
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  if (!is_letter(lexer->lookahead)) return false;

  // The leading `$` lets the shape be asked for the letter before the memory's.
  char word[LONGEST_MEMORY_WORD + 2] = "$";
  unsigned length = 1;
  bool fits = true;
  while (is_word(lexer->lookahead)) {
    if (length <= LONGEST_MEMORY_WORD) word[length++] = (char)lexer->lookahead;
    else { fits = false; break; }
    lexer->advance(lexer, false);
  }
  word[length] = '\0';

  bool memory = fits && has_memory_shape(word + 1);
  enum TokenType symbol = memory ? (glued ? GLUED_MEMORY_DOLLAR : MEMORY_DOLLAR)
                                 : (glued ? GLUED_NAME_DOLLAR : NAME_DOLLAR);
  if (!valid_symbols[symbol]) return false;
  lexer->result_symbol = symbol;
  return true;
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

void *tree_sitter_mnc2_external_scanner_create(void) { return NULL; }
void tree_sitter_mnc2_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_mnc2_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}

void tree_sitter_mnc2_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_mnc2_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  (void)payload;
  bool recovering = valid_symbols[ERROR_SENTINEL];

  if (valid_symbols[OPERAND_NAME] && !recovering) {
    return is_letter(lexer->lookahead) && scan_name(lexer);
  }

  bool spaced = false;
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t') {
    lexer->advance(lexer, true);
    spaced = true;
  }
  if (lexer->lookahead != '$') return false;
  bool glued = !spaced && valid_symbols[GLUED_MEMORY_DOLLAR] && !recovering;
  return scan_dollar(lexer, valid_symbols, glued);
}
