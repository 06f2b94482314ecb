import { message } from '../../messages/message.js';
import { isDecisionIdProblem, parseDecisionId, sliceKind } from '../decision/decisionId.js';
import { type Refusal, refuse } from '../refusal/refusal.js';

/** Refuses a name that is not one of a slice's closing decision, and suggests one. */
export function checkSliceDecision(name: string): Refusal | undefined {
  const parts = parseDecisionId(name);
  if (isDecisionIdProblem(parts)) {
    const { problem, suggestion } = parts;
    return refuse('invalid_input', message('decisions.badName', { name: name.slice(0, 200), problem }), {
      hint:
        suggestion === undefined ? message('decisions.leaveNameOut') : message('decisions.suggested', { suggestion }),
      details: { ...(suggestion === undefined ? {} : { suggestion }) },
    });
  }
  if (parts.kind === sliceKind) return undefined;
  const suggestion = `${parts.tag}_${sliceKind}_${parts.workRef}_${parts.slug}`;
  return refuse('invalid_input', message('decisions.wrongKind', { name, kind: parts.kind, expected: sliceKind }), {
    hint: message('decisions.suggested', { suggestion }),
    details: { suggestion },
  });
}

export function makeSliceDecision(actor: string, taskRef: string, sliceNumber: number, title: string): string {
  const letters = actor.toLowerCase().replace(/[^a-z]/g, '');
  const tag = letters.length < 2 ? 'actor' : letters.slice(0, 12);
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, 60)
    .replace(/_+$/, '');
  return `${tag}_${sliceKind}_${taskRef}_s${sliceNumber}${slug === '' ? '' : `_${slug}`}`;
}
