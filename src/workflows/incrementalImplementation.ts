import { isRefusal } from '../domain/refusal/refusal.js';
import type { BriefAct } from '../domain/workflow/brief.js';
import { gateCheck } from '../operations/gate/gateCheck.js';
import { planShow } from '../operations/plan/planShow.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { type CodeOrder, codePrompt } from './codePrompt.js';
import { listSection, taskLines } from './standing.js';
import {
  closeSlice,
  elsewhere,
  type Handout,
  handoutText,
  handToLane,
  latestEvidence,
  outputParts,
  type Packet,
  packetSections,
  proofOrder,
  readWork,
  runTest,
  sliceParts,
  testOf,
  type Work,
} from './work.js';
import { act, defineWorkflow, type Prepared, type WorkflowCall } from './workflow.js';

const max = { steps: 12 };

interface Step {
  readonly id: string;
  readonly text: string;
}

/** A task's next small step: its slice, the smallest change that completes it, and its evidence. */
export const incrementalImplementation = defineWorkflow({
  name: 'incremental-implementation',
  title: t => t('Incremental Implementation'),
  summary:
    'Takes the next small step of the task: the current slice, the smallest change for it, evidence, then the next slice.',
  offeredWith: 'liveTask',
  argumentHint: t => t('What to do, a slice or a task (empty = next step)'),
  sample: 'do the next step of the plan',
  steps: [
    'Read the brief above: it names the slice at hand, its evidence, and the steps of the plan that are left.',
    'Without an open slice, start one for the first step that is left: slices start with its title, the item of the plan and the command of its test.',
    'Make the smallest change for this step, and do not start the next one.',
    'Run its test with the evidence tool and the slice. If it fails, read the output and change only what it points to.',
    'When it passes, run close_slice with what changed and how it was verified, commit, and start over.',
  ],
  async prepare(call, request): Promise<Prepared> {
    const { translate: t, markup } = call;
    const work = await readWork(call, request);
    const { shown, packet } = work;
    const { ref } = shown.task;
    const steps = await stepsLeft(call, work);
    const isDone = packet !== undefined && isProven(packet, testOf(work));
    const handout = handoutOf(work, steps);
    const { files } = call;
    const canAsk = packet !== undefined && files !== undefined && work.isHere && (!isDone || asksForMore(request));
    return {
      brief: {
        title: t('Incremental Implementation: {0}', packet?.slice.ref ?? ref),
        sections: [
          { heading: t('Task'), lines: taskLines(call, shown) },
          ...(packet === undefined ? [] : packetSections(call, packet, testOf(work))),
          listSection(call, t('Remaining plan steps'), steps.slice(0, max.steps), ({ text }) => markup.text(text)),
        ],
        references: [{ kind: 'task', ref }],
        acts: [...actsFor(call, work, { steps, isDone }), ...handToLane(call, work.lane, handout)].slice(0, 3),
        missing: work.isHere ? [] : elsewhere(call, work),
      },
      packet: handoutText(handout),
      ...(canAsk
        ? { prompt: await codePrompt(call, files, await orderOf(call, work, packet, { steps, request })) }
        : {}),
    };
  },
});

/** Unticked steps without an open slice; none without a plan. */
async function stepsLeft(call: WorkflowCall, { shown, open }: Work): Promise<readonly Step[]> {
  if (shown.task.plan === null) return [];
  const plan = await call.invoke(planShow, { task: shown.task.ref });
  if (isRefusal(plan)) return [];
  const begun = new Set(open.map(({ planItem }) => planItem));
  return plan.items.filter(({ id, checked }) => !checked && !plan.due.includes(id) && !begun.has(id));
}

/** True if the slice has changes and its test passes on exactly these. */
function isProven(packet: Packet, test: string | null): boolean {
  const latest = latestEvidence(packet, test);
  return packet.changedFiles.length > 0 && latest?.passed === true && latest.fresh === true;
}

