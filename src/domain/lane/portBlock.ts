/** Ports that a lane may use: a block of its own, so that two servers of two lanes never meet. */
export interface PortBlock {
  /** The first one; `PORT` in the lane's environment file. */
  readonly first: number;
  readonly count: number;
}

/** Ports are leased from here on; below are those that projects are usually set to. */
export const lanePorts = { from: 42_000, to: 45_990, count: 10 } as const;

/** The lowest block that no lane holds, from `after` on; undefined when all are taken. */
export function nextPortBlock(taken: readonly PortBlock[], after = 0): PortBlock | undefined {
  for (let first: number = lanePorts.from; first + lanePorts.count <= lanePorts.to; first += lanePorts.count) {
    if (first <= after) continue;
    const meets = taken.some(block => first < block.first + block.count && block.first < first + lanePorts.count);
    if (!meets) return { first, count: lanePorts.count };
  }
  return undefined;
}
