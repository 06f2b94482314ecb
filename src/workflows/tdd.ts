import type { BriefAct } from '../domain/workflow/brief.js';
import { isTestPath } from '../domain/workflow/testPath.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { type CodeOrder, codePrompt } from './codePrompt.js';
import { taskLines } from './standing.js';
import {
  closeSlice,
  elsewhere,
  type Handout,
  handoutText,
  handToLane,
  isRed,
  latestEvidence,
  outputParts,
  type Packet,
  packetSections,
  proofOrder,
  readWork,
  runTest,
  sliceParts,
  type Work,
} from './work.js';
import { act, defineWorkflow, type Prepared, type WorkflowCall } from './workflow.js';

type Stage =
  /** No test is written, or it passes before the work. */
  | 'test'
  /** The test has no result for the current files. */
  | 'run'
  /** The test fails, as it should before the code. */
  | 'code'
  /** The test failed and passes now. */
  | 'done';

/** Test-driven work on a slice: the failing test, then the code that makes it pass, one turn each. */
export const tdd = defineWorkflow({
  name: 'tdd',
  title: t => t('Test-Driven Development'),
  summary:
    'Takes the current slice one step further: first a failing test, then the code that makes it pass, each with evidence.',
  offeredWith: 'liveTask',
  argumentHint: t => t('What to test, or a slice such as S-2 (empty = current slice)'),
  sample: 'write the failing test for this slice',
  steps: [
    'Read the brief above. It names the slice, its test, its evidence, and whether the test or the code is next.',
    'If there is no slice, start one: slices start with a title and its test command.',
    'If the test is next, write only the test. Run it with the evidence tool and the slice: it must fail, and for the intended reason.',
    'If the code is next, make the smallest change that makes the test pass, without changing the test. Run it again.',
    'When it passes, clean up, run it once more, and close_slice. Never weaken a test to make it pass.',
  ],
  async prepare(call, request): Promise<Prepared> {
    const { markup, translate: t } = call;
    const work = await readWork(call, request);
    const { shown, packet } = work;
    const { ref } = shown.task;
    const references = [{ kind: 'task' as const, ref }];
    if (packet === undefined) {
      const title = request.replace(/\bT-\d+\b/g, '').trim();
      const start = { task: ref, ...(title === '' ? {} : { title: title.slice(0, 200) }) };
      return {
        brief: {
          title: t('Test-Driven Development: {0}', ref),
          sections: [{ heading: t('Task'), lines: taskLines(call, shown) }],
          references,
          acts: [act(t('Start Slice'), sliceStart, start)],
          missing: [t('No slice is open. Start one with its test command.')],
        },
      };
    }
    const { slice } = packet;
    const stage = stageOf(packet);
    const handout = handoutOf(work, packet, stage);
    const acts: BriefAct[] =
      stage === 'done'
        ? [closeSlice(call, packet)]
        : [...(work.isHere ? runTest(call, packet, slice.testCommand) : []), ...handToLane(call, work.lane, handout)];
    const canAsk = work.isHere && call.files !== undefined && (stage === 'test' || stage === 'code');
    return {
      brief: {
        title: t('Test-Driven Development: {0}', slice.ref),
        sections: [
          ...packetSections(call, packet, slice.testCommand),
          { heading: t('Next step'), lines: [stageLine(call, stage, packet)] },
        ],
        references: [
          ...references,
          ...packet.changedFiles.slice(0, 8).map(path => ({ kind: 'file' as const, ref: path })),
        ],
        acts,
        missing: [
          ...(work.isHere ? [] : elsewhere(call, work)),
          ...(slice.testCommand === null
            ? [t('The slice has no test, so nothing can show that it fails. Start a slice with a test.')]
            : []),
        ].map(text => markup.rest(text).trim()),
      },
      packet: handoutText(handout),
      ...(canAsk && call.files !== undefined
        ? { prompt: await codePrompt(call, call.files, await orderOf(call, work, packet, { stage, request })) }
        : {}),
    };
  },
});

/** Stage by files and evidence. A test that never failed proves nothing. */
function stageOf(packet: Packet): Stage {
  if (!packet.changedFiles.some(isTestPath)) return 'test';
  const latest = latestEvidence(packet, packet.slice.testCommand);
  if (latest === undefined) return packet.slice.testCommand === null ? 'code' : 'run';
  if (latest.fresh !== true) return 'run';
  if (!latest.passed) return 'code';
  return wasRed(packet) ? 'done' : 'test';
}

/** True if the test ever failed; assumed if the first evidence is too old for the packet. */
function wasRed({ slice, evidence }: Packet): boolean {
  const isCut = slice.redEvidence !== null && !evidence.some(({ ref }) => ref === slice.redEvidence);
  return isCut || evidence.some(isRed);
}

function stageLine({ translate: t }: WorkflowCall, stage: Stage, { evidence }: Packet): string {
  const red = evidence.find(isRed)?.ref ?? '';
  switch (stage) {
    case 'test':
      return t('Test: write the failing test first, and nothing else.');
    case 'run':
      return t('The test exists but has not been run on the current files. Run it.');
    case 'code':
      return red === ''
        ? t('Code: make the smallest change that makes the test pass.')
        : t('Code: the test fails (see {0}). Make the smallest change that makes it pass.', red);
    case 'done':
      return t('The test failed before and passes now. Close the slice.');
  }
}

function handoutOf({ shown }: Work, { slice, changedFiles }: Packet, stage: Stage): Handout {
  const test = slice.testCommand;
  const run = test === null ? 'Run it' : `Run \`stateroom evidence run --slice ${slice.ref} -- "${test}"\``;
  const isCode = stage === 'code';
  return {
    reason: `${isCode ? 'Make the failing test pass' : 'Write the failing test'} of ${slice.ref}: ${slice.title}`,
    actions: isCode
      ? [
          'Make the smallest change that makes the test pass, without changing the test.',
          `${run}: it must pass.`,
          `Close the slice: close_slice ${slice.ref}.`,
        ]
      : [
          'Write only the test.',
          `${run}: it must fail, for the intended reason.`,
          'Then make the smallest change that makes it pass, run it again, and close the slice.',
        ],
    artifacts: [slice.ref, shown.task.ref, ...changedFiles.slice(0, 18)],
    name: `tdd-${slice.ref}`,
  };
}

async function orderOf(
  call: WorkflowCall,
  { shown }: Work,
  packet: Packet,
  { stage, request }: { readonly stage: Stage; readonly request: string },
): Promise<CodeOrder> {
  const { translate: t } = call;
  const { slice, changedFiles } = packet;
  const isTest = stage === 'test';
  const { testCommand } = slice;
  return {
    task: isTest
      ? [
          'You write the test for a small step of a software change before its code exists. Write only the test:',
          'it fails now because the code is missing, and passes when the step is done. Change only test files.',
        ]
      : ['You make a failing test pass with the smallest code change. Do not change the test.'],
    facts: [
      ...sliceParts(shown.task.objective, packet, testCommand),
      ...(isTest ? [] : await outputParts(call, packet, testCommand)),
    ],
    request,
    named: changedFiles,
    words: `${slice.title} ${testCommand ?? ''}`,
    may: path => isTestPath(path) === isTest,
    leftOut: isTest ? t('Omitted: not a test') : t('Omitted: tests must not change'),
    nothingLeft: isTest ? 'It contains no test.' : 'It changes only tests.',
    change: () => ({
      proof: proofOrder(packet, testCommand),
      expect: isTest ? 'red' : 'green',
      again: slice.ref,
      next: isTest ? [] : [closeSlice(call, packet)],
    }),
  };
}
