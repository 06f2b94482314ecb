import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, ChildError } from './child.js';

/**
 * Has a process claim items until none is left; resolves to `done`, to `GONE` if it was killed, or to the error that ended it. Where
 * it was too late to see whether its last claim counts, as others had done with the log by then, it says so and goes on.
 */
export async function claimAll(child: Child, owner: string): Promise<string> {
  for (;;) {
    const end = await child.run({ do: 'work', owner }).then(
      () => 'done',
      (error: unknown) => error,
    );
    if (!(end instanceof ChildError)) return String(end);
    if (end.code !== 'STORE_UNCERTAIN') return end.code === 'GONE' ? end.code : end.message;
  }
}

/** No process gets a turn to write any more: the log alone decides who was first, as often as that can be. */
export function withoutTurns(directory: string): void {
  mkdirSync(join(directory, 'turn'));
}
