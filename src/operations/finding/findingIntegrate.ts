import * as z from 'zod';
import { findingName } from '../../domain/finding/findingName.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { refusalError, refuse } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import {
  commitField,
  findingsField,
  findingsOutput,
  noteField,
  revisionField,
} from '../../records/finding/findingFields.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { commitAct, findActable } from './actOnFindings.js';
import { requireFixCommit } from './fixCommit.js';

export const findingIntegrate = defineOperation({
  name: 'finding.integrate',
  order: 120,
  title: 'Mark Finding as Integrated',
  asks: true,
  summary: 'Marks fixed findings as integrated into a branch that has the fix; all or none.',
  input: z.strictObject({
    ids: findingsField,
    into: wordsField(300).describe('Branch that now has the fix'),
    commit: commitField.optional().describe('Commit on that branch that replaced the fix after a squash or rebase'),
    note: noteField.optional().describe('Note on the integration'),
    revision: revisionField,
  }),
  output: findingsOutput,
  effect: 'write',
  mcp: {
    tool: 'review_findings',
    action: 'integrate',
    listed: 'never',
    brief: '',
    rare: ['into', 'commit', 'revision'],
  },
  cli: {
    positionals: ['ids'],
    examples: ['finding integrate F-12 --into main', 'finding integrate F-12 --into main --commit 9ab01cd'],
  },
  about: 'finding',
  palette: 'finding',
  async run(context, input) {
    const rows = await findActable(context, input, 'integrate');
    const { workTree } = context;
    if (workTree === undefined) {
      return refuse('no_repository', 'findings.integrateNeedsRepository', { hint: 'findings.fixNeedsRepositoryHint' });
    }
    if (!(await workTree.branchExists(input.into))) {
      return refuse('not_found', message('git.noBranch', { branch: input.into }), { hint: 'git.noBranchHint' });
    }
    const tip = await requireFixCommit(workTree, `refs/heads/${input.into}`);
    const named = input.commit === undefined ? undefined : await requireFixCommit(workTree, input.commit);
    const commits: string[] = [];
    for (const row of rows) commits.push(await requireMerged(workTree, row, named, { branch: input.into, tip }));
    const findings = await commitAct(context, 'integrate', rows, async (_, now) => (row, index) => ({
      change: {
        resolved_ref: input.into,
        fixed_sha: commits[index] ?? row.fixed_sha,
        note: input.note ?? row.note,
        resolved_by: context.actor.name,
        resolved_at: now,
      },
      payload: { branch: input.into, commit: commits[index] ?? null },
    }));
    return { findings };
  },
});

/** Commit of a finding's fix; refuses a branch without it. */
async function requireMerged(
  workTree: WorkTree,
  row: FindingRow,
  named: string | undefined,
  { branch, tip }: { readonly branch: string; readonly tip: string },
): Promise<string> {
  const commit = named ?? row.fixed_sha;
  if (commit === null) {
    throw refusalError(
      'transition_not_allowed',
      message('findings.fixedWithoutCommit', { finding: findingName(row) }),
      { hint: 'findings.fixedWithoutCommitHint' },
    );
  }
  if ((await workTree.resolveCommit(commit)) !== undefined && (await workTree.isAncestor(commit, tip))) return commit;
  throw refusalError(
    'transition_not_allowed',
    message('findings.branchLacksFix', { branch, commit: commit.slice(0, 10), finding: findingName(row) }),
    { hint: 'findings.branchLacksFixHint', details: { commit, branch, tip } },
  );
}
