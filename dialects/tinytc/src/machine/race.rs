//! The accesses to an element, to find unordered ones.
//!
//! Two accesses are a race if at least one writes another value than is there, not both are atomic, and they belong to different work-items
//! between the same two barriers, or to different work-groups. An iteration of `foreach` is a work-item. Writes of what is there already
//! are not a race, as in other tools, because their order does not matter.

use std::sync::Arc;

/// The elements of a page of marks.
const PAGE: usize = 256;

/// Several work-items, or several work-groups.
const MANY: u32 = u32::MAX >> 1;

/// An access by a work-item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) group: u32,
    /// What is between two barriers, counted from 1 over the whole run; 0 if accesses are not followed.
    pub(super) phase: u32,
    pub(super) item: u32,
    /// Whether it is atomic.
    pub(super) is_atomic: bool,
    is_write: bool,
}

/// The last access of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct Agent {
    group: u32,
    phase: u32,
    /// The highest bit is set if the access was atomic.
    item: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    write: Agent,
    read: Agent,
}

/// The marks of a buffer in pages; a page without tracked accesses is absent.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pages: Vec<Option<Arc<[Mark; PAGE]>>>,
    bytes: u64,
}

/// Two accesses that nothing orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    agent: Agent,
    access: Access,
}

impl Access {
    /// A read; [`Self::writing`] makes it a write.
    pub(super) const fn new(group: u32, phase: u32, item: u32) -> Self {
        Self {
            group,
            phase,
            item,
            is_atomic: false,
            is_write: false,
        }
    }

    /// The same, atomic or not.
    pub(super) const fn atomic(mut self, is_atomic: bool) -> Self {
        self.is_atomic = is_atomic;
        self
    }

    /// The same by several work-items.
    pub(super) const fn by_many(mut self) -> Self {
        self.item = MANY;
        self
    }

    pub(super) const fn reading(mut self) -> Self {
        self.is_write = false;
        self
    }

    pub(super) const fn writing(mut self) -> Self {
        self.is_write = true;
        self
    }

    pub(super) const fn is_write(self) -> bool {
        self.is_write
    }

    pub(super) const fn is_followed(self) -> bool {
        self.phase != 0
    }
}

impl Agent {
    const ATOMIC: u32 = 1 << 31;

    fn is_unordered(self, access: Access) -> bool {
        let is_atomic = self.item & Self::ATOMIC != 0;
        if self.phase == 0 || (is_atomic && access.is_atomic) {
            return false;
        }
        let item = self.item & !Self::ATOMIC;
        self.group != access.group
            || (self.phase == access.phase && (item == MANY || item != access.item))
    }

    /// This access and another one of the same kind.
    fn joined(self, access: Access) -> Self {
        let atomic = if access.is_atomic { Self::ATOMIC } else { 0 };
        let mut new = Self {
            group: access.group,
            phase: access.phase,
            item: access.item | atomic,
        };
        if self.phase == 0 {
            return new;
        }
        // Only an access that is not atomic matters.
        let both = if self.item & atomic != 0 {
            Self::ATOMIC
        } else {
            0
        };
        if self.group != access.group {
            new.group = MANY;
            new.item = new.item & !Self::ATOMIC | both;
        } else if self.phase == access.phase {
            if self.item & !Self::ATOMIC != access.item {
                new.item = MANY;
            }
            new.item = new.item & !Self::ATOMIC | both;
        }
        new
    }
}

impl Marks {
    /// An earlier access that nothing orders before this one.
    pub(super) fn conflict(&self, at: usize, access: Access) -> Option<Conflict> {
        let page = self.pages.get(at / PAGE)?.as_ref()?;
        let mark = page[at % PAGE];
        let agents = [Some(mark.write), access.is_write.then_some(mark.read)];
        let agent = agents
            .into_iter()
            .flatten()
            .find(|it| it.is_unordered(access))?;
        Some(Conflict { agent, access })
    }

    pub(super) fn remember(&mut self, at: usize, access: Access) {
        if self.pages.len() <= at / PAGE {
            self.pages.resize(at / PAGE + 1, None);
        }
        let page = &mut self.pages[at / PAGE];
        let page = page.get_or_insert_with(|| {
            self.bytes += size_of::<[Mark; PAGE]>() as u64;
            Arc::new([Mark::default(); PAGE])
        });
        let mark = &mut Arc::make_mut(page)[at % PAGE];
        let agent = if access.is_write {
            &mut mark.write
        } else {
            &mut mark.read
        };
        *agent = agent.joined(access);
    }

    pub(super) fn size_bytes(&self) -> u64 {
        self.bytes
    }
}

impl Conflict {
    /// Whether the two belong to different work-groups.
    pub(super) fn is_between_groups(&self) -> bool {
        self.agent.group != self.access.group
    }

    /// The number of the work-item or work-group of the first access, for a sentence.
    pub(super) fn first(&self) -> String {
        let number = if self.is_between_groups() {
            self.agent.group
        } else {
            self.agent.item & !Agent::ATOMIC
        };
        named(number)
    }

    /// The number of the work-item or work-group of the second one.
    pub(super) fn second(&self) -> String {
        let number = if self.is_between_groups() {
            self.access.group
        } else {
            self.access.item
        };
        named(number)
    }
}

fn named(number: u32) -> String {
    match number {
        MANY => "*".to_owned(),
        number => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(first: Access, second: Access) -> bool {
        let mut marks = Marks::default();
        marks.remember(7, first);
        marks.conflict(7, second).is_some()
    }

    #[test]
    fn work_items_between_the_same_barriers_race() {
        let access = |group, phase, item| Access::new(group, phase, item);
        assert!(race(access(0, 1, 0).writing(), access(0, 1, 1).writing()));
        assert!(race(access(0, 1, 0).writing(), access(0, 1, 1).reading()));
        assert!(race(access(0, 1, 0).reading(), access(0, 1, 1).writing()));
        assert!(!race(access(0, 1, 0).reading(), access(0, 1, 1).reading()));
        assert!(!race(access(0, 1, 0).writing(), access(0, 1, 0).writing()));
        assert!(!race(access(0, 1, 0).writing(), access(0, 2, 1).writing()));
        assert!(race(access(0, 1, 0).writing(), access(1, 2, 0).reading()));
        let atomic = |item| access(0, 1, item).atomic(true);
        assert!(!race(atomic(0).writing(), atomic(1).writing()));
        assert!(race(atomic(0).writing(), access(0, 1, 1).reading()));
        assert!(race(
            access(0, 1, 0).by_many().reading(),
            access(0, 1, 0).writing()
        ));
    }

    #[test]
    fn several_readers_are_remembered() {
        let mut marks = Marks::default();
        marks.remember(0, Access::new(0, 1, 3).reading());
        marks.remember(0, Access::new(0, 1, 4).reading());
        assert!(marks.conflict(0, Access::new(0, 1, 4).writing()).is_some());
        assert!(marks.conflict(0, Access::new(0, 2, 4).writing()).is_none());
        marks.remember(0, Access::new(1, 3, 4).reading());
        assert!(marks.conflict(0, Access::new(1, 4, 4).writing()).is_some());
        assert!(marks.conflict(1, Access::new(1, 4, 4).writing()).is_none());
    }
}
