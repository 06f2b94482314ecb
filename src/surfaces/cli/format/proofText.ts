import type { z } from 'zod';
import type { Evidence } from '../../../domain/evidence/evidence.js';
import type { Slice } from '../../../domain/slice/slice.js';
import type { evidenceList } from '../../../operations/evidence/evidenceList.js';
import type { evidenceShow } from '../../../operations/evidence/evidenceShow.js';
import type { sliceList } from '../../../operations/slice/sliceList.js';
import type { slicePacket } from '../../../operations/slice/slicePacket.js';
import type { sliceStart } from '../../../operations/slice/sliceStart.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine } from './text.js';
import { moreText, type View, when } from './view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

export function startText({ slice, state, evidence, warning }: Answer<typeof sliceStart>, { style }: View): string {
  const test =
    state === null || evidence === null
      ? ''
      : ` The test is ${state === 'red' ? style.red('red') : style.green('green')} (${evidence.ref}).`;
  return [`Started ${slice.ref} ${oneLine(slice.title)}.${test}`, ...advice(warning, style)].join('\n');
}

export function sliceListText({ slices, counts, nextCursor }: Answer<typeof sliceList>, view: View): string {
  if (slices.length === 0) return 'No slices. Start one: stateroom slice start "Count the retries" --test "npm test"';
  const { style } = view;
  const columns: Column<Slice>[] = [
    { title: 'id', text: slice => slice.ref, paint: text => style.cyan(text) },
    { title: 'status', text: slice => slice.status },
    { title: 'title', text: slice => oneLine(slice.title), minimum: 20 },
    { title: 'commit', text: slice => (slice.status === 'open' ? '' : (slice.commit ?? '').slice(0, 10)) },
    { title: 'decision', text: slice => slice.decision ?? '' },
    { title: 'by', text: slice => oneLine(slice.actor), minimum: 8 },
    { title: '', text: slice => when(slice.updatedAt, view), paint: text => style.dim(text) },
  ];
  const counted = style.dim(`${counts.open} open, ${counts.committed} committed, ${counts.closed} closed`);
  return `${table(columns, slices, { width: view.width, head: text => style.dim(text) })}\n${counted}${moreText(nextCursor, view)}`;
}

export function packetText(packet: Answer<typeof slicePacket>, view: View): string {
  const { style } = view;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', style.bold(title), ...lines.map(line => `  ${oneLine(line)}`)];
  return [
    style.bold(oneLine(packet.label)),
    `${packet.slice.status}, reviewed as ${packet.reviewKind}${packet.range === null ? '' : `, ${packet.range}`}`,
    ...list('Changed files', packet.changedFiles),
    ...list('Test commands', packet.testCommands),
    ...list(
      'Proofs',
      packet.evidence.map(evidence => `${evidence.ref} ${verdictWord(evidence, view)}: ${evidence.command}`),
    ),
    ...(packet.decision === null
      ? []
      : ['', style.bold(oneLine(packet.decision.decision)), ...manyLines(packet.decision.rationale)]),
  ].join('\n');
}

export function evidenceListText({ evidence, nextCursor }: Answer<typeof evidenceList>, view: View): string {
  if (evidence.length === 0) return 'No matching evidence. Record some: stateroom evidence run -- npm test';
  const { style } = view;
  const columns: Column<Evidence>[] = [
    { title: 'id', text: row => row.ref, paint: text => style.cyan(text) },
    {
      title: 'verdict',
      text: row => (row.passed ? 'passed' : 'failed'),
      paint: (text, row) => (row.passed ? style.green(text) : style.red(text)),
    },
    { title: 'fresh', text: row => (row.fresh === null ? '' : row.fresh ? 'fresh' : 'stale') },
    { title: 'grade', text: row => row.grade },
    { title: 'command', text: row => oneLine(row.command), minimum: 16 },
    { title: 'tree', text: row => (row.treeHash ?? '').slice(0, 10), paint: text => style.dim(text) },
    { title: 'task', text: row => row.task ?? '' },
    { title: 'by', text: row => oneLine(row.actor), minimum: 8 },
    { title: '', text: row => when(row.createdAt, view), paint: text => style.dim(text) },
  ];
  return `${table(columns, evidence, { width: view.width, head: text => style.dim(text) })}${moreText(nextCursor, view)}`;
}

export function showText({ evidence, log, leftOut }: Answer<typeof evidenceShow>, view: View): string {
  const { style } = view;
  return [
    `${style.bold(evidence.ref)} ${verdictWord(evidence, view)}, ${evidence.grade}: ${oneLine(evidence.command)}`,
    style.dim(
      `tree ${evidence.treeHash ?? 'unknown'}, commit ${evidence.commit ?? 'none'}, by ${oneLine(evidence.actor)}`,
    ),
    ...(evidence.result === null ? [] : [oneLine(evidence.result)]),
    ...(leftOut === null || leftOut === 0 ? [] : [style.dim(`${leftOut} characters before this; see --tail`)]),
    ...(log === null ? [] : ['', ...manyLines(log.replace(/\n$/, ''))]),
  ].join('\n');
}

/** `passed, fresh` or `failed with 1, stale`. */
export function verdictWord({ passed, exitCode, fresh }: Evidence, { style }: View): string {
  const failed = exitCode === null || exitCode === 0 ? 'failed' : `failed with ${exitCode}`;
  const freshness = fresh === null ? '' : fresh ? ', fresh' : ', stale';
  return `${passed ? style.green('passed') : style.red(failed)}${freshness}`;
}

export function advice(warning: string | null, style: View['style']): string[] {
  return warning === null ? [] : [style.yellow(`  ${oneLine(warning)}`)];
}