/** True if the request is more than refs of slices or tasks. */
function asksForMore(request: string): boolean {
  return request.replace(/\b[ST]-\d+\b/g, '').trim() !== '';
}

function actsFor(
  call: WorkflowCall,
  { shown, packet, isHere, gateCommand }: Work,
  { steps, isDone }: { readonly steps: readonly Step[]; readonly isDone: boolean },
): BriefAct[] {
  const { translate: t } = call;
  const task = shown.task.ref;
  if (packet !== undefined) {
    return [
      ...(isDone ? [closeSlice(call, packet)] : isHere ? runTest(call, packet, testOf({ packet, gateCommand })) : []),
      ...(isDone ? nextSlice(call, task, steps) : []),
    ];
  }
  if (steps.length > 0 || shown.slices.length === 0) {
    const next = nextSlice(call, task, steps);
    return next.length > 0 ? next : [act(t('Start Slice'), sliceStart, { task })];
  }
  return [act(t('Check Gate'), gateCheck, { gate: 'review-ready', task })];
}

function nextSlice({ translate: t }: WorkflowCall, task: string, [step]: readonly Step[]): BriefAct[] {
  if (step === undefined) return [];
  const input = { task, title: step.text.slice(0, 200), item: step.id };
  return [act(t('Start Next Slice'), sliceStart, input)];
}

function handoutOf({ shown, packet, gateCommand }: Work, steps: readonly Step[]): Handout {
  const { ref, objective, plan } = shown.task;
  const [step] = steps;
  const what = packet === undefined ? (step?.text ?? objective) : `${packet.slice.ref} ${packet.slice.title}`;
  const test = testOf({ packet, gateCommand });
  return {
    reason: `Do the next step of ${ref}: ${what}`,
    actions: [
      ...(packet === undefined ? [`Start a slice of ${ref} for it, with its test command: slices start.`] : []),
      'Make the smallest change for this step, and do not start the next one.',
      test === null
        ? 'Run its test with the evidence tool: it must pass.'
        : `Run \`stateroom evidence run${packet === undefined ? '' : ` --slice ${packet.slice.ref}`} -- "${test}"\`: it must pass.`,
      'Close the slice with what changed and how it was verified: close_slice.',
    ],
    artifacts: [
      ...(packet === undefined ? [] : [packet.slice.ref]),
      ref,
      ...(plan === null ? [] : [plan]),
      ...(packet?.changedFiles ?? []).slice(0, 16),
    ],
    name: `incremental-implementation-${packet?.slice.ref ?? ref}`,
  };
}

async function orderOf(
  call: WorkflowCall,
  { shown, open, gateCommand }: Work,
  packet: Packet,
  { steps, request }: { readonly steps: readonly Step[]; readonly request: string },
): Promise<CodeOrder> {
  const { slice, changedFiles } = packet;
  const test = testOf({ packet, gateCommand });
  const later = [
    ...open.filter(({ ref }) => ref !== slice.ref).map(({ title }) => title),
    ...steps.map(({ text }) => text),
  ];
  return {
    task: [
      'You implement one small step of a software change: the smallest change for it, with a test if it has none yet,',
      'and nothing of the later steps.',
    ],
    facts: [
      ...sliceParts(shown.task.objective, packet, test),
      ...(await outputParts(call, packet, test)),
      ...later.slice(0, max.steps).map(text => ({ priority: 40, text: `Later, not now: ${text.slice(0, 300)}` })),
    ],
    request,
    named: changedFiles,
    words: `${slice.title} ${test ?? ''}`,
    may: () => true,
    leftOut: '',
    nothingLeft: 'The edit changes nothing.',
    change: () => ({
      proof: proofOrder(packet, test),
      expect: 'green',
      again: slice.ref,
      next: [closeSlice(call, packet), ...nextSlice(call, shown.task.ref, steps)],
    }),
  };
}
