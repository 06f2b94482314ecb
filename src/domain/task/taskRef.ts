import { type Message, message } from '../../messages/message.js';
import { looksLikeNumberedId } from '../identifier/identifier.js';
import { taskLimits } from './taskRow.js';

const refWords = 4;
const segments = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;

/** Returns the problem with a ref, as one sentence; undefined if valid. */
export function taskRefProblem(ref: string): string | Message | undefined {
  if (ref.length > taskLimits.ref) return message('lanes.nameTooLong', { max: taskLimits.ref });
  if (looksLikeNumberedId(ref)) return message('input.looksLikeNumber');
  if (!segments.test(ref)) {
    return message('tasks.refCharacters');
  }
  return /\d/.test(ref) ? undefined : message('tasks.refNoDigit');
}

/** Undefined if the text has no usable characters. */
export function suggestTaskRef(ref: string): string | undefined {
  const words = slugOf(ref, refWords);
  const suggestion = /^[a-z].*\d/.test(words) && words.includes('-') ? words : `${words}-1`;
  return taskRefProblem(suggestion) === undefined ? suggestion : undefined;
}

/** `t3-rate-limit-login` from the task's number, or `w12-…` from its work item's, and the objective's first words. */
export function makeTaskRef(
  objective: string,
  { task, workItem }: { task: number; workItem: number | undefined },
): string {
  const head = workItem === undefined ? `t${task}` : `w${workItem}`;
  return `${head}-${slugOf(objective, refWords) || 'task'}`.slice(0, taskLimits.ref).replace(/-$/, '');
}

/** Returns the problem with a slug, as one sentence; undefined if valid. */
export function slugProblem(slug: string): string | Message | undefined {
  if (slug.length > taskLimits.slug) return message('lanes.nameTooLong', { max: taskLimits.slug });
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) ? undefined : message('tasks.slugCharacters');
}

/** Builds `feature/t3-rate-limit` with the prefix `feature/`, and appends the slug if there is one. */
export function taskBranch(ref: string, slug: string | undefined, prefix: string): string {
  return slug === undefined ? `${prefix}${ref}` : `${prefix}${ref}-${slug}`;
}

/** Created by Stateroom with one of these prefixes; may be deleted after the merge. */
export function isBranchOfTask(ref: string, branch: string, prefixes: readonly string[]): boolean {
  return prefixes.some(prefix => {
    const own = taskBranch(ref, undefined, prefix);
    return branch === own || branch.startsWith(`${own}-`);
  });
}

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
