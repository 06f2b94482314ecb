import type { Decision } from '../../../domain/decision/decision.js';
import { say } from '../../../messages/say.js';
import type { decisionOperations } from '../../../operations/decision/decisionOperations.generated.js';
import type { TextsOf } from './resultText.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { oneLine } from './text.js';
import { warningLines, words } from './view.js';

export const texts: TextsOf<typeof decisionOperations> = {
  decisionRecord: ({ decision, recorded, differs = [], warning }, view) => {
    const name = `${decision.ref} ${oneLine(decision.decision)}`;
    const difference =
      differs.length === 0 ? '' : ` It was not changed; your ${differs.map(words).join(', ')} would differ.`;
    return [
      recorded ? `Recorded ${name}.` : `${name} already exists.${difference}`,
      ...warningLines(warning, view),
    ].join('\n');
  },
  decisionList: (answer, view) =>
    listText(decisionColumns, answer.decisions, view, 'No decisions. Record one: stateroom decision record', answer),
  decisionValidate: ({ valid, problems, suggestion, warning }, view) =>
    [
      valid ? view.style.green('The name is valid.') : view.style.red('The name is not valid:'),
      ...problems.map(problem => `  ${oneLine(say(problem))}`),
      ...(suggestion === undefined ? [] : [`Suggested name: ${oneLine(suggestion)}`]),
      ...warningLines(warning, view),
    ].join('\n'),
};

const decisionColumns: readonly Column<Decision>[] = [
  idColumn,
  { title: 'decision', text: row => row.decision, minimum: 20, maximum: 100 },
  { title: 'rationale', text: row => row.rationale, minimum: 16, maximum: 80 },
  { title: 'slice', text: row => row.slice },
  { title: 'run', text: row => row.run },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.createdAt),
];
