import { normaliseFindingPath } from '../finding/findingPath.js';
import { plansFolder } from './plan.js';

/** What a caller named a plan by. */
export interface PlanName {
  /** Paths that may be meant, the likeliest first; relative to the worktree root. */
  readonly candidates: readonly string[];
  /** It was given as an absolute path. */
  readonly absolute: boolean;
}

/**
 * Reads what a caller named a plan by: an absolute path in the worktree `root`, a path from its top, or the bare name of a
 * plan in `.stateroom/plans` (`rate-limit` or `rate-limit.md`). Undefined when it leads outside of the worktree.
 */
export function readPlanName(text: string, root: string | undefined): PlanName | undefined {
  const trimmed = text.trim();
  const path = normaliseFindingPath(trimmed, root);
  if (path === undefined) return undefined;
  const absolute = trimmed.startsWith('/') || /^[A-Za-z]:[\\/]/.test(trimmed);
  if (absolute || path.includes('/')) return { candidates: [path], absolute };
  const inFolder = `${plansFolder}/${path}`;
  return isMarkdownPath(path)
    ? { candidates: [path, inFolder], absolute }
    : { candidates: [`${inFolder}.md`, path], absolute };
}

/** True for the names that Markdown files go by. */
export function isMarkdownPath(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}
