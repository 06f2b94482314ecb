/**
 * Dependencies of items and their parents, like `heldBySql`: one on the parent's own part does not hold back other parts, and an
 * `isEnded` item holds back none. Maps are read on each call, so they may still grow.
 */
export class HeldEdges {
  constructor(
    private readonly dependsOn: ReadonlyMap<string, readonly string[]>,
    private readonly parentOf: ReadonlyMap<string, string>,
    private readonly isEnded: (id: string) => boolean = () => false,
  ) {}

  get(id: string): readonly string[] {
    const found = new Set(this.dependsOn.get(id));
    for (let above = this.parentOf.get(id); above !== undefined; above = this.parentOf.get(above)) {
      if (this.isEnded(above)) continue;
      for (const target of this.dependsOn.get(above) ?? []) if (!this.isBelow(target, above)) found.add(target);
    }
    return [...found];
  }

  /** True for an item itself and its parts, at any depth. */
  isBelow(id: string, item: string): boolean {
    let above: string | undefined = id;
    while (above !== undefined && above !== item) above = this.parentOf.get(above);
    return above === item;
  }

  /** True for an item that would wait for `target` if `from` depended on it. */
  wouldWait(id: string, from: string, target: string): boolean {
    return id === from || (this.isBelow(id, from) && !this.isBelow(target, from));
  }
}
