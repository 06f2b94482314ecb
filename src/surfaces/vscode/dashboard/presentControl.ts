import { l10n } from 'vscode';
import type { z } from 'zod';
import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { ControlState } from '../../../protocol/dashboardState.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';

export type ControlReport = NonNullable<z.output<LaneOperations['controlReport']['output']>['report']>;
type Decision = ControlReport['needsYou'][number];

/** Subject of decisions about all work. */
const allWork = 'control';
/** Reasons that the line of control or the card says anyway. */
const saidElsewhere: ReadonlySet<Decision['reason']> = new Set<Decision['reason']>([
  ...(['asksYou', 'reviewYou', 'mergeYou', 'permission', 'conflict'] as const),
  ...(['waitsFor', 'hasParts', 'scheduled', 'heldBy', 'assignedTo'] as const),
  ...(['timeOver', 'switchedOff', 'budgetUsed', 'dayUsed', 'settingsBad'] as const),
]);

/** Shows control while it is on, else the report of the last time. */
export function presentControl(report: ControlReport): ControlState {
  const { pass } = report;
  if (pass === null || pass.shift === null) return { on: null, report: presentReport(report) };
  const { checkedAt, running, atOnce, shift, decisions } = pass;
  const notes = decisions.filter(({ subject }) => subject === allWork).map(({ text }) => inEditorsLanguage(text));
  const use = report.budget.money === null ? [] : [usedText(report)];
  return { on: { checkedAt, running, atOnce, until: shift.until, notes: [...use, ...notes] }, report: null };
}

/** Reasons why no agent is started, by work item. */
export function heldBy(report: ControlReport | null): (ref: string) => string | null {
  const waits = new Map(
    (report?.pass?.decisions ?? []).flatMap(one =>
      one.act === 'wait' && !saidElsewhere.has(one.reason) ? [[one.subject, waitText(one)] as const] : [],
    ),
  );
  return ref => waits.get(ref) ?? null;
}

function waitText({ until, text, needsYou }: Decision): string {
  const reason = inEditorsLanguage(text);
  if (until !== null) return l10n.t('waits until {0}: {1}', clock(until), reason);
  return needsYou ? l10n.t('waits for you: {0}', reason) : l10n.t('waits: {0}', reason);
}

function clock(time: string): string {
  return new Date(time).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

type Row = NonNullable<ControlState['report']>['lists'][number]['rows'][number];

function presentReport(report: ControlReport): ControlState['report'] {
  const { done, needsYou, gaveUp, withoutCost } = report;
  const lists = [
    {
      name: 'done',
      rows: done.map(({ item, title, proof }): Row => {
        const words = proof === null ? l10n.t('no command was proven') : l10n.t('{0} passed', proof);
        return { ref: item, title, words };
      }),
    },
    {
      name: 'needsYou',
      rows: needsYou.map(({ subject, title, text }): Row => ({ ref: subject, title, words: inEditorsLanguage(text) })),
    },
    { name: 'gaveUp', rows: gaveUp.map(({ item, title, why }): Row => ({ ref: item, title, words: why })) },
  ] as const;
  const without = withoutCost.map(({ agent }) => l10n.t('{0} not included', agent));
  const headline = [
    l10n.t('{0} done', String(done.length)),
    l10n.t('{0} need you', String(needsYou.length)),
    l10n.t('{0} gave up', String(gaveUp.length)),
    [usedText(report), ...without].join(', '),
  ].join(' · ');
  return {
    headline,
    lists: lists.filter(({ rows }) => rows.length > 0).map(({ name, rows }) => ({ name, rows: [...rows] })),
  };
}

function usedText({ used, budget }: ControlReport): string {
  const money = `$${used.money.toFixed(2)}`;
  return budget.money === null ? money : l10n.t('{0} of {1}', money, `$${budget.money.toFixed(2)}`);
}
