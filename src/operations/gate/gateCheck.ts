import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { GateName, GateReason } from '../../gates/gate.js';
import { gateNames, gateReasonSchema } from '../../gates/gate.js';
import { judgeGate } from '../../gates/judgeGate.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { type CollectedSnapshot, collectSnapshot } from '../../records/gate/collectSnapshot.js';
import { defineOperation } from '../operation.js';

/** Max reasons and warnings in an answer; there are fewer kinds. */
const shownReasons = 40;

export const gateAnswerSchema = z.object({
  gate: z.enum(gateNames),
  ready: z.boolean(),
  /** `T-3`; null without a task. */
  task: z.string().nullable(),
  branch: z.string().nullable().describe('Null if HEAD is detached.'),
  base: z.string().nullable().describe('The branch it is compared with.'),
  commit: z.string().nullable(),
  /** Hash of the judged tree. */
  tree: z.string().nullable(),
  reasons: z.array(gateReasonSchema).max(shownReasons),
  warnings: z.array(gateReasonSchema).max(shownReasons),
  /** Commands that need evidence, with secrets redacted. */
  commands: z.array(z.string()),
  /** First step; null if ready. */
  next: z.object({ do: sentenceSchema, because: sentenceSchema }).nullable(),
});
export type GateAnswer = z.infer<typeof gateAnswerSchema>;

export const gateCheck = defineOperation({
  name: 'gate.check',
  order: 10,
  title: 'Check Gate',
  summary: 'Checks a gate and lists each missing point with its fix: review-ready, close-check, plan-accept.',
  input: z.strictObject({
    gate: z
      .enum([...gateNames, 'review', 'close', 'handoff-close-check'])
      .default('close-check')
      .describe('The gate; review is short for review-ready, close and handoff-close-check for close-check.'),
    task: z.string().max(200).optional().describe('The task; default: the task of this worktree.'),
  }),
  output: gateAnswerSchema,
  effect: 'read',
  mcp: {
    tool: 'integrity_check',
    action: '',
    brief: 'Gate review, close or plan-accept: ready, or each reason with its fix',
    rare: ['task'],
  },
  cli: {
    path: ['gate'],
    positionals: ['gate'],
    examples: ['gate review-ready', 'gate close-check --task T-3', 'gate plan-accept --json'],
  },
  asksGit: true,
  palette: 'store',
  exitCode: answer => (answer.ready ? 0 : isAmbiguous(answer.reasons) ? 2 : 1),
  async run(context, input): Promise<GateAnswer> {
    return gateAnswer(gateNamed(input.gate), await collectSnapshot(context, { task: input.task }));
  },
});

function gateNamed(name: GateName | 'review' | 'close' | 'handoff-close-check'): GateName {
  if (name === 'review') return 'review-ready';
  return name === 'close' || name === 'handoff-close-check' ? 'close-check' : name;
}

export function gateAnswer(gate: GateName, { snapshot, task, commit }: CollectedSnapshot): GateAnswer {
  const { ready, reasons, warnings } = judgeGate(gate, snapshot);
  const [first] = reasons;
  return {
    gate,
    ready,
    task: task === undefined ? null : formatRef('task', task.number),
    branch: snapshot.tree.branch ?? null,
    base: snapshot.tree.base ?? null,
    commit: commit ?? null,
    tree: snapshot.tree.hash ?? null,
    reasons: [...reasons],
    warnings: [...warnings],
    commands: [...snapshot.config.gate.commands],
    next: first === undefined ? null : { do: first.fix, because: first.text },
  };
}

function isAmbiguous(reasons: readonly GateReason[]): boolean {
  return reasons.some(({ code }) => code === 'ambiguous_task');
}
