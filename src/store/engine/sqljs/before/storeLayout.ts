/** Names in a store's directory. No file is renamed onto an existing name. */
export const lockName = 'lock';
export const waitingDirectory = 'waiting';

const generationDigits = 8;

function pad(generation: number): string {
  return String(generation).padStart(generationDigits, '0');
}

/** `journal.00000003.log`. */
export function journalName(generation: number): string {
  return `journal.${pad(generation)}.log`;
}

export interface StoreListing {
  /** Generations with a journal, highest first. */
  readonly generations: readonly number[];
  readonly snapshots: ReadonlyMap<number, readonly string[]>;
  readonly names: readonly string[];
}

export function readListing(names: readonly string[]): StoreListing {
  const generations: number[] = [];
  const snapshots = new Map<number, string[]>();
  for (const name of names) {
    const journal = /^journal\.(\d{8,})\.log$/.exec(name);
    if (journal?.[1] !== undefined) generations.push(Number(journal[1]));
    const snapshot = /^state\.(\d{8,})\.[\w-]+\.sqlite$/.exec(name);
    if (snapshot?.[1] !== undefined) {
      const generation = Number(snapshot[1]);
      snapshots.set(generation, [...(snapshots.get(generation) ?? []), name]);
    }
  }
  generations.sort((left, right) => right - left);
  return { generations, snapshots, names };
}
