import type { z } from 'zod';
import type { Evidence } from '../domain/evidence/evidence.js';
import type { Finding } from '../domain/finding/finding.js';
import type { BriefReference, BriefSection } from '../domain/workflow/brief.js';
import type { gateCheck } from '../operations/gate/gateCheck.js';
import type { taskShow } from '../operations/task/taskShow.js';
import { severityLooks } from '../present/severity.js';
import { taskStatusLooks } from '../present/status.js';
import type { WorkflowCall } from './workflow.js';

export type GateAnswer = z.output<typeof gateCheck.output>;
export type ShownTask = z.output<typeof taskShow.output>;

const maxReasons = 12;

/** The task `T-3` that a request names, if any. */
export function taskNamedIn(request: string): { readonly task?: string } {
  const [task] = /\bT-\d+\b/.exec(request) ?? [];
  return task === undefined ? {} : { task };
}

/** Path of the plan in a request: a word that ends with `.md`. The text after it is ignored. */
export function planNamedIn(request: string): { readonly plan?: string } {
  for (const word of request.split(/\s+/)) {
    const [plan] = /^.+\.md\b/.exec(word) ?? [];
    if (plan !== undefined) return { plan };
  }
  return {};
}

export function gateSection(
  call: WorkflowCall,
  { ready, reasons }: GateAnswer,
  whenReady: string,
  whenNot: string,
): BriefSection {
  const { markup, translate: t, tell } = call;
  if (ready) return { heading: whenReady, lines: [t('No blocking issues.')] };
  return {
    heading: whenNot,
    lines: [
      ...reasons
        .slice(0, maxReasons)
        .map(({ text, fix }) => markup.entry(t('{0} Next: {1}', markup.text(tell(text)), markup.text(tell(fix))))),
      ...restOf(call, reasons.length - maxReasons),
    ],
  };
}

export function taskLines({ markup, translate: t }: WorkflowCall, { task }: ShownTask): string[] {
  const { ref, objective, focus, status, branch, plan } = task;
  return [
    `${markup.ref(ref)} ${markup.text(objective)}`,
    '',
    markup.entry(t('Status: {0}', taskStatusLooks[status].word(t))),
    ...(branch === null ? [] : [markup.entry(t('Branch: {0}', markup.text(branch)))]),
    ...(plan === null ? [] : [markup.entry(t('Plan: {0}', markup.text(plan)))]),
    ...(focus === null ? [] : [markup.entry(t('Focus: {0}', markup.text(focus)))]),
  ];
}

const maxText = 300;

/** Severity, place and text in one line; without the file when listed below it. */
export function findingLine(
  { markup, translate: t }: WorkflowCall,
  { ref, severity, path, lineStart, text }: Pick<Finding, 'ref' | 'severity' | 'path' | 'lineStart' | 'text'>,
  isBelowFile = false,
): string {
  const line = lineStart === null ? '' : t('line {0}', lineStart);
  const facts = [severityLooks[severity].word(t), isBelowFile ? line : markup.place(path, lineStart)];
  const shortened = text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text;
  return `${markup.ref(ref)} ${facts.filter(fact => fact !== '').join(', ')}: ${markup.text(shortened)}`;
}

/** By first letter of the ref. */
const kinds: Readonly<Record<string, BriefReference['kind']>> = {
  ...{ W: 'workItem', T: 'task', F: 'finding', L: 'lane', R: 'run' },
};

export function references(
  records: readonly (string | null | undefined | { readonly ref: string })[],
): BriefReference[] {
  return records.flatMap(record => {
    const ref = typeof record === 'object' ? record?.ref : record;
    const kind = kinds[ref?.charAt(0) ?? ''];
    return ref === undefined || kind === undefined ? [] : [{ kind, ref }];
  });
}

export function proofLine(
  { markup, translate: t }: WorkflowCall,
  { ref, command, passed, fresh }: Pick<Evidence, 'ref' | 'command' | 'passed' | 'fresh'>,
): string {
  const result = passed ? t('passed') : t('failed');
  const age = fresh === true ? t('on this exact tree') : t('on a different tree');
  return `${ref} ${markup.text(command)}: ${result}, ${age}`;
}

/** Heading and a line per item, cut to `most` of `total`; or a line for an empty list. */
export function listSection<Item>(
  call: WorkflowCall,
  heading: string,
  items: readonly Item[],
  line: (item: Item) => string,
  { most: max = items.length, total = items.length } = {},
): BriefSection {
  const { markup, translate: t } = call;
  if (items.length === 0) return { heading, lines: [t('None.')] };
  const shown = items.slice(0, max);
  return {
    heading,
    lines: [...shown.map(item => markup.entry(line(item))), ...restOf(call, total - shown.length)],
  };
}

export function restOf({ markup, translate: t }: WorkflowCall, count: number): string[] {
  return count > 0 ? [markup.rest(t('and {0} more', count))] : [];
}
