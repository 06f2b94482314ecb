import * as z from 'zod';
import { collectSnapshot } from '../../records/gate/collectSnapshot.js';
import { defineOperation } from '../operation.js';
import { gateAnswer, gateAnswerSchema } from './gateCheck.js';

/** Gates of work on a branch; a plan's gate is checked on its acceptance. */
const gatesOfWork = ['review-ready', 'close-check'] as const;

export const gateList = defineOperation({
  name: 'gate.list',
  order: 20,
  title: 'Check All Gates',
  summary: 'Checks the review-ready and close-check gates and lists what is missing.',
  input: z.strictObject({
    task: z.string().max(200).optional().describe('The task; default: the task of this worktree.'),
  }),
  output: z.object({ gates: z.array(gateAnswerSchema) }),
  effect: 'read',
  // An agent names the gate that it must pass.
  mcp: null,
  cli: { path: ['gates'], examples: ['gates', 'gates --task T-3 --json'] },
  asksGit: true,
  palette: 'store',
  exitCode: ({ gates }) => (gates.every(({ ready }) => ready) ? 0 : 1),
  async run(context, { task }) {
    const collected = await collectSnapshot(context, { task });
    return { gates: gatesOfWork.map(gate => gateAnswer(gate, collected)) };
  },
});
