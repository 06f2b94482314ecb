import { sumOfSeverities } from '../../../domain/finding/findingSeverity.js';
import { listedFacts, listedNames } from '../../../domain/records.js';
import type { taskContext } from '../../../operations/task/taskContext.js';
import type { ContextQueue, SessionContext } from '../../../packet/packetSchema.js';
import type { Field, Value } from '../../../present/page.js';
import { severityCounts } from '../../../present/severity.js';
import { english } from '../../../reports/translate.js';
import { startOne, taskPart } from './nowText.js';
import { fieldLines, pageText } from './pageText.js';
import type { Answer } from './resultText.js';
import { oneLine } from './text.js';
import { type View, words } from './view.js';

export function contextText(answer: Answer<typeof taskContext>, view: View): string {
  if ('unchanged' in answer) return 'Nothing has changed since then.';
  const lane = answer.lane ? laneLines(answer.lane, view) : undefined;
  if (answer.task === null) {
    const { documents, queue } = answer;
    const read = documents.length === 0 ? [] : [`Read first: ${documents.map(oneLine).join(', ')}`];
    return [...(lane ?? [`No active task here. ${startOne}`]), ...queueLines(queue, view), ...read].join('\n');
  }
  const context = answer as SessionContext;
  const { omitted } = context;
  return [
    pageText(taskPart(context.task, sections(context, view)), view),
    ...(omitted.length > 0 ? ['', view.style.dim(`Left out: ${omitted.join(', ')}. For more: --budget`)] : []),
    ...(lane === undefined ? [] : ['', ...lane]),
  ].join('\n');
}

function queueLines(queue: ContextQueue | undefined, view: View): string[] {
  const { yours, first, ready } = queue ?? { yours: [], first: [], ready: 0 };
  const list = (rows: readonly { readonly ref: string; readonly title: string }[]) => ({
    list: rows.map(({ ref, title }) => `${view.style.cyan(ref)} ${oneLine(title)}`),
  });
  const fields: Field[] = [
    ...(yours.length === 0 ? [] : [['yours', list(yours)] as const]),
    ...(first.length === 0 ? [] : [[`ready (${ready})`, list(first)] as const]),
  ];
  return fieldLines(fields, view);
}

const labels: Readonly<Record<string, string>> = { changesNotIts: 'changes outside owned paths' };

function laneLines({ lane, state, ...facts }: Readonly<Record<string, unknown>>, view: View): string[] {
  const valueText = (value: unknown): string => oneLine(Array.isArray(value) ? value.join('; ') : String(value));
  return [
    `Lane ${valueText(lane)}${state ? ` is ${words(valueText(state).toLowerCase())}` : ''}`,
    ...fieldLines(
      Object.entries(facts).map(
        ([fact, value]): Field => [
          labels[fact] ?? words(fact),
          fact === 'item' ? recordValue(value as SessionContext['item'], view.style) : valueText(value),
        ],
      ),
      view,
    ),
  ];
}

function sections(context: SessionContext, { style }: View): Field[] {
  const { gates = {}, findings, verdicts = [], slices = [], decisions = [] } = context;
  const { touchedFiles = [], documents = [], compaction } = context;
  const list = <Row extends { ref: string }>(rows: readonly Row[], tell: (row: Row) => string) => ({
    list: rows.map(row => `${style.cyan(row.ref)} ${oneLine(tell(row))}`),
  });
  const { next, item, slice, uncommitted } = context;
  const isClean = findings === undefined || sumOfSeverities(findings.open) === 0;
  return [
    ['next step', next === undefined ? null : oneLine(next)],
    ['item', recordValue(item, style)],
    ['slice', recordValue(slice, style)],
    ['uncommitted', uncommitted === undefined || uncommitted.count === 0 ? null : changesText(uncommitted)],
    ...Object.entries(gates).map(([gate, codes]): Field => {
      const verdict = codes.length === 0 ? style.green('ready') : style.yellow(codes.join(', '));
      return gate === 'store' ? ['close-check', `${verdict} (store only)`] : [gate, verdict];
    }),
    ['open findings', findings === undefined ? null : isClean ? 'none' : severityCounts(findings.open, english)],
    ['', list(findings?.first ?? [], ({ severity, place, text }) => `${severity} ${place}: ${text}`)],
    ...listedNames.map(
      (name): Field => [listedFacts(name).names.many.toLowerCase(), list(context[name] ?? [], ({ text }) => text)],
    ),
    ['reviews', list(verdicts, ({ verdict, subject, by }) => `${words(verdict)} on ${subject}, by ${by}`)],
    ['slices', list(slices, ({ title, status }) => `${title} (${status})`)],
    ['decisions', list(decisions, ({ decision, rationale }) => `${decision}: ${rationale}`)],
    ['touched files', { list: touchedFiles.map(({ path, change }) => `${oneLine(path)} ${style.dim(change)}`) }],
    ['read first', { list: documents.map(oneLine) }],
    ['saved', compaction === undefined ? null : `at the last compaction: ${oneLine(compaction)}`],
  ];
}

function recordValue(record: SessionContext['item'] | SessionContext['slice'], { cyan }: View['style']): Value {
  if (record === undefined) return null;
  const { ref, title, status, ...facts } = record;
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [`${words(name)}: ${typeof value === 'string' ? oneLine(value) : factText(value)}`],
  );
  return { list: [`${cyan(ref)} ${oneLine(title)} (${words(status)})`, ...lines] };
}

function factText(value: readonly string[] | NonNullable<NonNullable<SessionContext['slice']>['lastRun']>): string {
  if (!('passed' in value)) return value.map(oneLine).join(', ');
  const { ref, command = '', passed, at, stale } = value;
  return `${ref} ${passed ? 'passed' : 'failed'} at ${at}${stale ? ', stale' : ''} ${oneLine(command)}`.trim();
}

function changesText({ count, paths }: NonNullable<SessionContext['uncommitted']>): string {
  const more = count > paths.length ? ` and ${count - paths.length} more` : '';
  return `${paths.map(oneLine).join(', ')}${more}`;
}
