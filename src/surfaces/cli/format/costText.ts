import { type CostSum, sumCosts } from '../../../domain/agentSession/sessionCost.js';
import { attemptEnds } from '../../../domain/attempt/attemptRow.js';
import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { costWords, runTime, timeWords, tokenWords, useWords } from '../../../present/costWords.js';
import type { SessionView } from '../../../records/agentSession/sessionView.js';
import { english } from '../../../reports/translate.js';
import type { Answer } from './resultText.js';
import { type Column, table } from './table.js';
import { oneLine } from './text.js';
import { type View, when } from './view.js';

type Cost = Answer<LaneOperations['agentCost']>;
type Session = Cost['sessions'][number];

/** The use of agents as a table, with the sum below. */
export function costText({ sessions, rows, total, by, days, timeZone, prices }: Cost, view: View): string {
  if (total.sessions === 0)
    return days === null ? 'No agent was started for it.' : `No agent was started in ${lastDays(days)}.`;
  const { dim } = view.style;
  const list = prices.path === null ? 'the list of Stateroom' : oneLine(prices.path);
  const usesPrices = total.estimatedMicros > 0 || total.costUnknown > 0;
  return [
    ...(days === null ? [] : [dim(`${lastDays(days)}, by ${by}${by === 'day' ? ` (${timeZone})` : ''}`)]),
    by === 'session' ? table(sessionColumns, sessions, view) : table(sumColumns(by), rows, view),
    `Total: ${useWords(total, english)}`,
    ...sessions.flatMap(({ attempt, agent, usage }) => [
      `${oneLine(agent)}${attempt === null ? '' : `, attempt ${attempt}`}`,
      ...usage.map(figures => dim(`  ${usedText(figures)}`)),
    ]),
    ...(usesPrices ? [dim(`~ is an estimate by the prices of ${prices.date}, ${list}.`)] : []),
  ].join('\n');
}

function lastDays(days: number): string {
  return days === 1 ? 'today' : `the last ${days} days`;
}

const sessionColumns: readonly Column<Session>[] = [
  { title: 'attempt', text: ({ attempt }) => (attempt === null ? null : String(attempt)), alignRight: true },
  { title: 'agent', text: ({ agent }) => agent },
  { title: 'model', text: ({ model }) => model, maximum: 40, spare: true },
  { title: 'started', text: ({ started }, view) => when(started, view) },
  { title: 'end', text: ({ endReason }) => (endReason === null ? 'runs' : attemptEnds[endReason]) },
  ...useColumns<Session>(({ cost }) => sumCosts([cost])),
];

function sumColumns(by: Cost['by']): readonly Column<Cost['rows'][number]>[] {
  return [
    { title: by, text: ({ name }) => name },
    { title: 'starts', text: ({ sessions }) => String(sessions), alignRight: true },
    ...useColumns<Cost['rows'][number]>(row => row),
  ];
}

function useColumns<Row>(sumOf: (row: Row) => CostSum): readonly Column<Row>[] {
  return [
    { title: 'tokens', text: row => tokenWords(sumOf(row), english), alignRight: true },
    { title: 'cost', text: row => costWords(sumOf(row), english), alignRight: true },
    { title: 'time', text: row => timeWords(sumOf(row), english), alignRight: true },
  ];
}

const meanings = {
  turn: 'all turns',
  session: 'whole session',
  'last-request': 'last request alone',
  context: 'context in use',
  time: 'time',
} as const;

/** One row of figures with its meaning and source. */
export function usedText({
  meaning,
  source,
  input,
  output,
  cached,
  costMicros,
  used,
  size,
}: SessionView['usage'][number]): string {
  const parts = [
    input === null ? undefined : `${input} in`,
    output === null ? undefined : `${output} out`,
    cached === null ? undefined : `${cached} cached`,
    costMicros === null ? undefined : `$${(costMicros / 1_000_000).toFixed(4)}`,
    used === null
      ? undefined
      : meaning === 'time'
        ? runTime(used, english)
        : `${used}${size === null ? '' : ` of ${size}`} used`,
  ].filter(part => part !== undefined);
  const from = { agent: 'told by the agent', log: 'measured', estimate: 'estimated' }[source];
  return `${meanings[meaning]}: ${parts.length === 0 ? 'unknown' : `${parts.join(', ')} (${from})`}`;
}
