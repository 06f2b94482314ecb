import type { Question } from '../domain/workItem/question.js';
import type { WorkItem } from '../domain/workItem/workItem.js';
import type { Translate } from '../reports/translate.js';

/** Open questions, or all if none is open, with their choices. */
export function questionText({ question, questions }: WorkItem, t: Translate): string | null {
  const open = questions.filter(({ how }) => how === null);
  const shown = open.length === 0 ? questions : open;
  const mark = marking(questions.length);
  return shown.length === 0
    ? question
    : shown.map(one => [`${mark(one)}${one.question}`, ...choiceLines(one, t)].join('\n')).join('\n');
}

function choiceLines({ choices, recommended, ifNoAnswer, how }: Question, t: Translate): string[] {
  if (how !== null) return [];
  return [
    ...choices.map((choice, index) => {
      const line = `${index + 1}) ${choice}`;
      return `  ${choice === recommended ? t('{0} (recommended)', line) : line}`;
    }),
    ...(ifNoAnswer === null ? [] : [`  ${t('Without an answer after {0}: {1}', ifNoAnswer.after, ifNoAnswer.take)}`]),
  ];
}

export function answersText({ answer, questions }: WorkItem, t: Translate): string | null {
  const mark = marking(questions.length);
  const answered = questions.filter(({ how }) => how !== null);
  return answered.length === 0 ? answer : answered.map(one => `${mark(one)}${answerWords(one, t)}`).join('\n');
}

/** Numbers of several questions. */
function marking(count: number): (one: Question) => string {
  return ({ number }) => (count === 1 ? '' : `${number}. `);
}

/** An answer, and how it came about if not from a person. */
export function answerWords({ answer, how, answeredBy, ifNoAnswer, before }: Question, t: Translate): string {
  const text = answer ?? '';
  if (how === 'client') return t('{0} (answered through {1})', text, answeredBy ?? '');
  if (how === 'noAnswer') return t('{0} (taken after {1} without an answer)', text, ifNoAnswer?.after ?? '');
  return before === null ? text : t('{0} (changed; before: {1})', text, before);
}
