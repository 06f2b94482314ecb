import * as z from 'zod';
import { groupFaults, presentFault } from '../../domain/hooks/hookFault.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import {
  type GitHooks,
  type HookChange,
  type HookFileRefused,
  type HookName,
  type HookStatus,
  hookManagers,
  hookNames,
  untriedReasons,
} from '../../git/hooks/gitHooks.js';
import { message } from '../../messages/message.js';
import { sentenceSchema } from '../../messages/sentence.js';
import type { Context } from '../context.js';

/** State of a repository's hooks, as returned to callers. */
export const hookStatusSchema = z.object({
  /** True when all of them are in place and git gets to them here. */
  complete: z.boolean(),
  /** Who looks after hooks here; `git` when no one else does. */
  manager: z.enum(hookManagers),
  /** What `core.hooksPath` says. */
  hooksPath: z.string().nullable(),
  hooks: z.array(
    z.object({
      name: z.enum(hookNames),
      /** Its lines or files are there. */
      installed: z.boolean(),
      /** Whether git gets to them here; `unproven` if it looks so and was not tried. */
      runs: z.enum(['yes', 'no', 'unproven']),
      /** Why not: other commands come first, or are in git's settings; another version installed it; git is too old. */
      untried: z.enum(untriedReasons).nullable(),
    }),
  ),
  /** Why git does not run hooks that are installed, and the step that mends it. */
  problems: z.array(
    z.object({
      /** Here, or in each worktree that is made from HEAD. */
      place: z.enum(['here', 'worktrees']),
      hooks: z.array(z.enum(hookNames)),
      text: sentenceSchema,
      fix: sentenceSchema,
    }),
  ),
  /** What a person has to add to files that belong to the manager. */
  toDo: z.array(z.object({ file: z.string(), text: z.string() })),
});
export type ShownHookStatus = z.infer<typeof hookStatusSchema>;

/** The hooks of the caller's repository; refuses where there is none. */
export function requireHooks({ hooks }: Context): GitHooks {
  if (hooks !== undefined) return hooks;
  throw refusalError('no_repository', 'hooks.noWorkTree', { hint: 'plans.noWorkTreeHint' });
}

const whyNot = { elsewhere: 'hooks.elsewhere', notRead: 'hooks.notRead', hardLink: 'hooks.hardLink' } as const;

/** What installing changed; refuses where a file of a hook manager's is not written. */
export function requireWritten(answer: HookChange | HookFileRefused): HookChange {
  if (!('refusedFile' in answer)) return answer;
  const { refusedFile: file, why } = answer;
  throw refusalError('conflict', message(whyNot[why], { file }), { hint: 'hooks.replaceFile' });
}

function problemsOf(found: HookStatus['inWorkTrees'], place: 'here' | 'worktrees'): ShownHookStatus['problems'] {
  return groupFaults(found).map(group => ({ place, hooks: group.hooks as HookName[], ...presentFault(group, place) }));
}

export function presentHooks(status: HookStatus): ShownHookStatus {
  return {
    complete: status.hooks.every(({ installed, fault }) => installed && fault === undefined),
    manager: status.manager,
    hooksPath: status.hooksPath ?? null,
    hooks: status.hooks.map(({ name, installed, fault, untried = null }) => ({
      name,
      installed,
      runs: !installed || fault !== undefined ? 'no' : untried === null ? 'yes' : 'unproven',
      untried,
    })),
    problems: [
      ...problemsOf(
        status.hooks.flatMap(({ name, fault }) => (fault === undefined ? [] : [{ name, fault }])),
        'here',
      ),
      ...problemsOf(
        status.inWorkTrees.filter(({ name }) =>
          status.hooks.some(hook => hook.name === name && hook.fault === undefined),
        ),
        'worktrees',
      ),
    ],
    toDo: [...status.toDo],
  };
}
