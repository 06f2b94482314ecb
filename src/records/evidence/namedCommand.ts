import { isMasked } from '../../domain/evidence/commandText.js';
import { isRunOf } from '../../domain/evidence/freshness.js';
import type { RunFacts } from '../../domain/evidence/runFacts.js';
import { sha256 } from '../../platform/sha256.js';

/** What evidence of a command that settings name keeps in place of its text, which is redacted. */
export function nameHash(command: string): string {
  return sha256(command.trim());
}

/** The places of the commands in the settings, as they are there, that evidence is a run of. */
export function namedRuns(
  proof: { readonly command: string; readonly run?: RunFacts | undefined },
  commands: readonly string[],
): readonly number[] {
  const isRun = isMasked(proof.command)
    ? (command: string) => proof.run?.named === nameHash(command)
    : (command: string) => isRunOf(proof, command);
  return commands.flatMap((command, index) => (isRun(command) ? [index] : []));
}
