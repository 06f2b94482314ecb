import { isMasked } from '../../domain/evidence/commandText.js';
import { evidenceState } from '../../domain/evidence/freshness.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type Remedy, refusalError } from '../../domain/refusal/refusal.js';
import { reviewKindOf } from '../../domain/slice/reviewKind.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import { readBaseConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { requireWorkTree } from '../../records/evidence/runForEvidence.js';

const maxEvidence = 500;

/** Refuses to close a slice without passing evidence on this tree: by its test, else any command, unless only of documents. */
export async function checkSliceProof(
  context: Context,
  slice: SliceRow,
  task: TaskRow,
  changedFiles: readonly string[],
): Promise<void> {
  if (slice.test_command === null && reviewKindOf(changedFiles) === 'planning') return;
  const tree = await requireWorkTree(context).treeHash();
  const { gate } = await readBaseConfig(context, task);
  const rows = await context.store.read(async transaction => [
    ...(await transaction.evidence.ofTree(tree)),
    ...(await transaction.evidence.ofTask(task.id, maxEvidence)),
  ]);
  // The test result from before the work is not evidence for it.
  const proofs = rows.filter(({ id }) => id !== slice.red_evidence_id).sort((one, other) => other.number - one.number);
  const required = { command: slice.test_command ?? undefined, minimum: gate.minimumGrade };
  const state = evidenceState(proofs, tree, required);
  if (state === 'passed') return;
  const ref = formatRef('slice', slice.number);
  const run = required.command === undefined ? 'evidence' : `run of “${required.command}”`;
  const why = {
    missing:
      required.command === undefined
        ? 'no passing evidence for this tree'
        : `no passing run of “${required.command}” for this tree`,
    stale: `the latest ${run} is for a different tree`,
    failed: `the latest ${run} failed on this tree`,
    weak: `the ${run} is below the required grade, ${gate.minimumGrade}`,
  }[state];
  throw refusalError('stale', message('slices.cannotClose', { slice: ref, why }), {
    ...remedyOf(ref, required.command),
    details: { slice: ref, proof: state, treeHash: tree, command: required.command ?? null },
  });
}

function remedyOf(slice: string, command: string | undefined): Remedy {
  if (command !== undefined && isMasked(command)) return { hint: 'slices.maskedTestHint' };
  const input = { slice, ...(command === undefined ? {} : { command: [command] }) };
  return {
    hint: command === undefined ? 'gates.runAnyProof' : 'gates.runProof',
    next: [{ operation: 'evidence.run', input }],
  };
}
