import type { z } from 'zod';
import { isRefusal } from '../domain/refusal/refusal.js';
import type { Slice } from '../domain/slice/slice.js';
import type { BriefAct, BriefSection } from '../domain/workflow/brief.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import { evidenceShow } from '../operations/evidence/evidenceShow.js';
import { gateCheck } from '../operations/gate/gateCheck.js';
import { laneList } from '../operations/lane/laneList.js';
import { messageSend } from '../operations/lane/message/messageSend.js';
import { sliceClose } from '../operations/slice/sliceClose.js';
import { sliceList } from '../operations/slice/sliceList.js';
import { slicePacket } from '../operations/slice/slicePacket.js';
import { taskShow } from '../operations/task/taskShow.js';
import { sliceStatusLooks } from '../present/status.js';
import { type GateAnswer, listSection, proofLine, type ShownTask, taskNamedIn } from './standing.js';
import { act, type PromptPart, type ProofOrder, read, type WorkflowCall } from './workflow.js';

export type Packet = z.output<typeof slicePacket.output>;
export type SliceEvidence = Packet['evidence'][number];

export interface Work {
  readonly shown: ShownTask;
  /** The named slice, else the first open one. */
  readonly packet: Packet | undefined;
  readonly open: readonly Slice[];
  readonly isHere: boolean;
  /** The first command that the gate requires; null if it names none. */
  readonly gateCommand: string | null;
  readonly lane: string | undefined;
}

const max = { files: 20, proofs: 5 };
/** Exit codes without a result: timeout, not executable, not found. */
const inconclusiveExits: ReadonlySet<number | null> = new Set([null, 124, 126, 127]);

/** The slice or task that a request names, else those of this worktree. */
export async function readWork(call: WorkflowCall, request: string): Promise<Work> {
  const [named] = /\bS-\d+\b/.exec(request) ?? [];
  const ofSlice = named === undefined ? undefined : await read(call, slicePacket, { slice: named });
  const of = ofSlice === undefined ? taskNamedIn(request) : { task: ofSlice.slice.task };
  const shown = await read(call, taskShow, of);
  const task = shown.task.ref;
  const listed = await read(call, sliceList, { task, limit: 100 });
  const open = listed.slices.filter(({ status }) => status !== 'closed').reverse();
  const next = open.find(({ status }) => status === 'open') ?? open[0];
  const packet = ofSlice ?? (next === undefined ? undefined : await read(call, slicePacket, { slice: next.ref }));
  const gate = await read(call, gateCheck, { gate: 'review-ready', task });
  const lanes = await call.invoke(laneList, { noDistance: true });
  const lane = isRefusal(lanes) ? undefined : lanes.lanes.find(each => each.task === task && each.kind === 'implement');
  const { branch } = shown.task;
  return {
    shown,
    packet,
    open,
    isHere: branch === null || branch === gate.branch,
    gateCommand: gateCommandIn(gate),
    lane: lane?.lane,
  };
}

/** True for evidence of a failed command, not of one that could not run. */
export function isRed({ passed, exitCode }: SliceEvidence): boolean {
  return !passed && !inconclusiveExits.has(exitCode);
}

/** The gate's first command that can run: one stored with a redacted secret cannot. */
export function gateCommandIn({ commands }: GateAnswer): string | null {
  return commands.find(command => !command.includes('[redacted]')) ?? null;
}

export function testOf({ packet, gateCommand }: Pick<Work, 'packet' | 'gateCommand'>): string | null {
  return packet?.slice.testCommand ?? gateCommand;
}

/** Newest conclusive evidence of the slice's test. */
export function latestEvidence({ evidence }: Packet, test: string | null): SliceEvidence | undefined {
  return evidence.find(proof => proof.command === test && (proof.passed || !inconclusiveExits.has(proof.exitCode)));
}

