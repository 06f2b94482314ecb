import { minObjectiveLength, type PacketFacts, type PacketSizes } from './packetFacts.js';
import type { ContextProfile, UnsignedPacket } from './packetSchema.js';
import { packetOf } from './sections.js';

/** Default sizes, and those of `full_debug`. */
export const packetSizes = {
  summary: {
    next: 1,
    hint: 1,
    said: 1000,
    notes: 1000,
    payload: 1000,
    attempts: 3,
    lane: 5,
    mustPass: 10,
    uncommitted: 8,
    messages: 5,
    text: 240,
    objective: 2000,
    findings: 10,
    verdicts: 3,
    records: 5,
    slices: 5,
    decisions: 3,
    touchedFiles: 20,
    queue: 5,
    documents: 10,
  },
  debug: {
    next: 1,
    hint: 1,
    said: 4000,
    notes: 4000,
    payload: 4000,
    attempts: 20,
    lane: 50,
    mustPass: 50,
    uncommitted: 100,
    messages: 20,
    text: 1000,
    objective: 2000,
    findings: 50,
    verdicts: 20,
    records: 50,
    slices: 50,
    decisions: 30,
    touchedFiles: 200,
    queue: 5,
    documents: 20,
  },
} as const satisfies Record<string, PacketSizes>;

/**
 * Tried in order if the budget is too small: first drops old attempts, then what git can tell, old decisions and closed slices,
 * then shortens payload, notes, texts and findings, then drops next actions and blockers beyond the first. The holder's hint and
 * the next step, found nowhere else, go last; the task, its item, the slice in progress and its runs, and counts stay.
 */
const cuts: readonly Partial<PacketSizes>[] = [
  { attempts: 3, touchedFiles: 50, decisions: 10, slices: 20, text: 500, uncommitted: 20, payload: 1000, notes: 2000 },
  { attempts: 1, verdicts: 5, lane: 5, documents: 10, messages: 5, mustPass: 10 },
  { touchedFiles: 20, decisions: 3, slices: 5, text: 240, uncommitted: 8, notes: 1000, said: 1000 },
  { touchedFiles: 10 },
  { decisions: 1 },
  { slices: 3, records: 10, findings: 20 },
  { payload: 400 },
  { notes: 400 },
  { text: 160, findings: 10, queue: 3 },
  { touchedFiles: 5, documents: 5, uncommitted: 5, lane: 2 },
  { verdicts: 1, records: 5 },
  { text: 100, said: 400 },
  { findings: 5, notes: 240, payload: 120, queue: 1, messages: 3 },
  { decisions: 0, attempts: 0 },
  { slices: 1 },
  { objective: 400 },
  { touchedFiles: 0, documents: 0 },
  { findings: 3, records: 3, uncommitted: 3, mustPass: 3 },
  { text: 60, objective: 150, notes: 120, said: 240, lane: 1 },
  { slices: 0, verdicts: 0, payload: 0, queue: 0 },
  { findings: 1, records: 1, uncommitted: 1, messages: 1 },
  { findings: 0, records: 0, text: 40, objective: minObjectiveLength, said: 80 },
  { notes: 0, uncommitted: 0, lane: 0, mustPass: 0, messages: 0 },
  { hint: 0 },
  { next: 0 },
];

export function packetBytes(packet: unknown): number {
  return new TextEncoder().encode(JSON.stringify(packet)).length;
}

export function fullPacket(
  facts: PacketFacts,
  profile: ContextProfile,
  requested: Partial<PacketSizes> = {},
): UnsignedPacket {
  return packetOf(facts, profile, sizesOf(profile, requested));
}

function sizesOf(profile: ContextProfile, requested: Partial<PacketSizes>): PacketSizes {
  return { ...(profile === 'full_debug' ? packetSizes.debug : packetSizes.summary), ...requested };
}

/** Fullest packet that fits, as counted by `bytesOf`; the shortest if none does. */
export function fitPacket(
  facts: PacketFacts,
  profile: ContextProfile,
  budget: number,
  bytesOf: (packet: UnsignedPacket) => number,
  requested: Partial<PacketSizes> = {},
): UnsignedPacket {
  let sizes = sizesOf(profile, requested);
  let packet = packetOf(facts, profile, sizes);
  for (const cut of cuts) {
    if (bytesOf(packet) <= budget) break;
    sizes = smaller(sizes, cut);
    packet = packetOf(facts, profile, sizes);
  }
  return packet;
}

function smaller(sizes: PacketSizes, cut: Partial<PacketSizes>): PacketSizes {
  const entries = Object.entries(sizes) as [keyof PacketSizes, number][];
  return Object.fromEntries(
    entries.map(([name, size]) => [name, Math.min(size, cut[name] ?? size)]),
  ) as unknown as PacketSizes;
}
