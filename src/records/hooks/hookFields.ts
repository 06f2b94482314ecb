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

export const hookStatusSchema = z.object({
  /** True if all hooks are installed and run here. */
  complete: z.boolean(),
  /** Program that manages hooks here; `git` for none. */
  manager: z.enum(hookManagers),
  hooksPath: z.string().nullable(),
  hooks: z.array(
    z.object({
      name: z.enum(hookNames),
      installed: z.boolean(),
      /** `unproven` if it seems so but was not tried. */
      runs: z.enum(['yes', 'no', 'unproven']),
      /** Reason for `unproven`: other commands come first or are in git's settings, another version, or an old git. */
      untried: z.enum(untriedReasons).nullable(),
    }),
  ),
  /** Reasons why git does not run installed hooks, with the fix. */
  problems: z.array(
    z.object({
      /** Here, or in each worktree created from HEAD. */
      place: z.enum(['here', 'worktrees']),
      hooks: z.array(z.enum(hookNames)),
      text: sentenceSchema,
      fix: sentenceSchema,
    }),
  ),
  /** Lines for a person to add to the manager's files. */
  toDo: z.array(z.object({ file: z.string(), text: z.string() })),
});
export type ShownHookStatus = z.infer<typeof hookStatusSchema>;

export function requireHooks({ hooks }: Context): GitHooks {
  if (hooks !== undefined) return hooks;
  throw refusalError('no_repository', 'hooks.noWorkTree', { hint: 'plans.noWorkTreeHint' });
}

const whyNot = { elsewhere: 'hooks.elsewhere', notRead: 'hooks.notRead', hardLink: 'hooks.hardLink' } as const;

/** Refuses if a hook manager's file was not written. */
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
