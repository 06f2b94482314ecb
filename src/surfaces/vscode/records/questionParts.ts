import { l10n } from 'vscode';
import { visibleText } from '../../../domain/text/visibleText.js';
import type { Question } from '../../../domain/workItem/question.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { commandOf } from '../../../operations/commandOf.js';
import { queueAdvance } from '../../../operations/queue/queueAdvance.js';
import { answerWords } from '../../../present/questionText.js';
import type { RowCommand } from '../../../present/viewRow.js';
import type { RecordAct, RecordSection, RecordState } from '../../../protocol/recordState.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { translate as t } from '../support/translate.js';

interface QuestionParts {
  /** The first open question, with a box for other words. */
  readonly question: NonNullable<RecordState['question']>;
  /** Other open questions, and answers that no person gave. */
  readonly sections: readonly RecordSection[];
  readonly answer: (text: string) => RowCommand;
}

/** Presents the questions of a work item that waits for a person; one click on a choice answers. */
export function questionParts(item: WorkItem, commands: RecordCommands): QuestionParts {
  const [first, ...more] = item.questions.filter(({ how }) => how === null);
  const number = first === undefined ? {} : { question: first.number };
  const other = first === undefined || first.choices.length === 0 ? {} : { other: true };
  const hint = first && waitOf(first);
  return {
    question: {
      from: item.owner,
      text: first === undefined ? item.question : first.question,
      ...(first === undefined || first.choices.length === 0 ? {} : { choices: buttons(item, first, commands) }),
      ...(hint === undefined ? {} : { hint }),
    },
    sections: [...more.map(one => section(item, one, commands)), ...changeable(item, commands)],
    answer: text => advance({ id: item.ref, ...number, answer: text, ...other }),
  };
}

/** Answers that a person may still change. */
export function changeable(item: WorkItem, commands: RecordCommands): RecordSection[] {
  if (item.section === 'done') return [];
  return item.questions
    .filter(({ how }) => how === 'client' || how === 'noAnswer')
    .map(one => section(item, one, commands));
}

function section(item: WorkItem, one: Question, commands: RecordCommands): RecordSection {
  const said = one.how === null ? waitOf(one) : answerWords(one, t);
  const choose = l10n.t('Choose');
  const row = (text: string, { id }: RecordAct) => ({
    ...{ icon: null, detail: null, inner: false },
    line: [{ text }],
    act: { id, label: choose },
  });
  const words = commands.add(idOf(one, ''), choose, advance({ id: item.ref, question: one.number, other: true }));
  return {
    id: `question.${one.number}`,
    title: l10n.t('Question {0}', one.number),
    blocks: [
      { kind: 'prose', heading: null, text: visibleText(one.question) },
      ...(said === undefined ? [] : [{ kind: 'prose' as const, heading: null, text: visibleText(said) }]),
      {
        kind: 'rows',
        heading: null,
        rows: [
          ...buttons(item, one, commands).map(act => row(act.label, act)),
          row(one.choices.length === 0 ? l10n.t('Answer') : l10n.t('Other words'), words),
        ],
        none: null,
      },
    ],
  };
}

/** The recommended choice first. */
function buttons({ ref }: WorkItem, one: Question, commands: RecordCommands): RecordAct[] {
  const { number, choices, recommended, answer } = one;
  const left = choices.filter(choice => choice !== answer);
  left.sort((first, second) => Number(second === recommended) - Number(first === recommended));
  return left.map(choice => {
    const label = visibleText(choice === recommended ? t('{0} (recommended)', choice) : choice);
    return commands.add(idOf(one, choice), label, advance({ id: ref, question: number, answer: choice }));
  });
}

/** Names question and choice, so that a button of an older state never answers another question. */
function idOf({ number, question }: Question, choice: string): string {
  return `answer.${number}.${question}.${choice}`;
}

function waitOf({ ifNoAnswer }: Question): string | undefined {
  return ifNoAnswer === null ? undefined : t('Without an answer after {0}: {1}', ifNoAnswer.after, ifNoAnswer.take);
}

function advance(input: Readonly<Record<string, unknown>>): RowCommand {
  return { command: commandOf(queueAdvance), arguments: [input] };
}
