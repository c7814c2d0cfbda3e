// Which values have changed since they were shown at an earlier moment. Pure.

/** Values that are remembered; beyond it all older ones are forgotten. */
const REMEMBERED_MAX = 65_536;

export class Changes {
  /** What was shown last at earlier moments, and at this one. */
  private readonly earlier = new Map<string, string>();
  private readonly present = new Map<string, string>();
  private moment: number | undefined;

  /** Notes the values shown at a moment, by name; returns those with an earlier value that is another one, and that. */
  show(moment: number, values: readonly (readonly [string, string])[]): Map<string, string> {
    if (moment !== this.moment) {
      if (this.earlier.size + this.present.size > REMEMBERED_MAX) {
        this.earlier.clear();
      }
      this.present.forEach((value, name) => this.earlier.set(name, value));
      this.present.clear();
      this.moment = moment;
    }
    const changed = new Map<string, string>();
    for (const [name, value] of values) {
      const before = this.earlier.get(name);
      if (before !== undefined && before !== value) {
        changed.set(name, before);
      }
      this.present.set(name, value);
    }
    return changed;
  }
}
