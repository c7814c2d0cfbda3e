// Which values have changed since an earlier point in time. Pure.

/** Values that are remembered; beyond it all older ones are forgotten. */
const REMEMBERED_MAX = 65_536;

export class Changes {
  /** The last values shown at earlier points in time, and the values at this one. */
  private readonly earlier = new Map<string, string>();
  private readonly present = new Map<string, string>();
  private moment: number | undefined;

  /** Records the values shown at a point in time, by name; returns the earlier value of each that has changed. */
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
