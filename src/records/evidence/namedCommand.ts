import { isMasked } from '../../domain/evidence/commandText.js';
import { isRunOf } from '../../domain/evidence/freshness.js';
import type { RunFacts } from '../../domain/evidence/runFacts.js';
import { sha256 } from '../../platform/sha256.js';

/** Hashes a command of the settings, for evidence to store beside its redacted text. */
export function nameHash(command: string): string {
  return sha256(command.trim());
}

/** Returns the indexes of those commands, unredacted as in the settings, of which evidence is a run. */
export function namedRuns(
  proof: { readonly command: string; readonly run?: RunFacts | undefined },
  commands: readonly string[],
): readonly number[] {
  const isRun = isMasked(proof.command)
    ? (command: string) => proof.run?.named === nameHash(command)
    : (command: string) => isRunOf(proof, command);
  return commands.flatMap((command, index) => (isRun(command) ? [index] : []));
}
