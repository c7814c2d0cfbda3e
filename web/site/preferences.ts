// How the user likes the page, as the browser stores it: none of it belongs to a program or to a link.

import * as kept from "./kept";

/** What each preference can be, the default first. */
const CHOICES = {
  /** Where the views are, seen from the program. */
  panes: ["right", "below", "hidden"],
  /** Whether long lines continue below. */
  wrap: ["on", "off"],
  /** Whether commands are shown above lines. */
  lenses: ["on", "off"],
  /** The lines whose steps are shown. */
  steps: ["currentLine", "everyLine", "off"],
  /** Whether the addresses of each cycle are shown after operands. */
  addresses: ["off", "on"],
  /** Whether the step is shown in which a result can be read. */
  readable: ["off", "on"],
} as const;

export type Preference = keyof typeof CHOICES;

/** The preferences, in the order in which they are offered. */
export const PREFERENCES = Object.keys(CHOICES) as Preference[];

const PREFIX = "prefers.";

/** What was chosen in a page whose browser stores nothing. */
const chosen = new Map<Preference, string>();

export function choicesOf(name: Preference): readonly string[] {
  return CHOICES[name];
}

/** What is preferred: a stored value outside the choices is ignored. */
export function preferred<Name extends Preference>(name: Name): (typeof CHOICES)[Name][number] {
  const value = chosen.get(name) ?? kept.read(PREFIX + name);
  const choices: readonly string[] = CHOICES[name];
  return (value !== null && choices.includes(value) ? value : choices[0]) as (typeof CHOICES)[Name][number];
}

export function prefer(name: Preference, value: string): void {
  chosen.set(name, value);
  kept.write(PREFIX + name, value);
}

/** The settings of hints, as the server takes them. */
export function hintSettings(): object {
  return { steps: preferred("steps"), addresses: preferred("addresses") === "on", readable: preferred("readable") === "on" };
}
