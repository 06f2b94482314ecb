import type { Decision } from '../domain/decision/decision.js';
import type { Translate } from '../reports/translate.js';
import { commitText, type Part, type Pen } from './page.js';

/** A decision as part of a page. Places that it names are resolved from the given commit. */
export function decisionPart({ ref, decision, rationale, actor, commit, createdAt }: Decision, pen: Pen): Part {
  return {
    title: `${ref} ${pen.text(decision)}`,
    fields: [[pen.t('Recorded'), madeText(createdAt, actor, commit, pen)]],
    prose: rationale,
  };
}

/** When, by whom and at which commit something was written; `recordedCommit` reads it again. */
export function madeText(at: string, by: string, commit: string | null, pen: Pen): string {
  const made = pen.t('{0} by {1}', pen.time(at), pen.text(by));
  const shown = commitText(commit, pen);
  return shown === null ? made : pen.t('{0} at {1}', made, shown);
}

/** The commit that a line of a page tells as that of its part; undefined when it tells none. */
export function recordedCommit(line: string, t: Translate): string | undefined {
  if (!line.startsWith(`- ${t('Recorded')}: `) && !line.startsWith(`- ${t('Found')}: `)) return undefined;
  return /`([0-9a-f]{10})`\s*$/.exec(line)?.[1];
}
