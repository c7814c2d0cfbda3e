// Colours for numbers from 0 to 1: even in lightness, distinguishable for everyone, and clear on light and dark
// ground.

/** Stops from cool and dark to warm and bright. */
const STOPS: readonly (readonly [number, number, number])[] = [
  [48, 52, 140],
  [33, 104, 172],
  [26, 150, 160],
  [72, 188, 120],
  [176, 213, 70],
  [252, 226, 84],
];

export function heat(share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const index = Math.min(Math.floor(place), STOPS.length - 2);
  const [from, to] = [STOPS[index] ?? [0, 0, 0], STOPS[index + 1] ?? [0, 0, 0]];
  const part = place - index;
  const mixed = from.map((channel, at) => Math.round(channel + ((to[at] ?? 0) - channel) * part));
  return `rgb(${mixed.join(" ")})`;
}
