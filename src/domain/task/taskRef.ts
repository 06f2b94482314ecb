import { type Message, message } from '../../messages/message.js';
import { looksLikeNumberedId } from '../identifier/identifier.js';
import { taskLimits } from './taskRow.js';

/** Words of an objective that a ref made from it takes. */
const refWords = 4;
const segments = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;

/** What is wrong with a ref that a caller gave, in one sentence; undefined when it can be one. */
export function taskRefProblem(ref: string): string | Message | undefined {
  if (ref.length > taskLimits.ref) return message('lanes.nameTooLong', { max: taskLimits.ref });
  if (looksLikeNumberedId(ref)) return message('input.looksLikeNumber');
  if (!segments.test(ref)) {
    return message('tasks.refCharacters');
  }
  return /\d/.test(ref) ? undefined : message('tasks.refNoDigit');
}

/** A ref that would do in the place of one that does not; undefined when the text has nothing to offer. */
export function suggestTaskRef(ref: string): string | undefined {
  const words = slugOf(ref, refWords);
  const suggestion = /^[a-z].*\d/.test(words) && words.includes('-') ? words : `${words}-1`;
  return taskRefProblem(suggestion) === undefined ? suggestion : undefined;
}

/**
 * The ref of a task that was given none: `t3-rate-limit-login` from its number, `w12-…` from the number of its work item,
 * and the first words of the objective.
 */
export function makeTaskRef(
  objective: string,
  { task, workItem }: { task: number; workItem: number | undefined },
): string {
  const head = workItem === undefined ? `t${task}` : `w${workItem}`;
  return `${head}-${slugOf(objective, refWords) || 'task'}`.slice(0, taskLimits.ref).replace(/-$/, '');
}

/** What is wrong with a slug, in one sentence; undefined when it can be one. */
export function slugProblem(slug: string): string | Message | undefined {
  if (slug.length > taskLimits.slug) return message('lanes.nameTooLong', { max: taskLimits.slug });
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) ? undefined : message('tasks.slugCharacters');
}

/** `feature/t3-rate-limit` with the prefix `feature/`, with the slug behind it when there is one. */
export function taskBranch(ref: string, slug: string | undefined, prefix: string): string {
  return slug === undefined ? `${prefix}${ref}` : `${prefix}${ref}-${slug}`;
}

/** True for a branch that Stateroom makes for a task, with one of these prefixes, and may remove once it is merged. */
export function isBranchOfTask(ref: string, branch: string, prefixes: readonly string[]): boolean {
  return prefixes.some(prefix => {
    const own = taskBranch(ref, undefined, prefix);
    return branch === own || branch.startsWith(`${own}-`);
  });
}

/** Letters and digits of a text, accents taken off, joined by hyphens. */
function slugOf(text: string, words: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
    .slice(0, words)
    .join('-')
    .slice(0, taskLimits.slug)
    .replace(/-$/, '');
}
