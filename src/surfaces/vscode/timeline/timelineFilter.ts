import { l10n } from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';
import { parseTime } from '../../../domain/time/time.js';
import { filterGroup, filterRow } from '../commands/askFilter.js';
import { editableTime } from '../support/localTime.js';
import { asLabel } from '../support/plainText.js';
import type { ChoiceRow } from '../support/prompt.js';

/** Filters of the timeline, as `events.tail` takes them. */
export interface TimelineFilter {
  readonly actor?: string | undefined;
  /** `finding_*` */
  readonly type?: string | undefined;
  /** `W-12` */
  readonly about?: string | undefined;
  /** Local times; from is inclusive, to exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Typed text, not yet parsed (see `readTyped`). */
  readonly text?: string | undefined;
}

/** Prefixes of the event types of each kind. */
const kinds: readonly (readonly [beginning: string, word: () => string])[] = [
  ['work_item_', () => l10n.t('Work items')],
  ['task_', () => l10n.t('Tasks')],
  ['slice_', () => l10n.t('Slices')],
  ['plan_', () => l10n.t('Plans')],
  ['evidence_', () => l10n.t('Evidence')],
  ['finding_', () => l10n.t('Findings')],
  ['review_', () => l10n.t('Reviews')],
  ['lane_', () => l10n.t('Lanes')],
  ['worker_', () => l10n.t('Workers')],
  ['message', () => l10n.t('Messages')],
  ['run_', () => l10n.t('Investigations')],
];

/** The filter in words: `by codex · about W-12`. */
export function filterWords({ actor, type, about, from, to }: TimelineFilter): string[] {
  return [
    ...(actor === undefined ? [] : [l10n.t('by {0}', oneLine(actor))]),
    ...(type === undefined ? [] : [l10n.t('kind: {0}', wordOf(type))]),
    ...(about === undefined ? [] : [l10n.t('about {0}', about)]),
    ...(from === undefined ? [] : [l10n.t('from {0} on', from)]),
    ...(to === undefined ? [] : [l10n.t('until {0}', to)]),
  ];
}

function wordOf(type: string): string {
  return kinds.find(([beginning]) => type === `${beginning}*`)?.[1]() ?? oneLine(type);
}

export function filterRows(
  filter: TimelineFilter,
  actors: readonly string[],
  now: number,
): ChoiceRow<TimelineFilter>[] {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const weekAgo = new Date(today);
  weekAgo.setDate(weekAgo.getDate() - 7);
  const since = (time: number) => ({ from: timeText(time), to: undefined });
  return [
    ...filterGroup(
      l10n.t('Kind'),
      kinds.map(([beginning, word]) =>
        filterRow<TimelineFilter>(filter, { type: `${beginning}*` }, word(), 'symbol-event'),
      ),
    ),
    ...filterGroup(l10n.t('Time'), [
      filterRow<TimelineFilter>(filter, since(today), l10n.t('Today'), 'calendar'),
      filterRow<TimelineFilter>(filter, since(weekAgo.getTime()), l10n.t('Last 7 days'), 'calendar'),
    ]),
    ...filterGroup(
      l10n.t('Actor'),
      [...actors].sort().map(actor => filterRow<TimelineFilter>(filter, { actor }, asLabel(actor), 'account')),
    ),
  ];
}

/** Parses text into a filter and its label: a record, a time, two times separated by dots, else an event type. */
export function readTyped(text: string, now: number): { readonly trait: TimelineFilter; readonly label: string } {
  if (/^[wftlr]-[1-9]\d{0,14}$/i.test(text)) {
    const about = text.toUpperCase();
    return { trait: { about }, label: l10n.t('$(search) Events about {0}', about) };
  }
  const [from, to] = text.split('..').map(part => parseTime(part, now));
  if (from !== undefined && to !== undefined) {
    const trait = { from: timeText(from), to: timeText(to) };
    return { trait, label: l10n.t('$(calendar) Events from {0} until {1}', trait.from, trait.to) };
  }
  if (from !== undefined && !text.includes('..')) {
    const trait = { from: timeText(from), to: undefined };
    return { trait, label: l10n.t('$(calendar) Events from {0} on', trait.from) };
  }
  return {
    trait: { type: `${text}*` },
    label: l10n.t('$(search) Events whose type begins with “{0}”', asLabel(text)),
  };
}

function timeText(time: number): string {
  return editableTime(new Date(time).toISOString());
}
