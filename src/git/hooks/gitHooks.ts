import type { HookFault } from '../../domain/hooks/hookFault.js';

/** Hooks that can refuse. */
export const judgingHooks = ['pre-commit', 'commit-msg', 'pre-rebase', 'pre-push'] as const;
export const observingHooks = ['post-checkout', 'post-commit', 'post-merge', 'post-rewrite'] as const;
export const hookNames = [...judgingHooks, ...observingHooks] as const;
export type HookName = (typeof hookNames)[number];

export const hookManagers = ['git', 'husky', 'lefthook', 'pre-commit', 'other'] as const;
export type HookManager = (typeof hookManagers)[number];

export interface HookState {
  readonly name: HookName;
  readonly installed: boolean;
  readonly fault: HookFault | undefined;
  /** Reason for no trial run; undefined if git ran it, it is not installed, or it has a fault. */
  readonly untried: Untried | undefined;
}

/**
 * `others`: foreign commands come first; `settings`: settings add commands; `version`: of another one; `git`: too old or hung.
 */
export const untriedReasons = ['others', 'settings', 'version', 'git'] as const;
export type Untried = (typeof untriedReasons)[number];

export interface HookStatus {
  /** `git` if there is no other. */
  readonly manager: HookManager;
  /** Value of `core.hooksPath`. */
  readonly hooksPath: string | undefined;
  readonly hooks: readonly HookState[];
  /** Installed hooks that git would not run in a new worktree of HEAD. */
  readonly inWorkTrees: readonly { readonly name: HookName; readonly fault: HookFault }[];
  /** Text for a person to add to the manager's files. */
  readonly toDo: readonly { readonly file: string; readonly text: string }[];
}

export interface HookChange extends HookStatus {
  readonly changed: boolean;
}

/** Nothing was changed. */
export interface HookFileRefused {
  /** Relative to the root of the worktree. */
  readonly refusedFile: string;
  /** `elsewhere`: outside the worktree or in a git directory; `notRead`: irregular or too large; `hardLink`: a second name. */
  readonly why: 'elsewhere' | 'notRead' | 'hardLink';
}

/** Stateroom's hooks in one repository. Files of others are never overwritten. */
export interface GitHooks {
  status(): Promise<HookStatus>;
  install(): Promise<HookChange | HookFileRefused>;
  /** Removes everything that `install` added. */
  uninstall(): Promise<HookChange>;
}
