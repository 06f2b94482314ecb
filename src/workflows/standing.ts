import type { z } from 'zod';
import type { BriefSection } from '../domain/workflow/brief.js';
import type { gateCheck } from '../operations/gate/gateCheck.js';
import type { taskShow } from '../operations/task/taskShow.js';
import type { WorkflowCall } from './workflow.js';

/** What several workflows tell of a task and of its gates. */

export type GateAnswer = z.output<typeof gateCheck.output>;
export type ShownTask = z.output<typeof taskShow.output>;

const maxReasons = 12;

/** `T-3` where a request names a task. */
export function taskNamedIn(request: string): { readonly task?: string } {
  const [task] = /\bT-\d+\b/.exec(request) ?? [];
  return task === undefined ? {} : { task };
}

/** The path of a plan where a request names one: it ends with `.md`, whatever is said behind it. */
export function planNamedIn(request: string): { readonly plan?: string } {
  for (const word of request.split(/\s+/)) {
    const [plan] = /^.+\.md\b/.exec(word) ?? [];
    if (plan !== undefined) return { plan };
  }
  return {};
}

/** A gate with each reason and what puts it right. */
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

/** What a task is for, where it is, and what is being worked on. */
export function taskLines({ markup, translate: t, tellState }: WorkflowCall, { task }: ShownTask): string[] {
  const { ref, objective, focus, status, branch, plan } = task;
  return [
    `${markup.ref(ref)} ${markup.text(objective)}`,
    '',
    markup.entry(t('Status: {0}', tellState(status))),
    ...(branch === null ? [] : [markup.entry(t('Branch: {0}', markup.text(branch)))]),
    ...(plan === null ? [] : [markup.entry(t('Plan: {0}', markup.text(plan)))]),
    ...(focus === null ? [] : [markup.entry(t('Focus: {0}', markup.text(focus)))]),
  ];
}

/** A list with its heading, or that there is nothing. */
export function listSection(
  { markup, translate: t }: WorkflowCall,
  heading: string,
  lines: readonly string[],
): BriefSection {
  return { heading, lines: lines.length === 0 ? [t('None.')] : lines.map(line => markup.entry(line)) };
}

/** That a list was cut, where it was. */
export function restOf({ markup, translate: t }: WorkflowCall, count: number): string[] {
  return count > 0 ? [markup.rest(t('and {0} more', count))] : [];
}
