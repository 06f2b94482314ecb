import * as z from 'zod';
import type { CommitLine, WorkTree } from '../../git/workTree.js';
import { findFindings } from '../../records/finding/findingAccess.js';
import { findingsField } from '../../records/finding/findingFields.js';
import { defineOperation } from '../operation.js';

const defaultCount = 50;
const maxCommits = 1000;

/** For pickers of the editor; not in the catalogue, since a terminal has `git log`. */
export const findingCommits = defineOperation({
  name: 'finding.commits',
  order: null,
  title: 'List Commits After Findings',
  summary: 'Lists the commits of HEAD after all of these findings, newest first: candidates for the fix.',
  input: z.strictObject({
    ids: findingsField,
    limit: z.int().min(1).max(maxCommits).optional().describe('Maximum number; 50 by default'),
  }),
  output: z.object({
    commits: z.array(
      z.object({
        commit: z.string(),
        subject: z.string(),
        committedAt: z.iso.datetime(),
      }),
    ),
    /** Full id of HEAD; null without commits and outside of a repository. */
    head: z.string().nullable(),
  }),
  effect: 'read',
  mcp: null,
  cli: { examples: [] },
  palette: false,
  async run({ store, workTree }, { ids, limit = defaultCount }) {
    const rows = await store.read(transaction => findFindings({ workTree }, transaction, ids));
    const head = (await workTree?.head())?.commit;
    if (workTree === undefined || head === undefined) return { commits: [], head: null };
    const found = new Set(rows.flatMap(row => row.commit_sha ?? []));
    const commits = await commitsAfterAll(workTree, head, [...found]);
    return {
      commits: commits.slice(0, limit).map(({ commit, subject, at }) => ({
        commit,
        subject,
        committedAt: new Date(at).toISOString(),
      })),
      head,
    };
  },
});

/** An unknown commit, or one of another history, has no later commits here. */
async function commitsAfterAll(
  workTree: WorkTree,
  head: string,
  found: readonly string[],
): Promise<readonly CommitLine[]> {
  const [first, ...others] = found;
  if (first === undefined) return workTree.history(head, maxCommits);
  let common = await commitsAfter(workTree, head, first);
  for (const other of others) {
    const after = new Set((await commitsAfter(workTree, head, other)).map(({ commit }) => commit));
    common = common.filter(({ commit }) => after.has(commit));
  }
  return common;
}

async function commitsAfter(workTree: WorkTree, head: string, found: string): Promise<readonly CommitLine[]> {
  const resolved = await workTree.resolveCommit(found);
  return resolved === undefined ? [] : workTree.history(head, maxCommits, resolved);
}
