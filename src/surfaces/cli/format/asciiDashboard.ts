import { findingSeverities } from '../../../domain/finding/findingSeverity.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { say } from '../../../messages/say.js';
import type { SnapshotReport } from '../../../reports/snapshotReport.js';
import { spanText } from '../../../reports/spanText.js';
import { english } from '../../../reports/translate.js';
import type { View } from './view.js';

/** Width in columns without a terminal. */
const usualWidth = 100;
/** Max rows of a section; the rest is counted. */
const maxRows = 10;

type Finding = SnapshotReport['findings']['rows'][number];

/** Renders the state of a repository as plain ASCII, no wider than the terminal; the order of sections is fixed. */
export function asciiDashboard(
  snapshot: SnapshotReport,
  { width = usualWidth, now }: Pick<View, 'width' | 'now'>,
): string {
  const { dashboard, tasks, plans, decisions, findings, integrity, agentErrors, reviews, tests, lanes, metrics } =
    snapshot;
  const { counts, needsYou, working } = dashboard;
  const age = (time: string | null): string =>
    time === null ? '-' : spanText(Math.max(0, now - Date.parse(time)), english);
  const findingRow = ({ ref, severity, status, path, text }: Finding): string[] => [ref, severity, status, path, text];
  const byTask = [...new Set(findings.rows.map(({ task }) => task))];
  const live = lanes.filter(({ state }) => state !== null);
  const lines = [
    '='.repeat(width),
    `STATEROOM  ${snapshot.at}  event ${snapshot.event}`,
    `needs you ${counts.needs_you}  in progress ${working.total}`,
    `ready ${counts.ready}  blocked ${counts.blocked}  scheduled ${counts.scheduled}  done ${counts.done}`,
    '='.repeat(width),
    ...section(
      `NEEDS ATTENTION (${needsYou.total})`,
      rows(
        needsYou.rows.map(({ ref, title, question, owner, since }) => [
          ...[ref, owner ?? '-', age(since), question === null ? title : `${title}: ${say(question)}`],
        ]),
        needsYou.total,
      ),
    ),
    ...section(
      `ALL TASKS (${tasks.length})`,
      rows(
        tasks.map(({ ref, status, openFindings, updatedAt, objective }) => [
          ...[ref, status, `${openFindings} open findings`, age(updatedAt), objective],
        ]),
      ),
    ),
    ...section('ACTIVE TASK PLANS', rows(plans.map(({ task, status, path }) => [task, status, path]))),
    ...section(
      'RECENT DECISIONS',
      rows(decisions.map(({ ref, task, actor, at, decision }) => [ref, task, actor, age(at), decision])),
    ),
    ...section(
      `OPEN FINDINGS (${findings.open.total})`,
      byTask.flatMap(task => [
        task ?? 'Repository',
        ...rows(findings.rows.filter(row => row.task === task).map(findingRow)).map(line => `  ${line}`),
      ]),
    ),
    ...section('FINDING DEBT', [
      [
        ...findingSeverities.map(severity => `${severity} ${findings.open[severity]}`),
        `reopened ${findings.reopened}`,
        `oldest ${age(findings.oldestOpenAt)}`,
      ].join('  '),
    ]),
    ...(integrity.length === 0
      ? []
      : section(
          'WORKFLOW INTEGRITY',
          rows(integrity.map(({ type, what, why, count }) => [`${count}x`, type, what ?? '-', why ?? '-'])),
        )),
    ...(agentErrors.length === 0
      ? []
      : section(
          'AGENT ERRORS',
          rows(
            agentErrors.map(({ agent, tool, command, error, count, lastAt }) => [
              ...[`${count}x`, agent ?? '-', age(lastAt), `${command ?? tool}: ${error}`],
            ]),
          ),
        )),
    ...section('EVAL SUMMARY', [
      `reviews ${reviews.recorded}  accepted ${reviews.accepted}  rejected ${reviews.rejected}`,
    ]),
    ...section('REJECTION RATE', [
      metrics.rejectionRate === null ? 'no reviews' : `${Math.round(100 * metrics.rejectionRate)} %`,
    ]),
    ...section(
      'TEST STATUS',
      rows(
        tests.map(({ ref, passed, actor, at, command }) => [ref, passed ? 'PASS' : 'FAIL', actor, age(at), command]),
      ),
    ),
    ...section('RESOLVED FINDINGS', rows(findings.resolved.map(findingRow))),
    ...section('DEFERRED / WONTFIX', rows(findings.deferred.map(findingRow))),
    ...section('LANE HEALTH', [
      Object.entries(metrics.laneHealth)
        .map(([level, count]) => `${level} ${count}`)
        .join('  '),
    ]),
    ...section(
      'WORKER STATUS',
      rows(
        live.map(({ ref, lane, state, liveness, agent, since, reason }) => [
          ...[ref, lane, state ?? '-', liveness, agent ?? '-', age(since), reason ?? ''],
        ]),
      ),
    ),
  ];
  return lines.map(line => ascii(line).slice(0, width).trimEnd()).join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', title, '-'.repeat(title.length), ...(lines.length === 0 ? ['none'] : lines)];
}

/** Renders cells in columns, all but the last as wide as the widest cell; counts the rows beyond the limit. */
function rows(cells: readonly (readonly string[])[], total = cells.length): string[] {
  const shown = cells.slice(0, maxRows).map(row => row.map(cell => ascii(oneLine(cell)).slice(0, 200)));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.min(30, Math.max(...shown.map(row => (row[column] ?? '').length))),
  );
  const lines = shown.map(row =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell.slice(0, widths[column]).padEnd(widths[column] ?? 0),
      )
      .join('  '),
  );
  return total > shown.length ? [...lines, `... and ${total - shown.length} more`] : lines;
}

const asciiSigns: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '…': '...',
  '‘': "'",
  '’': "'",
  '„': '"',
  '“': '"',
  '”': '"',
  '→': '->',
  ß: 'ss',
};

/** Strips accents and replaces other non-ASCII characters by question marks. */
function ascii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\u0020-\u007e]/gu, sign => asciiSigns[sign] ?? '?');
}
