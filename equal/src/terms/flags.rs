//! Mask flags as terms: each word has its own where they are known apart.

use super::{Kind, Terms, Value};

impl Terms {
    /// The flags of a long word, from the flags of its single words.
    pub(crate) fn flags_of_words(&mut self, words: [Value; 2]) -> Value {
        let flags = self.computed(Kind::List, &words);
        self.flags.insert(flags, words);
        flags
    }

    /// Remembers what each flag of a half-precision operation is.
    pub(crate) fn set_flags_of_halves(&mut self, flags: Value, words: [Value; 4]) {
        self.flags_of_halves.insert(flags, words);
    }

    /// The flags of a single word of two long words, if each has one of its own.
    pub(crate) fn word_of_double_long_flags(&self, flags: Value, word: usize) -> Option<Value> {
        self.flags_of_halves.get(&flags)?.get(word).copied()
    }

    /// The flags of each word that has flags of its own, of two or four.
    pub(crate) fn words_of_flags(&self, flags: Value) -> Vec<Value> {
        let two = self.flags.get(&flags).map(|it| it.to_vec());
        let four = || self.flags_of_halves.get(&flags).map(|it| it.to_vec());
        two.or_else(four).unwrap_or_default()
    }

    /// The flags of a single word of the first long word, if they are known by word.
    pub(crate) fn word_of_flags(&self, flags: Value, word: usize) -> Option<Value> {
        self.flags.get(&flags)?.get(word).copied()
    }
}
