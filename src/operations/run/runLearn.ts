import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { learningSchema, runSchema } from '../../domain/run/run.js';
import { entryId } from '../../domain/run/runContent.js';
import { learningKinds, repoActions, runLimits } from '../../domain/run/runRow.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { filesOf, resolveRun, writeInRun } from '../../records/run/runAccess.js';
import { runField, textField } from '../../records/run/runFields.js';
import { trimmedField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

export const runLearn = defineOperation({
  name: 'run.learn',
  order: 90,
  title: 'Add Learning',
  asks: true,
  summary: 'Adds a learning to an investigation, and where in the repository it was recorded.',
  input: z.strictObject({
    kind: z.enum(learningKinds).describe('What was missing'),
    summary: textField('The lesson'),
    repoAction: z.enum(repoActions).describe('The change that contains it; none needs a reason'),
    path: trimmedField(runLimits.path).optional().describe('The file that holds it'),
    commit: trimmedField(200).optional().describe('The commit with that file, if it is not in the worktree'),
    reason: textField('Why nothing in the repository changes').optional(),
    run: runField,
  }),
  output: z.object({ run: runSchema, learning: learningSchema }),
  effect: 'write',
  mcp: {
    tool: 'runs',
    action: 'learning',
    brief: 'with path, or none with reason',
    rare: ['kind', 'repoAction', 'commit', 'path', 'reason'],
  },
  cli: {
    paths: { path: 'path' },
    path: ['run', 'learning', 'add'],
    examples: [
      'run learning add --kind test-gap --summary "Nothing tested a Monday" --repo-action test --path test/monday.test.ts',
      'run learning add --kind workflow-gap --summary "Ask the shop first" --repo-action none --reason "It is known now"',
    ],
  },
  palette: 'run',
  async run(context, { kind, summary, repoAction, path, commit: named, reason, run }) {
    if (repoAction === 'none' && reason === undefined) {
      throw refusalError('invalid_input', 'runs.reasonNeeded', { hint: 'runs.reasonNeededHint' });
    }
    if (repoAction !== 'none' && path === undefined) {
      throw refusalError('invalid_input', 'runs.pathNeeded', { hint: 'runs.pathNeededHint' });
    }
    if (named !== undefined && path === undefined) {
      throw refusalError('invalid_input', 'runs.commitNeedsPath', { hint: 'runs.commitNeedsPathHint' });
    }
    const commit = path === undefined ? undefined : await checkPath(context, { path, commit: named, run });
    const { payload, whole } = await writeInRun(context, run, 'run_learning_added', async ({ add }) => ({
      learning: entryId(
        'learning',
        await add({
          ...{ kind: 'learning', text: summary, learning_kind: kind, repo_action: repoAction },
          ...{ path: path ?? null, path_commit: commit ?? null, reason: reason ?? null },
        }),
      ),
      summary,
    }));
    const [learning] = whole.content.learnings.filter(({ id }) => id === payload.learning);
    if (learning === undefined) throw new Error(`${payload.learning} was not written.`);
    return { run: whole.run, learning };
  },
});

/** Refuses a missing path; returns the full id of the named commit, if any. */
async function checkPath(
  context: Context,
  { path, commit: named, run: called }: { path: string; commit: string | undefined; run: string | undefined },
): Promise<string | undefined> {
  const { workTree } = context;
  if (/^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) {
    throw refusalError('invalid_input', message('runs.pathOutside', { path }), { hint: 'runs.pathOutsideHint' });
  }
  if (/^(?:\.[/\\])*\.git(?:[/\\]|$)/i.test(path)) {
    throw refusalError('invalid_input', message('runs.pathInGit', { path }), { hint: 'runs.pathNeededHint' });
  }
  if (workTree === undefined) return undefined;
  if (named === undefined) {
    const run = await context.store.read(transaction => resolveRun(transaction, context, called));
    const own = filesOf(workTree, run.worktree_path);
    if ((await own.kindOf(path)) !== undefined) return undefined;
    const values = { path, run: formatRef('run', run.number) };
    throw refusalError('invalid_input', message('runs.pathMissing', values), { hint: 'runs.pathMissingHint' });
  }
  const commit = await workTree.resolveCommit(named);
  if (commit === undefined)
    throw refusalError('not_found', message('runs.commitUnknown', { commit: named }), { hint: 'runs.pathMissingHint' });
  if ((await workTree.blobsOf([path], commit)).has(path)) return commit;
  throw refusalError('invalid_input', message('runs.pathNotInCommit', { path, commit: named }), {
    hint: 'runs.pathMissingHint',
  });
}
