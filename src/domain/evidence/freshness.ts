import { isMasked } from './commandText.js';
import { type EvidenceGrade, evidenceGrades } from './evidenceGrade.js';
import type { EvidenceRow } from './evidenceRow.js';

export type Provable = Pick<EvidenceRow, 'tree_hash'>;
export type RecordedRun = Provable & Pick<EvidenceRow, 'command' | 'directory' | 'passed' | 'grade'>;

/** Compares file content, not time, branch or commit. Evidence without a tree is never fresh. */
export function isFresh({ tree_hash }: Provable, judgedTree: string | undefined): boolean {
  return tree_hash !== null && tree_hash === judgedTree;
}

export function isAtLeast(grade: EvidenceGrade, minimum: EvidenceGrade): boolean {
  return evidenceGrades.indexOf(grade) >= evidenceGrades.indexOf(minimum);
}

/** Compares commands ignoring spaces; line ends matter, because they separate shell commands. */
export function sameCommand(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** False if something was redacted: two such commands may read the same. */
export function isRunOf({ command: run }: Pick<RecordedRun, 'command'>, command: string): boolean {
  return sameCommand(run, command) && !isMasked(run);
}

/** `proofs` are newest first; those below the min grade are ignored. An undefined `command` matches any. */
export function latestEvidence<Row extends RecordedRun>(
  proofs: readonly Row[],
  judgedTree: string | undefined,
  { command, minimum }: { readonly command: string | undefined; readonly minimum: EvidenceGrade },
): Row | undefined {
  return proofs.find(
    proof =>
      isFresh(proof, judgedTree) &&
      isAtLeast(proof.grade, minimum) &&
      // A run in a subfolder proves nothing about the whole.
      (command === undefined || (proof.directory === '' && isRunOf(proof, command))),
  );
}

export type EvidenceState = 'missing' | 'weak' | 'stale' | 'failed' | 'passed';

/** `proofs` are newest first. `stale`: proven on another tree; `weak`: by too weak a grade. */
export function evidenceState(
  proofs: readonly RecordedRun[],
  judgedTree: string | undefined,
  required: { readonly command: string | undefined; readonly minimum: EvidenceGrade },
): EvidenceState {
  const latest = latestEvidence(proofs, judgedTree, required);
  if (latest !== undefined) return latest.passed === 1 ? 'passed' : 'failed';
  const { command } = required;
  const ofCommand = proofs.filter(proof => command === undefined || isRunOf(proof, command));
  if (ofCommand.some(proof => isFresh(proof, judgedTree))) return 'weak';
  return ofCommand.length > 0 ? 'stale' : 'missing';
}

function plain(command: string): string {
  return command.trim().replace(/[^\S\r\n]+/g, ' ');
}
