/** Ports reserved for one lane, so that servers of two lanes never conflict. */
export interface PortBlock {
  readonly first: number;
  readonly count: number;
}

/** Above the ports that projects commonly use. */
export const lanePorts = { from: 42_000, to: 45_990, count: 10 } as const;

/** Returns the lowest free block from port `after` on; undefined if all are taken. */
export function nextPortBlock(taken: readonly PortBlock[], after = 0): PortBlock | undefined {
  for (let first: number = lanePorts.from; first + lanePorts.count <= lanePorts.to; first += lanePorts.count) {
    if (first <= after) continue;
    const meets = taken.some(block => first < block.first + block.count && block.first < first + lanePorts.count);
    if (!meets) return { first, count: lanePorts.count };
  }
  return undefined;
}
