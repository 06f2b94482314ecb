import { isMasked } from './commandText.js';
import { type EvidenceGrade, evidenceGrades } from './evidenceGrade.js';
import type { EvidenceRow } from './evidenceRow.js';

/** What tells whether evidence is fresh. */
export type Provable = Pick<EvidenceRow, 'tree_hash'>;
/** What tells what evidence says, besides. */
export type Proof = Provable & Pick<EvidenceRow, 'command' | 'directory' | 'passed' | 'grade'>;

/**
 * Evidence is fresh when it was made on exactly the tree being checked: the worktree's, or a commit's. Time, branch and
 * commit do not matter, what the files hold does. Evidence without a tree is never fresh.
 */
export function isFresh({ tree_hash }: Provable, judgedTree: string | undefined): boolean {
  return tree_hash !== null && tree_hash === judgedTree;
}

/** True when `grade` is `minimum` or stronger. */
export function isAtLeast(grade: EvidenceGrade, minimum: EvidenceGrade): boolean {
  return evidenceGrades.indexOf(grade) >= evidenceGrades.indexOf(minimum);
}

/** Commands are compared as a person reads them: spaces do not matter, line ends do, which part commands of a shell. */
export function sameCommand(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/**
 * True of evidence of exactly this command. A command in which something was redacted is no command that is named: two of them
 * may read the same.
 */
export function isRunOf({ command: run }: Pick<Proof, 'command'>, command: string): boolean {
  return sameCommand(run, command) && !isMasked(run);
}

/**
 * What the newest evidence of a command on the checked tree says: `proofs` come newest first, and those too weak do not
 * count. With `command` undefined any command will do. Undefined when there is none.
 */
export function latestProof<Row extends Proof>(
  proofs: readonly Row[],
  judgedTree: string | undefined,
  { command, minimum }: { readonly command: string | undefined; readonly minimum: EvidenceGrade },
): Row | undefined {
  return proofs.find(
    proof =>
      isFresh(proof, judgedTree) &&
      isAtLeast(proof.grade, minimum) &&
      // A part of the repository proves nothing about the whole.
      (command === undefined || (proof.directory === '' && isRunOf(proof, command))),
  );
}

/** What stands between a tree and its proof. */
export type ProofState = 'missing' | 'weak' | 'stale' | 'failed' | 'passed';

/**
 * How a command is on the checked tree; `proofs` come newest first. `stale`: it was proven, on another tree; `weak`: it
 * was proven on this one, by a grade that does not count.
 */
export function proofState(
  proofs: readonly Proof[],
  judgedTree: string | undefined,
  required: { readonly command: string | undefined; readonly minimum: EvidenceGrade },
): ProofState {
  const latest = latestProof(proofs, judgedTree, required);
  if (latest !== undefined) return latest.passed === 1 ? 'passed' : 'failed';
  const { command } = required;
  const ofCommand = proofs.filter(proof => command === undefined || isRunOf(proof, command));
  if (ofCommand.some(proof => isFresh(proof, judgedTree))) return 'weak';
  return ofCommand.length > 0 ? 'stale' : 'missing';
}

function plain(command: string): string {
  return command.trim().replace(/[^\S\r\n]+/g, ' ');
}
