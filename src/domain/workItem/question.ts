import * as z from 'zod';
import { Column, jsonText } from '../record/column.js';
import type { WorkItemRow } from './workItemRow.js';

export const questionLimits = { choices: 6, choice: 100, questions: 20, after: 30 * 24 * 60 * 60 * 1000 } as const;
/** Least wait before an agent may go on without an answer, in ms. */
export const minAfterMs = 60_000;

/** `client`: chosen in the agent's own program, which is no proof of a person; `noAnswer`: the agent's own choice. */
const ways = ['person', 'client', 'noAnswer'] as const;
export type AnswerWay = (typeof ways)[number];

interface Asked {
  readonly question: string;
  /** Empty if any words are an answer. */
  readonly choices: readonly string[];
  readonly recommended: string | null;
  readonly from: string | null;
  readonly answer: string | null;
  readonly answeredBy: string | null;
  /** Null while it is open. */
  readonly how: AnswerWay | null;
  /** The answer that a later one replaced, as it was shown. */
  readonly before: string | null;
}

export interface StoredQuestion extends Asked {
  /** `after` as typed (`2h`), `at` in ms UTC. */
  readonly ifNoAnswer: { readonly after: string; readonly take: string; readonly at: number } | null;
  /** ms UTC. */
  readonly askedAt: number | null;
  readonly answeredAt: number | null;
}

const shape = () => ({
  question: z.string(),
  choices: z.array(z.string()).max(questionLimits.choices),
  recommended: z.string().nullable(),
  from: z.string().nullable(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  how: z.enum(ways).nullable(),
  before: z.string().nullable(),
});

const takes = () => ({ after: z.string(), take: z.string() });

/** Questions to a person as JSON, in the order in which they were asked; null for none. See `questionsOf`. */
export const questionsColumn = new Column<string | null, unknown, null>(
  {
    stored: () => {
      const time = z.int().min(0).max(253_402_300_799_999);
      const ifNoAnswer = z.strictObject({ ...takes(), at: time }).nullable();
      const question = z.strictObject({
        ...shape(),
        ifNoAnswer,
        askedAt: time.nullable(),
        answeredAt: time.nullable(),
      });
      return jsonText(z.array(question).max(questionLimits.questions), 2_000_000).nullable();
    },
    shown: () => z.unknown(),
  },
  null,
);

export const questionSchema = z.object({
  /** Names it when it is answered. */
  number: z.int().positive(),
  ...shape(),
  ifNoAnswer: z.object({ ...takes(), at: z.iso.datetime() }).nullable(),
  askedAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
});
export type Question = z.infer<typeof questionSchema>;

type Columns = Pick<WorkItemRow, 'question' | 'answer' | 'questions'>;

/**
 * Questions of an item, in the order of their numbers. Programs that do not know the column write a question and its answer as text
 * alone: then that is the only one.
 */
export function questionsOf(row: Columns): readonly StoredQuestion[] {
  const { question, answer } = row;
  if (row.questions !== null) {
    const all = JSON.parse(row.questions) as StoredQuestion[];
    const texts = textsOf(all);
    if (texts.question === question && texts.answer === answer) return all;
  }
  if (question === null) return [];
  const how = answer === null ? null : 'person';
  return [{ ...askedNow(question), answer, how }];
}

/** With a question without text for an item that waits for a person but has no open one. */
export function askedOf(row: Columns & Pick<WorkItemRow, 'status'>): readonly StoredQuestion[] {
  const all = questionsOf(row);
  return row.status !== 'waiting_human' || all.some(isOpen) ? all : [...all, askedNow('')];
}

export function isOpen({ how }: Pick<StoredQuestion, 'how'>): boolean {
  return how === null;
}

/** The choices of the one open question; none for several open ones. */
export function openChoices(questions: readonly Pick<StoredQuestion, 'how' | 'choices'>[]): readonly string[] {
  const open = questions.filter(isOpen);
  return open.length === 1 ? (open[0]?.choices ?? []) : [];
}

/** True for an answer that no person gave: a person may still change it. */
export function isChangeable({ how }: Pick<StoredQuestion, 'how'>): boolean {
  return how === 'client' || how === 'noAnswer';
}

export function askedNow(question: string, more: Partial<StoredQuestion> = {}): StoredQuestion {
  return {
    question,
    choices: [],
    recommended: null,
    ifNoAnswer: null,
    from: null,
    askedAt: null,
    answer: null,
    answeredBy: null,
    answeredAt: null,
    how: null,
    before: null,
    ...more,
  };
}

/** Columns of an item with these questions; older programs read the two texts. */
export function columnsOf(questions: readonly StoredQuestion[]): Columns {
  return { ...textsOf(questions), questions: JSON.stringify(questions) };
}

/** Open questions, or all if none is open, and the answers so far; numbered if there are several. */
function textsOf(questions: readonly StoredQuestion[]): Pick<Columns, 'question' | 'answer'> {
  const numbered = questions.map((one, index) => ({ one, mark: questions.length === 1 ? '' : `${index + 1}. ` }));
  const open = numbered.filter(({ one }) => isOpen(one));
  const answered = numbered.filter(({ one }) => !isOpen(one));
  return {
    question: (open.length === 0 ? numbered : open).map(({ one, mark }) => `${mark}${one.question}`).join('\n') || null,
    answer: answered.map(({ one, mark }) => `${mark}${answerText(one)}`).join('\n') || null,
  };
}

/** The answer and how it came about, for agents. */
export function answerText({ answer, how, answeredBy, ifNoAnswer, before }: StoredQuestion): string {
  const text = answer ?? '';
  if (how === 'client') return `${text} (answered through ${answeredBy ?? 'the client'})`;
  if (how === 'noAnswer') return `${text} (taken after ${ifNoAnswer?.after} without an answer)`;
  return before === null ? text : `${text} (changed; before: ${before})`;
}

/** The choice with this number or text; undefined for other words. */
export function choiceNamed(choices: readonly string[], text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  const named = choices.find(choice => choice.toLowerCase() === plain);
  return named ?? (/^\d+$/.test(plain) ? choices[Number(plain) - 1] : undefined);
}

/** `1. “Postgres”, 2. “SQLite”` */
export function numberedChoices(choices: readonly string[]): string {
  return choices.map((choice, index) => `${index + 1}. “${choice}”`).join(', ');
}

export function presentQuestions(row: Columns): Question[] {
  return questionsOf(row).map((one, index) => ({
    number: index + 1,
    ...one,
    choices: [...one.choices],
    ifNoAnswer: one.ifNoAnswer && { ...one.ifNoAnswer, at: new Date(one.ifNoAnswer.at).toISOString() },
    askedAt: timeOf(one.askedAt),
    answeredAt: timeOf(one.answeredAt),
  }));
}

/** Open questions whose wait is over at `now`, by index. */
export function overdue(questions: readonly StoredQuestion[], now: number): number[] {
  return questions.flatMap((one, index) =>
    isOpen(one) && one.ifNoAnswer !== null && one.ifNoAnswer.at <= now ? [index] : [],
  );
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
