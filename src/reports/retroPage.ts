import { addDays } from '../domain/time/isoWeek.js';
import { dateIn } from '../domain/time/timeZone.js';
import { markdownTable } from './markdownTable.js';
import type { RetroReport, Wait } from './retroReport.js';

export interface PlotFiles {
  readonly title: string;
  readonly light: string;
  readonly dark: string;
}

export function retroPage(report: RetroReport, plots: readonly PlotFiles[]): string {
  const { label, timeZone, from, to, isOver, events, items, findings, refusals, lanes, agents } = report;
  const last = addDays(dateIn(timeZone, Date.parse(to)), -1);
  return [
    `# Retrospective ${label}`,
    '',
    `${dateIn(timeZone, Date.parse(from))} to ${last} (${timeZone}): from ${from} to before ${to}.`,
    ...(isOver ? [] : ['', 'This period is not over yet.']),
    '',
    `Total events: ${events.total}`,
    ...plots.flatMap(({ title, light, dark }) => [
      '',
      '<picture>',
      `  <source media="(prefers-color-scheme: dark)" srcset="${dark}">`,
      `  <img alt="${title}" src="${light}">`,
      '</picture>',
    ]),
    ...section(
      'Events by type',
      table(
        ['Type', '#Events'],
        events.byType.map(({ type, count }) => [type, count]),
      ),
    ),
    ...section('Work item resolutions', [
      `- done: ${items.done}`,
      `- failed: ${items.failed}`,
      `- cancelled: ${items.cancelled}`,
    ]),
    ...section(
      'Top actors',
      table(
        ['Actor', '#Events'],
        events.actors.map(({ actor, count }) => [actor ?? '(none)', count]),
      ),
    ),
    ...section('Throughput', [
      `Open at the start: ${items.openAtStart}. Created: ${items.created}. Reopened: ${items.reopened}. Open at the end: ${items.openAtEnd}.`,
      '',
      ...table(
        ['Day', '#Created', '#Resolved', '#Open at end of day'],
        items.days.map(({ date, created, resolved, open }) => [date, created, resolved, open]),
      ),
    ]),
    ...section(
      'Waiting times',
      table(
        ['', '#Items', '#p50', '#p90'],
        [
          ['From ready to claimed', ...wait(items.untilClaimed)],
          ['From claimed to done', ...wait(items.untilDone)],
        ],
      ),
    ),
    ...section(
      'Findings',
      table(
        ['Severity', '#Opened', '#Closed', '#Reopened'],
        findings.bySeverity.map(({ severity, opened, closed, reopened }) => [severity, opened, closed, reopened]),
      ),
    ),
    ...section(
      'Refusals',
      table(
        ['Event', 'What', 'Why', '#Times'],
        refusals.map(({ type, what, why, count }) => [type, what ?? '', why ?? '', count]),
      ),
    ),
    ...section(
      'Lanes',
      table(
        ['#Opened', '#Merged', '#Cancelled', '#Backed up', '#Restored'],
        [[lanes.opened, lanes.merged, lanes.cancelled, lanes.backedUp, lanes.restored]],
      ),
    ),
    ...section('Agents', [
      ...table(
        [
          ...['Agent', 'Model', '#Slices', '#Accepted at first review', '#Items done', '#Reopened'],
          ...['#Findings confirmed', '#Refuted', '#Lanes merged', '#Time to merge (p50)'],
        ],
        agents.map(agent => [
          agent.actor ?? '(none)',
          agent.model ?? '(unknown)',
          agent.slices,
          share(agent.acceptedFirst, agent.reviewed),
          agent.done,
          share(agent.reopened, agent.done),
          agent.confirmed,
          agent.refuted,
          agent.untilMerged.count,
          span(agent.untilMerged.p50Minutes),
        ]),
      ),
      '',
      'Accepted: of the slices that were reviewed. Reopened: of the items that were done, until now. Confirmed findings were fixed, refuted ones are not going to be.',
    ]),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', `## ${title}`, '', ...lines];
}

function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  return markdownTable(titles, rows, 'None.');
}

function wait({ count, p50Minutes, p90Minutes }: Wait): (string | number)[] {
  return [count, span(p50Minutes), span(p90Minutes)];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
}

function span(minutes: number | null): string {
  if (minutes === null) return '–';
  const [value, unit] = minutes < 90 ? [minutes, 'min'] : minutes < 2880 ? [minutes / 60, 'h'] : [minutes / 1440, 'd'];
  return `${Math.round(value * 10) / 10} ${unit}`;
}
