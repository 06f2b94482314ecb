import { listedFacts, listedNames } from '../domain/records.js';
import { type ShownRecord, shownText } from '../domain/session/openRecords.js';
import type { BriefAct, BriefSection } from '../domain/workflow/brief.js';
import { say } from '../messages/say.js';
import { actionAdd } from '../operations/action/actionAdd.js';
import { gateCheck } from '../operations/gate/gateCheck.js';
import { sliceClose } from '../operations/slice/sliceClose.js';
import { taskFinish } from '../operations/task/taskFinish.js';
import { taskShow } from '../operations/task/taskShow.js';
import { taskUpdate } from '../operations/task/taskUpdate.js';
import { inLanguage } from '../present/inLanguage.js';
import { severityCounts } from '../present/severity.js';
import { sliceStatusLooks } from '../present/status.js';
import { requestPart } from './prompt.js';
import { gateSection, listSection, type ShownTask, taskLines, taskNamedIn } from './standing.js';
import { act, defineWorkflow, type Prepared, type PromptPart, read, type WorkflowCall } from './workflow.js';

/** Next actions first, then blockers. */
const inOrder = listedNames.toReversed();

/** Summary of a task for its next worker: state, remaining work, and obstacles to closing it. */
export const handoffLifecycle = defineWorkflow({
  name: 'handoff-lifecycle',
  title: t => t('Hand Off'),
  summary: 'Summarizes the task for the next person or agent: done, next, blocked, and what closing requires.',
  offeredWith: 'task',
  argumentHint: t => t('A task such as T-3 (empty = current task)'),
  sample: 'what does the next agent need to know?',
  steps: [
    'Read the brief above. The next session starts from it and the decisions.',
    'Correct anything outdated: set_handoff_state for focus and status, task_records for next actions and blockers.',
    'Record each decision that is not obvious from the code, with its reason.',
    'Close finished slices: close_slice with the evidence. Leave one next action that someone can start right away.',
    'Run integrity_check close. If it is ready, finish the task; otherwise call switch_task hand_over with done, next and open.',
  ],
  async prepare(call, request): Promise<Prepared> {
    const { markup, translate: t } = call;
    const named = taskNamedIn(request);
    const shown = await read(call, taskShow, named);
    const { task } = shown;
    const gate = await read(call, gateCheck, { gate: 'close-check', task: task.ref });
    const open = shown.slices.filter(({ status }) => status !== 'closed');
    const sections: BriefSection[] = [
      { heading: t('Task'), lines: taskLines(call, shown) },
      listSection(
        call,
        t('Open slices'),
        open,
        ({ ref, title, status }) => `${ref} ${markup.text(title)} (${sliceStatusLooks[status].word(t)})`,
      ),
      ...inOrder.map(name =>
        listSection(
          call,
          inLanguage(t, listedFacts(name).names.many),
          shown[name],
          (row: ShownRecord) => `${row.ref} ${markup.text(shownText(name, row))}`,
        ),
      ),
      listSection(
        call,
        t('Recent decisions'),
        shown.decisions,
        ({ ref, decision }) => `${ref} ${markup.text(decision)}`,
      ),
      {
        heading: t('Open findings'),
        lines: [severityCounts(shown.openFindings, t)],
      },
      gateSection(call, gate, t('Ready to close'), t('Not ready to close')),
    ];
    return {
      brief: {
        title: t('Hand Off: {0}', task.ref),
        sections,
        references: [{ kind: 'task', ref: task.ref }],
        acts: actsFor(call, shown, gate.ready),
        missing:
          shown.nextActions.length === 0 && !gate.ready
            ? [t('No next action is recorded, so the next person or agent does not know where to start.')]
            : [],
      },
      prompt: {
        parts: promptParts(
          shown,
          gate.reasons.map(({ text }) => say(text)),
          request,
        ),
      },
    };
  },
});

function actsFor(
  { translate: t }: WorkflowCall,
  { task, slices, nextActions }: ShownTask,
  isReady: boolean,
): BriefAct[] {
  const of = { task: task.ref };
  if (isReady) return [act(t('Finish Task'), taskFinish, of)];
  const committed = slices.find(({ status }) => status === 'committed');
  return [
    ...(nextActions.length === 0 ? [act(t('Add Next Action'), actionAdd, of)] : []),
    ...(committed === undefined
      ? []
      : [act(t('Close {0}', committed.ref), sliceClose, { ...of, slice: committed.ref })]),
    act(t('Update Focus'), taskUpdate, of),
  ];
}

function promptParts(shown: ShownTask, reasons: readonly string[], request: string): PromptPart[] {
  const { task, slices, decisions } = shown;
  return [
    {
      priority: 100,
      text: [
        'You hand over a task in a software repository to someone who knows nothing about it. Write at most ten short lines of Markdown:',
        'what is done, what is next and how to start, what to watch out for. Use only the information given here; do not invent anything.',
      ].join('\n'),
    },
    { priority: 100, text: `Task ${task.ref} (${task.status}): ${task.objective.slice(0, 2000)}` },
    ...(task.focus === null ? [] : [{ priority: 80, text: `Focus: ${task.focus}` }]),
    ...inOrder.flatMap(name =>
      shown[name].map(row => ({ priority: 70, text: `${listedFacts(name).names.one}: ${shownText(name, row)}` })),
    ),
    ...decisions.map(({ decision }) => ({ priority: 50, text: `Decision: ${decision.slice(0, 500)}` })),
    ...reasons.slice(0, 12).map(text => ({ priority: 60, text: `Not closed because: ${text}` })),
    ...slices.map(({ title, status }) => ({ priority: 40, text: `Slice (${status}): ${title}` })),
    ...requestPart(request),
  ];
}