/** The slice, its files and evidence; `test` is its own or the gate's. */
export function packetSections(
  call: WorkflowCall,
  { slice, changedFiles, evidence }: Packet,
  test: string | null,
): BriefSection[] {
  const { markup, translate: t } = call;
  return [
    {
      heading: t('Slice'),
      lines: [
        `${slice.ref} ${markup.text(slice.title)}`,
        '',
        markup.entry(t('Status: {0}', sliceStatusLooks[slice.status].word(t))),
        markup.entry(
          slice.testCommand !== null
            ? t('Test: {0}', markup.text(slice.testCommand))
            : test === null
              ? noTest(call)
              : t('No test of its own. The gate’s command is used: {0}', markup.text(test)),
        ),
      ],
    },
    listSection(call, t('Changed files'), changedFiles.slice(0, max.files), path => markup.text(path)),
    listSection(call, t('Evidence'), evidence.slice(0, max.proofs), proof => proofLine(call, proof)),
  ];
}

/** Explains why no evidence can be recorded here, and the remedy. */
export function noTest({ translate: t }: WorkflowCall): string {
  return t(
    'No test is configured, so no evidence can be recorded. Specify one when you start a slice, or in gate.commands of .stateroom/config.json.',
  );
}

export function runTest({ translate: t }: WorkflowCall, packet: Packet, test: string | null): BriefAct[] {
  const order = proofOrder(packet, test);
  if (order === undefined) return [];
  const { command, ...of } = order;
  return [act(t('Run Test'), evidenceRun, { command: [command], directory: '', ...of })];
}

/** Undefined without a test. */
export function proofOrder({ slice }: Packet, test: string | null): ProofOrder | undefined {
  return test === null ? undefined : { command: test, task: slice.task, slice: slice.ref };
}

export function closeSlice({ translate: t }: WorkflowCall, { slice }: Packet): BriefAct {
  return act(t('Close {0}', slice.ref), sliceClose, { slice: slice.ref });
}

export function sliceParts(objective: string, { slice }: Packet, test: string | null): PromptPart[] {
  return [
    { priority: 90, text: `Objective: ${objective.slice(0, 2000)}` },
    { priority: 100, text: `This step: ${slice.title}` },
    ...(test === null ? [] : [{ priority: 100, text: `Test command: ${test}` }]),
  ];
}

export async function outputParts(call: WorkflowCall, packet: Packet, test: string | null): Promise<PromptPart[]> {
  const latest = latestEvidence(packet, test);
  if (latest === undefined || latest.passed) return [];
  const shown = await call.invoke(evidenceShow, { id: latest.ref, tail: 4000 });
  if (isRefusal(shown) || shown.log === null) return [];
  return [{ priority: 80, text: `Last test output:\n<output>\n${shown.log}\n</output>` }];
}

/** Instructions without prior context: to copy, or to send to the lane's agent. */
export interface Handout {
  readonly reason: string;
  readonly actions: readonly string[];
  readonly artifacts: readonly string[];
  /** One name per kind of act: a second press of a button sends nothing. */
  readonly name: string;
}

/** Plain English for agents. */
export function handoutText({ reason, actions, artifacts }: Handout): string {
  return [
    reason,
    ['What to do:', ...actions.map((action, index) => `${index + 1}. ${action}`)].join('\n'),
    ...(artifacts.length === 0 ? [] : [['Look at:', ...artifacts.map(path => `- ${path}`)].join('\n')]),
  ].join('\n\n');
}

/** Sends the handout to the lane's worker; none without a worker. */
export function handToLane(
  { translate: t, now }: WorkflowCall,
  lane: string | undefined,
  handout: Handout,
): BriefAct[] {
  if (lane === undefined) return [];
  const { reason, actions, artifacts, name } = handout;
  return [
    act(t('Send to Agent in {0}', lane), messageSend, {
      to: lane,
      lane,
      reason: reason.slice(0, 2000),
      actions: actions.slice(0, 20).map(action => action.slice(0, 1000)),
      artifacts: artifacts.slice(0, 20).map(path => path.slice(0, 1000)),
      dispatchId: `${name}-${now}`,
    }),
  ];
}

/** Alternatives if the branch is checked out elsewhere: the brief, and the way there. */
export function elsewhere({ markup, translate: t }: WorkflowCall, { shown }: Work): string[] {
  const { ref, branch } = shown.task;
  return [t('{0} is on {1}, which is not checked out here. Run this in its worktree.', ref, markup.text(branch ?? ''))];
}
