import { actText } from '../../../domain/control/decisionText.js';
import { message } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { ShownDecision, ShownPass } from '../../../records/control/controlView.js';
import type { Report } from '../../../records/control/readReport.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';
import { localTime, relativeTime } from './time.js';
import { count, type View, words } from './view.js';

export const texts: TextsOf<LaneOperations> = {
  controlPlan: (pass, view) => [stateLine(pass, view), ...decisionLines(pass, view)].join('\n'),
  controlWhy: ({ shift, decision, tries }, view) =>
    [
      decisionLine(decision, { isOn: shift !== null, atOnce: null }, view),
      ...tries.map(
        ({ agent, ended, end, why }) =>
          `  ${oneLine(agent)} ended ${clock(ended, view.now)}: ${words(end)}${why === null ? '' : `. ${oneLine(why)}`}`,
      ),
    ].join('\n'),
  controlStart: (pass, view) =>
    [
      pass.isNew
        ? 'Control is on.'
        : pass.isChanged
          ? 'Control was on already, and goes on with these settings.'
          : 'Control was on already.',
      stateLine(pass, view),
      ...decisionLines(pass, view),
      'See what waits: stateroom control plan. Switch it off: stateroom control stop.',
    ].join('\n'),
  controlStop: ({ shift, running }) =>
    shift.ended === null
      ? `Nothing new is started; ${count(running, 'agent goes', 'agents go')} on to the end. Stop them: stateroom control stop --now.`
      : 'Control is off.',
  controlReport: ({ report }, view) =>
    report === null ? 'There is no report to read.' : reportLines(report, view).join('\n'),
  controlRead: ({ changed }) => (changed ? 'The report is marked as read.' : 'There is no report to read.'),
};

/** `Control is on, checked 12 s ago · 3 of 4 running · until 07:00 · $1.20 of $25.00` */
function stateLine(
  { shift, checkedAt, running, atOnce, agents, budget, used, hash }: ShownPass,
  { now }: View,
): string {
  const named = agents.map(({ name, atOnce }) => `${oneLine(name)}:${atOnce}`).join(', ');
  if (shift === null) {
    const settings = named === '' ? 'its settings name no agents' : `${named} by its settings (${hash})`;
    return `Control is off · ${settings}. This is what it would do:`;
  }
  const checked =
    checkedAt === null
      ? 'Control is on, but nothing runs it: stateroom control start'
      : `Control is on, checked ${relativeTime(Math.min(Date.parse(checkedAt), now), now)}`;
  return [
    checked,
    `${running} of ${atOnce} running`,
    ...(shift.until === null ? [] : [`until ${clock(shift.until, now)}`]),
    ...(used === null ? [] : usedParts(used, budget)),
  ].join(' · ');
}

function usedParts(used: NonNullable<ShownPass['used']>, budget: ShownPass['budget']): string[] {
  return [
    ...(budget.money === null ? [] : [`${dollars(used.money)} of ${dollars(budget.money)}`]),
    ...(budget.tokens === null ? [] : [`${used.tokens} of ${budget.tokens} tokens`]),
    ...(budget.minutes === null ? [] : [`${used.minutes} of ${budget.minutes} minutes`]),
  ];
}

function decisionLines({ shift, atOnce, decisions }: ShownPass, view: View): string[] {
  if (decisions.length === 0) return ['No open work.'];
  return decisions.map(one => decisionLine(one, { isOn: shift !== null, atOnce }, view));
}

/** `W-15 Keep the cart · would start now · codex, 3 of 4 · ready` */
function decisionLine(
  decision: ShownDecision,
  { isOn, atOnce }: { readonly isOn: boolean; readonly atOnce: number | null },
  { now }: View,
): string {
  const { subject, title, act, agent, count: number, reason, text } = decision;
  const until = decision.until === null ? null : Date.parse(decision.until);
  const time = (at: number) => clock(new Date(at).toISOString(), now);
  const isNth = act === 'start' && reason === 'ready' && atOnce !== null;
  const place =
    act !== 'start' && act !== 'keep' && act !== 'stop'
      ? undefined
      : isNth
        ? say(message('control.place', { agent: agent ?? '', count: number ?? 0, max: atOnce ?? 0 }))
        : (agent ?? undefined);
  return [
    subject === 'control' ? say(message('control.all')) : `${subject} ${oneLine(title)}`,
    say(actText({ ...decision, until, detail: null }, { isOn, time })),
    ...(place === undefined ? [] : [oneLine(place)]),
    oneLine(say(text)),
  ].join(' · ');
}

/** Time of day; with the date if it is not today. */
function clock(time: string, now: number): string {
  const text = localTime(Date.parse(time));
  return text.slice(0, 10) === localTime(now).slice(0, 10) ? text.slice(11) : text;
}

function dollars(money: number): string {
  return `$${money.toFixed(2)}`;
}

const laneWords = { IN_REVIEW: 'waits for your review', APPROVED: 'you merge it', COMPLETED: 'merged' } as const;

function reportLines(report: Report, view: View): string[] {
  const { shift, done, needsYou, gaveUp } = report;
  if (shift === null) return ['Control was never on.'];
  const started = clock(shift.started, view.now);
  return [
    shift.ended === null
      ? `Control is on since ${started}`
      : `Control was on from ${started} to ${clock(shift.ended, view.now)}`,
    [
      `${done.length} done`,
      `${needsYou.length} ${needsYou.length === 1 ? 'needs' : 'need'} you`,
      `${gaveUp.length} gave up`,
      usedText(report),
    ].join(' · '),
    ...listed('Done', done, ({ item, title, branch, state: worker, proof }) => {
      const word = worker !== null && worker in laneWords ? laneWords[worker as keyof typeof laneWords] : 'done';
      return `${item} ${oneLine(title)} · ${word} · ${proof === null ? 'no proof' : `${oneLine(proof)} passed`} · ${branch}`;
    }),
    ...listed('Needs you', needsYou, one => decisionLine(one, { isOn: shift.ended === null, atOnce: null }, view)),
    ...listed('Gave up', gaveUp, ({ item, title, why }) => `${item} ${oneLine(title)} · ${oneLine(why)}`),
  ];
}

/** `$18.40 of $25.00, codex not included (1.2 M tokens, it reports no cost)` */
function usedText({ used, budget, withoutCost }: Report): string {
  const of = budget.money === null ? '' : ` of ${dollars(budget.money)}`;
  const missing = withoutCost.map(({ agent, tokens }) => {
    const shown = tokens === 0 ? 'it reports no use' : `${tokenCount(tokens)} tokens, it reports no cost`;
    return `, ${oneLine(agent)} not included (${shown})`;
  });
  return `${dollars(used.money)}${of}${missing.join('')}`;
}

function tokenCount(tokens: number): string {
  if (tokens < 10_000) return tokens.toLocaleString('en');
  return tokens < 1_000_000 ? `${Math.round(tokens / 1000)} k` : `${(tokens / 1_000_000).toFixed(1)} M`;
}

function listed<Row>(title: string, rows: readonly Row[], line: (row: Row) => string): string[] {
  return rows.length === 0 ? [] : [`${title}:`, ...rows.map(row => `  ${line(row)}`)];
}
