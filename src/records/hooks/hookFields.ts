import * as z from 'zod';
import { refusalError } from '../../domain/refusal/refusal.js';
import {
  type GitHooks,
  type HookChange,
  type HookFileRefused,
  type HookStatus,
  hookManagers,
  hookNames,
} from '../../git/hooks/gitHooks.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';

/** State of a repository's hooks, as returned to callers. */
export const hookStatusSchema = z.object({
  /** True when all of them are in place. */
  complete: z.boolean(),
  /** Who looks after hooks here; `git` when no one else does. */
  manager: z.enum(hookManagers),
  /** What `core.hooksPath` says. */
  hooksPath: z.string().nullable(),
  hooks: z.array(z.object({ name: z.enum(hookNames), installed: z.boolean() })),
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

export function presentHooks(status: HookStatus): ShownHookStatus {
  return {
    complete: status.hooks.every(({ installed }) => installed),
    manager: status.manager,
    hooksPath: status.hooksPath ?? null,
    hooks: [...status.hooks],
    toDo: [...status.toDo],
  };
}
