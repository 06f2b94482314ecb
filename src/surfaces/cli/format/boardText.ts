import { quoteWord } from '../../../domain/lane/laneKit.js';
import { say } from '../../../messages/say.js';
import { eventWords } from '../../../present/eventSentence.js';
import { needLooks } from '../../../present/needRow.js';
import { progressWord } from '../../../present/progressWord.js';
import type { BoardCard, BoardColumn, BoardGrouping, BoardReport } from '../../../reports/boardReport.js';
import { boardColumns } from '../../../reports/boardReport.js';
import { english } from '../../../reports/translate.js';
import { addOne } from './queueText.js';
import { oneLine } from './text.js';
import { type View, when } from './view.js';

const titles: Readonly<Record<BoardColumn | 'waiting', string>> = {
  ready: 'Ready',
  working: 'Working',
  review: 'Review',
  done: 'Done today',
  waiting: 'Waiting',
};
const maxEventLength = 100;

/** The board as columns one below the other; a card that needs the person begins with `!`. */
export function boardText(report: BoardReport, view: View): string {
  const { columns, waiting, counts, elsewhere } = report;
  const { bold, dim, yellow } = view.style;
  const lists = boardColumns.flatMap(name => [
    [name, columns[name]] as const,
    ...(name === 'ready' && waiting.total > 0 ? [['waiting', waiting] as const] : []),
  ]);
  if (counts.needs_you === 0 && elsewhere.length === 0 && lists.every(([, { total }]) => total === 0))
    return `Nothing on the board. ${addOne}`;
  const parts = lists.flatMap(([name, { total, cards }]) => {
    const rest = total - cards.length;
    const lines = [
      `${bold(titles[name])} ${dim(String(total))}`,
      ...grouped(cards, report).flatMap(([heading, group]) => [
        ...(heading === undefined ? [] : [` ${bold(oneLine(heading))}`]),
        ...group.map(card => cardText(card, name === 'done', view)),
      ]),
      ...(rest > 0 ? [dim(`  … and ${rest} more`)] : []),
    ].join('\n');
    return name === 'working' && elsewhere.length > 0 ? [lines, elsewhereText(elsewhere, view)] : [lines];
  });
  const needs =
    counts.needs_you === 0 ? [] : [yellow(counts.needs_you === 1 ? '1 needs you' : `${counts.needs_you} need you`)];
  return [...needs, ...parts].join('\n\n');
}

/** Groups of cards with their headings, by name, the rest last; one group without a heading if none are asked for. */
function grouped(
  cards: readonly BoardCard[],
  { by, parents }: BoardReport,
): readonly (readonly [heading: string | undefined, cards: readonly BoardCard[]])[] {
  if (by === null) return [[undefined, cards]];
  const names = new Set(cards.flatMap(card => groupOf[by](card) ?? []));
  const of = (name: string | null): BoardCard[] => cards.filter(card => (groupOf[by](card) ?? null) === name);
  const heading = (name: string): string =>
    [name, by === 'parent' ? parents[name] : undefined].filter(Boolean).join(' ');
  const rest = of(null);
  return [
    ...[...names].sort().map(name => [heading(name), of(name)] as const),
    ...(rest.length === 0 ? [] : [[ungrouped[by], rest] as const]),
  ];
}

const groupOf: Readonly<Record<BoardGrouping, (card: BoardCard) => string | null | undefined>> = {
  label: ({ labels }) => labels[0],
  agent: ({ who, assignee }) => who ?? assignee,
  parent: ({ parent }) => parent,
};
const ungrouped = { label: 'no label', agent: 'nobody', parent: 'no parent' } as const;

function elsewhereText(elsewhere: BoardReport['elsewhere'], { style: { bold, dim, cyan } }: View): string {
  const lines = elsewhere.map(({ branch, maker, worktreePath }) => {
    const adopt = `stateroom lane adopt ${quoteWord(worktreePath ?? branch)}`;
    return `  ${cyan(oneLine(branch))}  ${dim(oneLine([maker, adopt].filter(Boolean).join(' · ')))}`;
  });
  return [`${bold('Branches without a lane')} ${dim(String(elsewhere.length))}`, ...lines].join('\n');
}

function cardText(card: BoardCard, isOver: boolean, view: View): string {
  const { cyan, yellow, dim } = view.style;
  const { ref, title, needs, state, status, who, waits, last, checks, laneName } = card;
  const word = isOver
    ? status === 'done'
      ? undefined
      : status
    : state && state !== 'in_flight' && progressWord(state, english);
  const facts = [word, who, laneName === null || laneName === who ? null : laneName].filter(
    fact => typeof fact === 'string',
  );
  const waiting = waits && [
    ...waits.on.map(({ ref: other, status: of }) =>
      of === 'failed' || of === 'cancelled' ? `${other} (${of})` : other,
    ),
    ...(waits.until === null ? [] : [when(waits.until, view)]),
  ];
  const told = last && eventWords(last, maxEventLength, english, time => when(time, view));
  return [
    `${needs.length > 0 ? yellow('!') : ' '} ${cyan(ref)}  ${oneLine(title)}${facts.length === 0 ? '' : `  ${dim(facts.map(oneLine).join(' · '))}`}`,
    ...needs.map(({ kind, text }) =>
      [
        `    ${yellow(needLooks[kind].word(english))}`,
        text === null ? '' : oneLine(say(text)),
        kind === 'workItem' ? dim(card.choices.map(oneLine).join(' / ')) : '',
      ]
        .join('  ')
        .trimEnd(),
    ),
    ...(waiting === null ? [] : [`    ${dim(`waits for ${waiting.join(', ')}`)}`]),
    ...(checks.length === 0 ? [] : [`    ${dim(checks.map(checkText).join(' · '))}`]),
    ...(told == null ? [] : [`    ${dim(`${oneLine(told)}, ${when(last?.at ?? null, view)}`)}`]),
  ].join('\n');
}

/** A mark only for a run of the content that the card is about. */
function checkText({ command, passed, basis }: BoardCard['checks'][number]): string {
  const outcome = passed ? 'passed' : 'failed';
  if (basis === 'current') return `${oneLine(command)} ${passed ? '✓' : '✗'}`;
  return `${oneLine(command)} ${outcome}${basis === 'earlier' ? ' earlier' : ', as its agent says'}`;
}
