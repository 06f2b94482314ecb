import * as z from 'zod';
import { type HookName, hookNames, judgingHooks } from '../../git/hooks/gitHooks.js';
import type { Context } from '../../records/context.js';
import { defineOperation } from '../operation.js';
import { heartbeatInLane } from './heartbeatInLane.js';
import { observeCommit } from './observeCommit.js';
import { override, type Ruling } from './override.js';

/** Max bytes of input; more files or refs are no real commit or push. */
const inputLimit = 16 * 1024 * 1024;

export const hooksRun = defineOperation({
  name: 'hooks.run',
  order: 40,
  title: 'Run Git Hook',
  summary: 'Called by the installed git hooks: checks what git is about to do, or records what it did.',
  input: z.strictObject({
    hook: z.enum(hookNames).describe('The hook that git runs.'),
    input: z
      .string()
      .max(inputLimit)
      .default('')
      .describe(
        'Input of the hook: staged paths for pre-commit, tree and trailers for commit-msg, git’s lines for pre-push.',
      ),
    override: z
      .string()
      .max(500)
      .optional()
      .describe('Reason for overriding the check once, at least 10 characters; it is recorded.'),
    tree: z
      .string()
      .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
      .optional()
      .describe('Tree of the index, for pre-commit where files of hooks are staged.'),
    own: z.boolean().default(false).describe('Set when Stateroom itself runs git.'),
  }),
  output: z.object({
    hook: z.enum(hookNames),
    allowed: z.boolean(),
    lines: z.array(z.string()),
  }),
  effect: 'external',
  // Judging hooks write only overrides and refusals of agents.
  onlyReads: ({ hook, override: reason }) => judgingHooks.some(judging => judging === hook) && reason === undefined,
  // Called by git, never by an agent.
  mcp: null,
  cli: {
    positionals: ['hook'],
    files: ['input'],
    examples: ['hooks run post-commit', 'hooks run pre-push --input - < refs.txt'],
  },
  tells: 'hooks',
  palette: false,
  exitCode: ({ allowed }) => (allowed ? 0 : 1),
  async run(context, { hook, input, own, tree, override: reason }) {
    await heartbeatInLane(context);
    const ruling = await rule(context, hook, { input, own, tree });
    const final = ruling.allowed ? ruling : await override(context, hook, ruling, reason);
    return { hook, allowed: final.allowed, lines: [...final.lines] };
  },
});

async function rule(
  context: Context,
  hook: HookName,
  { input, own, tree }: { input: string; own: boolean; tree: string | undefined },
): Promise<Ruling> {
  // Loaded lazily: server and editor never run it.
  if (hook === 'pre-commit') {
    const { judgeCommit } = await import('./judgeCommit.js');
    return judgeCommit(context, input, { own, tree });
  }
  if (hook === 'pre-rebase') {
    const { judgeRebase } = await import('./judgeLane.js');
    return judgeRebase(context, own);
  }
  if (hook === 'pre-push') {
    const { judgePush } = await import('./judgePush.js');
    return judgePush(context, input, own);
  }
  if (hook === 'commit-msg') {
    const { judgeCoAuthor } = await import('./judgeCoAuthor.js');
    return judgeCoAuthor(context, input, own);
  }
  await observeCommit(context, hook);
  if (hook === 'post-commit') {
    const { useReviews } = await import('./judgeCoAuthor.js');
    await useReviews(context, input.trim());
  }
  // The operation records Stateroom's own merges and commits.
  if (!own && (hook === 'post-merge' || hook === 'post-commit')) await context.recordMerged?.(context);
  return { allowed: true, lines: [] };
}
