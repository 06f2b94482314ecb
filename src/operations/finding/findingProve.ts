import * as z from 'zod';
import { findingSchema } from '../../domain/finding/finding.js';
import { findingName } from '../../domain/finding/findingName.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import type { CommandRunner } from '../../platform/commandRunner.js';
import type { Context } from '../../records/context.js';
import { draftRun, insertEvidence } from '../../records/evidence/recordEvidence.js';
import { changeFinding, findFinding, presentOneFinding } from '../../records/finding/findingAccess.js';
import { commitField, findingField } from '../../records/finding/findingFields.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { requireFixCommit } from './fixCommit.js';
import { type ReproRun, runRepro } from './runRepro.js';

const runSchema = z.object({
  commit: z.string(),
  exitCode: z.int(),
  durationMs: z.int(),
});

export const findingProve = defineOperation({
  name: 'finding.prove',
  order: 150,
  title: 'Verify Finding',
  summary:
    'Runs a finding’s repro command in temporary worktrees: it must fail where it was found and pass at the fix.',
  input: z.strictObject({
    id: findingField,
    commit: commitField.optional().describe('Commit with the fix; default: the recorded one, or HEAD'),
    timeoutSeconds: z.int().min(1).max(3600).optional().describe('Time limit per run in seconds; 600 by default'),
  }),
  output: z.object({
    finding: findingSchema,
    /** True if the command failed at the finding's commit. */
    proven: z.boolean(),
    /** Null if it had already failed there. */
    atFinding: runSchema.nullable(),
    /** Null without a later commit. `evidence` is the recorded `E-4`. */
    atFix: runSchema.extend({ passed: z.boolean(), evidence: z.string() }).nullable(),
  }),
  effect: 'external',
  mcp: { tool: 'slices', action: 'prove', brief: 'run its repro', rare: ['id', 'commit', 'timeoutSeconds'] },
  cli: {
    positionals: ['id'],
    flags: { timeoutSeconds: 'timeout' },
    examples: ['finding prove F-12', 'finding prove F-12 --commit 3f2a9c1 --timeout 120'],
  },
  about: 'finding',
  progress: 'notification',
  palette: 'finding',
  exitCode: ({ proven, atFix }) => (proven && atFix?.passed !== false ? 0 : 1),
  async run(context, input) {
    const row = await context.store.read(transaction => findFinding(context, transaction, input.id));
    const { workTree, commands, repro, found } = requireRepro(context, row);
    const fix = await fixOf(workTree, row, found, input.commit);
    const run = (commit: string): Promise<ReproRun> =>
      runRepro(
        context,
        { workTree, commands, command: repro, timeoutMs: (input.timeoutSeconds ?? 600) * 1000 },
        commit,
      );
    const atFinding = row.repro_state === 'proven' ? null : await run(found);
    const proven = atFinding === null || atFinding.exitCode !== 0;
    const atFix = fix === undefined ? null : await run(fix);
    const draft =
      atFix === null ? null : { ...(await draftRun(context, atFix)), branch: null, commit_sha: atFix.commit };
    return context.store.transaction(async transaction => {
      const current = await keepReproState(transaction, context, row, proven, context.clock.now());
      const proof =
        draft === null
          ? null
          : await insertEvidence(transaction, context, draft, { taskId: current.task_id, sliceId: null });
      return {
        finding: await presentOneFinding(transaction, current),
        proven,
        atFinding: atFinding === null ? null : shown(atFinding),
        atFix:
          atFix === null || proof === null
            ? null
            : { ...shown(atFix), passed: atFix.passed, evidence: formatRef('evidence', proof.number) },
      };
    });
  },
});

function shown({ commit, exitCode, outcome }: ReproRun): z.output<typeof runSchema> {
  return { commit, exitCode, durationMs: outcome.durationMs };
}

function requireRepro(
  { workTree, commands }: Context,
  row: FindingRow,
): { workTree: WorkTree; commands: CommandRunner; repro: string; found: string } {
  if (row.repro === null) {
    throw refusalError('invalid_input', message('findings.noRepro', { finding: findingName(row) }), {
      hint: 'findings.noReproHint',
    });
  }
  if (workTree === undefined || row.commit_sha === null) {
    throw refusalError('no_repository', message('findings.noKnownCommit', { finding: findingName(row) }), {
      hint: 'findings.noKnownCommitHint',
    });
  }
  if (commands === undefined) {
    throw refusalError('not_allowed', 'findings.workspaceNotTrusted', { hint: 'findings.workspaceNotTrustedHint' });
  }
  return { workTree, commands, repro: row.repro, found: row.commit_sha };
}

/** Commit at which it should pass: named, the recorded fix, or HEAD; undefined if none is later than the finding. */
async function fixOf(
  workTree: WorkTree,
  row: FindingRow,
  found: string,
  named: string | undefined,
): Promise<string | undefined> {
  await requireFixCommit(workTree, found);
  if (named !== undefined) return requireFixCommit(workTree, named);
  const commit = row.fixed_sha ?? (await workTree.head()).commit;
  return commit === undefined || commit === found ? undefined : commit;
}

async function keepReproState(
  transaction: Transaction,
  { actor }: Context,
  seen: FindingRow,
  proven: boolean,
  now: number,
): Promise<FindingRow> {
  const state = proven ? 'proven' : 'unproven';
  const row = await findFinding({ workTree: undefined }, transaction, seen.id);
  if (row.repro_state === state) return row;
  return changeFinding({ transaction, actor, now }, row, { repro_state: state }, `finding_${state}`, {
    commit: row.commit_sha,
  });
}
