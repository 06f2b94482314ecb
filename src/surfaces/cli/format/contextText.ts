import type { z } from 'zod';
import { sumOfSeverities } from '../../../domain/finding/findingSeverity.js';
import type { SessionContext } from '../../../domain/task/sessionContext.js';
import type { taskContext } from '../../../operations/task/taskContext.js';
import { severityCounts } from '../../../present/severity.js';
import { english } from '../../../reports/translate.js';
import { oneLine } from './text.js';
import type { View } from './view.js';

type Answer = z.output<typeof taskContext.output>;

/** The task summary for a new session, as a page: state, blockers, next steps. */
export function contextText(answer: Answer, view: View): string {
  if ('unchanged' in answer) return 'Nothing has changed since then.';
  if (answer.task === null) {
    const { documents } = answer;
    const read = documents.length === 0 ? [] : [`Read first: ${documents.map(oneLine).join(', ')}`];
    const first = answer.lane
      ? laneLines(answer.lane)
      : ['No active task here. Start one: stateroom task start "Limit the rate of logins"'];
    return [...first, ...read].join('\n');
  }
  const task = page(answer as SessionContext, view);
  return answer.lane ? `${task}\n\n${laneLines(answer.lane).join('\n')}` : task;
}

/** The lane that the session starts in, one fact per line. */
function laneLines({ lane, state, ...facts }: Readonly<Record<string, unknown>>): string[] {
  const words = (value: unknown): string => oneLine(Array.isArray(value) ? value.join('; ') : String(value));
  const name = (fact: string): string => fact.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
  return [
    `Lane ${words(lane)}${state ? ` is ${words(state)}` : ''}`,
    ...Object.entries(facts).map(([fact, value]) => `  ${name(fact)}: ${words(value)}`),
  ];
}

function page(context: SessionContext, view: View): string {
  const { style } = view;
  const { task, omitted } = context;
  const place = [task.branch, task.base].flatMap(text => (text === null ? [] : [oneLine(text)])).join(' → ');
  const state = [
    `${task.status.replaceAll('_', ' ')}${task.light ? ', light' : ''}`,
    place,
    oneLine(task.plan ?? ''),
    task.workItem ?? '',
  ];
  const lines = [
    `${style.cyan(task.ref)}  ${style.bold(oneLine(task.objective))}`,
    style.dim(state.filter(text => text !== '').join(' · ')),
    ...(task.focus === null ? [] : [`now: ${oneLine(task.focus)}`]),
    ...gateLines(context, view),
    ...sections(context, view),
  ];
  if (omitted.length > 0) lines.push('', style.dim(`Left out: ${omitted.join(', ')}. For more: --budget`));
  return lines.join('\n');
}

function gateLines({ gates = {} }: SessionContext, { style }: View): string[] {
  const entries = Object.entries(gates);
  if (entries.length === 0) return [];
  return [
    '',
    ...entries.map(([gate, codes]) => {
      const name = gate === 'store' ? 'close-check (store only)' : gate;
      return codes.length === 0 ? `${name}: ${style.green('ready')}` : `${name}: ${style.yellow(codes.join(', '))}`;
    }),
  ];
}

function sections(context: SessionContext, view: View): string[] {
  const { style } = view;
  const { findings, verdicts = [], blockers = [], nextActions = [], slices = [], decisions = [] } = context;
  const { touchedFiles = [], documents = [], compaction } = context;
  const ref = (text: string) => style.cyan(text);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', style.bold(title), ...lines.map(line => `  ${line}`)];
  const open = findings?.open ?? {};
  const counts = `Open findings: ${severityCounts(open, english)}`;
  const isClean = sumOfSeverities(open) === 0;
  return [
    ...(findings !== undefined && isClean ? ['', 'No open findings.'] : []),
    ...(findings !== undefined && !isClean && findings.first.length === 0 ? ['', style.bold(counts)] : []),
    ...section(
      counts,
      (findings?.first ?? []).map(one => `${ref(one.ref)} ${one.severity} ${oneLine(one.place)}: ${oneLine(one.text)}`),
    ),
    ...section(
      'Blockers',
      blockers.map(one => `${ref(one.ref)} ${oneLine(one.text)}`),
    ),
    ...section(
      'Next',
      nextActions.map(one => `${ref(one.ref)} ${oneLine(one.text)}`),
    ),
    ...section(
      'Reviews',
      verdicts.map(
        one => `${ref(one.ref)} ${one.verdict.replaceAll('_', ' ')} on ${oneLine(one.subject)}, by ${oneLine(one.by)}`,
      ),
    ),
    ...section(
      'Slices',
      slices.map(one => `${ref(one.ref)} ${oneLine(one.title)} ${style.dim(one.status)}`),
    ),
    ...section(
      'Decisions',
      decisions.map(one => `${ref(one.ref)} ${oneLine(one.decision)}: ${oneLine(one.rationale)}`),
    ),
    ...section(
      'Touched files',
      touchedFiles.map(one => `${oneLine(one.path)} ${style.dim(one.change)}`),
    ),
    ...section('Read first', documents.map(oneLine)),
    ...(compaction === undefined ? [] : ['', `Saved at the last compaction: ${oneLine(compaction)}`]),
  ];
}
