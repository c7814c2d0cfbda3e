// How one list of lines becomes another.

/** A line that is unchanged, removed or added. */
export interface Changed {
  sign: " " | "-" | "+";
  text: string;
}

/** Comparisons that are made; beyond them all old lines go, and all new ones come. */
const COMPARED_MAX = 4_000_000;

/** The shortest way from the old lines to the new ones. */
export function difference(old: readonly string[], fresh: readonly string[]): Changed[] {
  const gone = old.map((text): Changed => ({ sign: "-", text }));
  const come = fresh.map((text): Changed => ({ sign: "+", text }));
  if (old.length * fresh.length > COMPARED_MAX) {
    return [...gone, ...come];
  }
  // How many lines the rests of both have in common.
  const width = fresh.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const way: Changed[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      way.push({ sign: " ", text: old[i] ?? "" });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      way.push(...gone.slice(i, i + 1));
      i += 1;
    } else {
      way.push(...come.slice(j, j + 1));
      j += 1;
    }
  }
  return [...way, ...gone.slice(i), ...come.slice(j)];
}
