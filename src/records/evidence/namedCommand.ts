import { isMasked } from '../../domain/evidence/commandText.js';
import { isRunOf } from '../../domain/evidence/freshness.js';
import type { RunFacts } from '../../domain/evidence/runFacts.js';
import { sha256 } from '../../platform/sha256.js';

/** Hashes a command of the settings, stored beside its redacted text. */
export function nameHash(command: string): string {
  return sha256(command.trim());
}

/** Indexes of the commands, unredacted as in the settings, that the evidence is a run of. */
export function namedRuns(
  proof: { readonly command: string; readonly run?: RunFacts | undefined },
  commands: readonly string[],
): readonly number[] {
  const isRun = isMasked(proof.command)
    ? (command: string) => proof.run?.named === nameHash(command)
    : (command: string) => isRunOf(proof, command);
  return commands.flatMap((command, index) => (isRun(command) ? [index] : []));
}
