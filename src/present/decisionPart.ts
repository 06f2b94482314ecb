import type { Decision } from '../domain/decision/decision.js';
import type { Translate } from '../reports/translate.js';
import { commitText, optional, type Part, type Pen } from './page.js';

/** Renders a decision as part of a page; its file references resolve at `commit`. */
export function decisionPart(row: Decision, pen: Pen): Part {
  const { ref, decision, rationale, actor, commit, createdAt, lane, run, inputTokens, outputTokens } = row;
  const { t } = pen;
  const isCounted = inputTokens !== null || outputTokens !== null;
  return {
    title: `${ref} ${pen.text(decision)}`,
    fields: [
      [t('Recorded'), madeText(createdAt, actor, commit, pen)],
      [t('Model'), modelText(row, pen)],
      [t('Lane'), optional(lane, pen.text)],
      [t('Investigation'), run],
      [t('Tokens'), isCounted ? t('{0} read, {1} written', inputTokens ?? '?', outputTokens ?? '?') : null],
    ],
    prose: rationale,
  };
}

/** `gpt-5.2 (high)`; null if the model is unknown. */
export function modelText(
  { model, effort }: { readonly model: string | null; readonly effort: string | null },
  pen: Pen,
): string | null {
  if (model === null) return optional(effort, pen.text);
  return effort === null ? pen.text(model) : pen.t('{0} ({1})', pen.text(model), pen.text(effort));
}

/** Formats time, author and commit of a record. Parsed by `recordedCommit`. */
export function madeText(at: string, by: string, commit: string | null, pen: Pen): string {
  const made = pen.t('{0} by {1}', pen.time(at), pen.text(by));
  const shown = commitText(commit, pen);
  return shown === null ? made : pen.t('{0} at {1}', made, shown);
}

/** Parses the commit in a line of `madeText`; undefined for other lines. */
export function recordedCommit(line: string, t: Translate): string | undefined {
  if (!line.startsWith(`- ${t('Recorded')}: `) && !line.startsWith(`- ${t('Found')}: `)) return undefined;
  return /`([0-9a-f]{10})`\s*$/.exec(line)?.[1];
}
