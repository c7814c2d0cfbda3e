//! Where values go once units are merged and in another order.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mnc2_program::access::Store;

use super::packs::Packs;
use super::units::Units;
use crate::draft::Draft;
use crate::values::{END, FREE_LINES_MAX, MEMORIES, Occupied, Stay, Values, moved};

/// How far each web moves, in words; or, if there is no place, the units that should not be merged.
pub(super) fn assign_places(
    draft: &Draft,
    units: &Units,
    packs: &mut Packs,
    order: &[usize],
    values: &Values,
) -> Result<Vec<i64>, BTreeSet<usize>> {
    let stays = in_order(draft, units, packs, order, values);
    let of_lines = units.unit_by_line(draft);
    let mut placing = Placing {
        distances: vec![0; values.webs.len()],
        occupied: Occupied::by(std::iter::empty()),
        stays: vec![Vec::new(); values.webs.len()],
    };
    for stay in stays {
        placing.stays[stay.web].push(stay);
    }
    let mut groups: BTreeMap<usize, Vec<(usize, i64)>> = BTreeMap::new();
    let (mut pinned, mut fixed) = (Vec::new(), Vec::new());
    for (index, web) in values.webs.iter().enumerate() {
        let (root, further) = packs.ties.root(index);
        if web.is_pinned {
            pinned.extend_from_slice(&placing.stays[index]);
        } else if packs.ties.is_fixed(root) {
            fixed.push((index, -further));
        } else {
            groups.entry(root).or_default().push((index, -further));
        }
    }
    placing.occupied = Occupied::by(pinned.iter());
    let merged = |webs: &[usize]| -> BTreeSet<usize> {
        let lines = webs.iter().flat_map(|&web| &values.webs[web].mentions);
        let of_line = |line: usize| of_lines[line - draft.start];
        let own: BTreeSet<usize> = lines.filter_map(|it| of_line(it.line)).collect();
        let is_merged = |unit: &usize| packs.list[packs.of_units[*unit]].units.len() > 1;
        let merged: BTreeSet<usize> = own.iter().copied().filter(is_merged).collect();
        match (own.first(), own.last()) {
            // Something else that is merged is in its way.
            (Some(&first), Some(&last)) if merged.is_empty() => {
                (first..=last).filter(is_merged).collect()
            }
            _ => merged,
        }
    };
    let mut without_place = BTreeSet::new();
    let mut has_all = true;
    for (web, distance) in fixed {
        if placing.place(&[(web, 0)], distance).is_none() {
            has_all = false;
            without_place.append(&mut merged(&[web]));
        }
    }
    // Values that nothing is tied to stay where they are, if they can.
    let (single, tied): (Vec<_>, Vec<_>) = groups.into_values().partition(|it| it.len() == 1);
    let mut left = Vec::new();
    for group in single {
        if placing.place(&group, -group[0].1).is_none() {
            left.push(group);
        }
    }
    for group in tied.into_iter().chain(left) {
        let unit = |&(web, _): &(usize, i64)| i64::from(values.webs[web].unit.max(1));
        let unit = group.iter().map(unit).max().unwrap_or(1);
        if placing.place_somewhere(&group, unit).is_none() {
            // A smaller group finds a place more easily.
            let webs: Vec<usize> = group.iter().map(|it| it.0).collect();
            without_place.append(&mut merged(&webs[webs.len() / 2..]));
            has_all = false;
        }
    }
    if has_all {
        Ok(placing.distances)
    } else {
        Err(without_place)
    }
}

struct Placing {
    distances: Vec<i64>,
    occupied: Occupied,
    stays: Vec<Vec<Stay>>,
}

impl Placing {
    /// Where the values of webs are if the first of their group moves that far.
    fn at(&self, group: &[(usize, i64)], distance: i64) -> Option<Vec<Stay>> {
        let mut stays = Vec::new();
        for &(web, further) in group {
            let memory = self.stays[web].first()?.memory;
            stays.extend(moved(&self.stays[web], memory, distance + further)?);
        }
        Some(stays)
    }

    /// Puts a group there; `None` if something else is there.
    fn place(&mut self, group: &[(usize, i64)], distance: i64) -> Option<()> {
        let stays = self.at(group, distance)?;
        self.occupied.freedom(&stays)?;
        self.take(group, distance, &stays);
        Some(())
    }

    fn take(&mut self, group: &[(usize, i64)], distance: i64, stays: &[Stay]) {
        self.occupied.add(stays);
        for &(web, further) in group {
            self.distances[web] = distance + further;
        }
    }

    /// Puts a group where it is free for the longest; `None` if there is no place.
    fn place_somewhere(&mut self, group: &[(usize, i64)], unit: i64) -> Option<()> {
        let all = || {
            let of = |&(web, further): &(usize, i64)| {
                let stays = self.stays[web].iter();
                stays.map(move |stay| (stay.memory, i64::from(stay.word) + further))
            };
            group.iter().flat_map(of)
        };
        let memory = all().next()?.0;
        let size = i64::from(Store::Memory(MEMORIES[memory]).words());
        let lowest = all().map(|it| it.1).min()?;
        let highest = all().map(|it| it.1).max()?;
        let mut distance = -lowest.div_euclid(unit) * unit;
        if has_collision(&self.at(group, distance)?) {
            return None;
        }
        let mut best: Option<(i64, i64, Vec<Stay>)> = None;
        while highest + distance < size {
            if let Some(stays) = self.at(group, distance)
                && let Some(found) = self.occupied.freedom(&stays)
                && best.as_ref().is_none_or(|(most, ..)| found > *most)
            {
                best = Some((found, distance, stays));
                if found >= 4 * FREE_LINES_MAX {
                    break;
                }
            }
            distance += unit;
        }
        let (_, distance, stays) = best?;
        self.take(group, distance, &stays);
        Some(())
    }
}

/// Whether two of some values would be in one word at the same time.
fn has_collision(stays: &[Stay]) -> bool {
    let mut of_words: HashMap<(usize, u32), Vec<(i64, i64)>> = HashMap::new();
    for stay in stays {
        let of_word = of_words.entry((stay.memory, stay.word)).or_default();
        of_word.push((stay.first, stay.last));
    }
    of_words.into_values().any(|mut times| {
        times.sort_unstable();
        times.windows(2).any(|pair| pair[1].0 <= pair[0].1)
    })
}

/// The values with the times of the new order.
fn in_order(
    draft: &Draft,
    units: &Units,
    packs: &Packs,
    order: &[usize],
    values: &Values,
) -> Vec<Stay> {
    let mut lines = vec![0_i64; draft.lines.len()];
    let mut next = draft.start as i64;
    for &pack in order {
        let own = &packs.list[pack].units;
        for &unit in own {
            for (position, line) in (next..).zip(&units.list[unit].lines) {
                lines[line - draft.start] = position;
            }
        }
        next += units.list[own[0]].lines.len() as i64;
    }
    let time = |time: i64| {
        let own = usize::try_from(time / 2).ok();
        let own = own.and_then(|line| lines.get(line.checked_sub(draft.start)?));
        match own {
            Some(line) if time != END => 2 * line + time % 2,
            _ => time,
        }
    };
    let mut stays = values.stays.clone();
    for stay in &mut stays {
        // What is there at the start stays there from the start on.
        (stay.first, stay.last) = if stay.first < 0 {
            (stay.first, stay.first)
        } else {
            (i64::MAX, -1)
        };
    }
    for it in &values.uses {
        let stay = &mut stays[it.stay as usize];
        let time = time(it.time);
        stay.first = stay.first.min(time);
        stay.last = stay.last.max(time);
    }
    stays
}
