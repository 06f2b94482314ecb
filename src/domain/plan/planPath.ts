import { normaliseFindingPath } from '../finding/findingPath.js';
import { plansFolder } from './plan.js';

export interface PlanName {
  /** Possible paths, most likely first; relative to the worktree root. */
  readonly candidates: readonly string[];
  readonly absolute: boolean;
}

/** Accepts an absolute path in `root`, a relative one, or a bare name in `.stateroom/plans`, with or without `.md`. */
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

export function isMarkdownPath(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}
