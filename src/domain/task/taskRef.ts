import { looksLikeNumberedId } from '../identifier/identifier.js';
import { taskLimits } from './task.js';

/** Words of an objective that a ref made from it takes. */
const refWords = 4;
const segments = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;

/** What is wrong with a ref that a caller gave, in one sentence; undefined when it can be one. */
export function taskRefProblem(ref: string): string | undefined {
  if (ref.length > taskLimits.ref) return `it is longer than ${taskLimits.ref} characters`;
  if (looksLikeNumberedId(ref)) return 'it looks like one of Stateroom’s own numbers';
  if (!segments.test(ref)) {
    return 'it is not two or more words of lower-case letters and digits, joined by hyphens, the first beginning with a letter';
  }
  return /\d/.test(ref) ? undefined : 'it holds no digit, which tells a task from other branches';
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
export function slugProblem(slug: string): string | undefined {
  if (slug.length > taskLimits.slug) return `it is longer than ${taskLimits.slug} characters`;
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)
    ? undefined
    : 'it is not words of lower-case letters and digits, joined by hyphens';
}

/** `feature/t3-rate-limit`, with the slug behind it when there is one. */
export function taskBranch(ref: string, slug: string | undefined): string {
  return slug === undefined ? `feature/${ref}` : `feature/${ref}-${slug}`;
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
