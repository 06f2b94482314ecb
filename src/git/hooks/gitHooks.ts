import type { HookFault } from '../../domain/hooks/hookFault.js';

/** Hooks that can say no. */
export const judgingHooks = ['pre-commit', 'commit-msg', 'pre-rebase', 'pre-push'] as const;
/** Hooks that only note what happened. */
export const observingHooks = ['post-checkout', 'post-commit', 'post-merge', 'post-rewrite'] as const;
export const hookNames = [...judgingHooks, ...observingHooks] as const;
export type HookName = (typeof hookNames)[number];

/** Which program looks after a repository's hooks. */
export const hookManagers = ['git', 'husky', 'lefthook', 'pre-commit', 'other'] as const;
export type HookManager = (typeof hookManagers)[number];

export interface HookState {
  readonly name: HookName;
  /** Its lines or files are there. */
  readonly installed: boolean;
  /** Why git does not get to them here. */
  readonly fault: HookFault | undefined;
  /** Why git did not run it for a trial, so that it was only read; undefined where git did, and where it is not installed or has a fault. */
  readonly untried: Untried | undefined;
}

/**
 * Why a hook is not tried: commands of others come first in it (`others`), git's settings name commands that would run as well
 * (`settings`), another version installed it (`version`), or git is too old for it or did not end (`git`).
 */
export const untriedReasons = ['others', 'settings', 'version', 'git'] as const;
export type Untried = (typeof untriedReasons)[number];

export interface HookStatus {
  /** `git` when no one else does. */
  readonly manager: HookManager;
  /** What `core.hooksPath` says; undefined when it is not set. */
  readonly hooksPath: string | undefined;
  readonly hooks: readonly HookState[];
  /** Installed hooks that git would not run in a worktree made from HEAD. */
  readonly inWorkTrees: readonly { readonly name: HookName; readonly fault: HookFault }[];
  /** What a person has to add to files that belong to the manager. */
  readonly toDo: readonly { readonly file: string; readonly text: string }[];
}

export interface HookChange extends HookStatus {
  /** False when everything was so already. */
  readonly changed: boolean;
}

/** A file of a hook manager's that is not written, with nothing changed. */
export interface HookFileRefused {
  /** From the root of the worktree. */
  readonly refusedFile: string;
  /** It is outside of the worktree or in a git directory, no regular file or too large, or has a second name. */
  readonly why: 'elsewhere' | 'notRead' | 'hardLink';
}

/** Stateroom's hooks in one repository. No file of anyone else is ever overwritten. */
export interface GitHooks {
  status(): Promise<HookStatus>;
  /** Puts the hooks in place; harmless when they are. */
  install(): Promise<HookChange | HookFileRefused>;
  /** Takes out what `install` put in, so that all is as it was before. */
  uninstall(): Promise<HookChange>;
}
