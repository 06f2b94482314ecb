import type { Order, Outcome, Way } from './runWay.js';

interface Row {
  readonly order: Pick<Order, 'way' | 'agents'>;
  readonly outcome: Outcome;
}

const names: Readonly<Record<Way, string>> = {
  folder: 'one folder',
  worktrees: 'worktrees and a script',
  stateroom: 'Stateroom',
};

const headings = [
  'Agents',
  'Way',
  'Lost',
  'Twice',
  'Tests pass',
  'Made again (after a kill)',
  'Returned',
  'Refused',
  'Calls each',
  'Tokens each',
  'Tools, once a session',
  'Commands of the person',
  'Seconds',
];

/** The outcomes as a table in Markdown. */
export function asTable(rows: readonly Row[]): string {
  const lines = rows.map(({ order, outcome }) => {
    const { calls, tokens } = costEach(outcome);
    return [
      order.agents,
      names[order.way],
      outcome.lost.length,
      outcome.twice.length,
      `${outcome.green} of ${outcome.tasks}`,
      `${outcome.again} (${outcome.againAfterKill})`,
      outcome.returned,
      outcome.refused,
      calls.toFixed(1),
      Math.round(tokens),
      outcome.fixedBytes === 0 ? '–' : `${Math.round(outcome.fixedBytes / 4)} tokens`,
      outcome.acts,
      Math.round(outcome.seconds),
    ];
  });
  return [headings, headings.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** Calls and tokens for each task whose test passes; a token is taken for four bytes. */
export function costEach({ coordination, green }: Pick<Outcome, 'coordination' | 'green'>) {
  const sum = (of: 'calls' | 'bytes') => coordination.reduce((all, [, one]) => all + one[of], 0);
  return { calls: sum('calls') / green, tokens: sum('bytes') / 4 / green };
}

/** Which goals a run with Stateroom misses, a sentence each. */
export function missedGoals({ order, outcome }: Row): string[] {
  if (order.way !== 'stateroom') return [];
  const { lost, twice, green, tasks, again } = outcome;
  const { tokens } = costEach(outcome);
  return [
    ...(lost.length > 0 ? [`lost: ${lost.join(', ')}`] : []),
    ...(twice.length > 0 ? [`begun twice: t${twice.join(', t')}`] : []),
    ...(green / tasks < 0.98 ? [`the tests of ${green} of ${tasks} tasks pass`] : []),
    ...(again > 0 ? [`${again} slices were made again`] : []),
    ...(tokens > 2500 ? [`${Math.round(tokens)} tokens for each accepted change, not ≤ 2500`] : []),
  ].map(text => `${order.agents} agents: ${text}`);
}
