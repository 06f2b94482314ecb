/**
 * What items wait for where they are parts of each other: `get` tells the dependencies of an item and of all that it is a part of.
 * As in the store (`heldBySql`), what is itself below the item that depends on it does not hold the others below that, and an item that
 * `isEnded` holds back nothing below it. Both maps are read when asked, so they may still grow.
 */
export class HeldEdges {
  constructor(
    private readonly dependsOn: ReadonlyMap<string, readonly string[]>,
    private readonly parentOf: ReadonlyMap<string, string>,
    private readonly isEnded: (id: string) => boolean = () => false,
  ) {}

  /** What an item waits for, each once. */
  get(id: string): readonly string[] {
    const found = new Set(this.dependsOn.get(id));
    for (let above = this.parentOf.get(id); above !== undefined; above = this.parentOf.get(above)) {
      if (this.isEnded(above)) continue;
      for (const target of this.dependsOn.get(above) ?? []) if (!this.isBelow(target, above)) found.add(target);
    }
    return [...found];
  }

  /** True for an item itself and for all that is a part of it. */
  isBelow(id: string, item: string): boolean {
    let above: string | undefined = id;
    while (above !== undefined && above !== item) above = this.parentOf.get(above);
    return above === item;
  }

  /** True for an item that waits for `target` once `from` depends on it. */
  wouldWait(id: string, from: string, target: string): boolean {
    return id === from || (this.isBelow(id, from) && !this.isBelow(target, from));
  }
}
