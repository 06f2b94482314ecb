import * as z from 'zod';
import { contextBudgets } from '../../domain/task/contextBudget.js';
import { contextProfileNames, type PacketAnswer, packetAnswerSchema } from '../../packet/packetSchema.js';
import { packetText } from '../../packet/packetText.js';
import { taskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

export const taskContext = defineOperation({
  name: 'task.context',
  order: 10,
  title: 'Show Task Summary',
  summary: 'Returns a task summary for a new session: state, open findings, verdicts, next actions (size-limited).',
  input: z.strictObject({
    task: taskField,
    profile: z
      .enum(contextProfileNames)
      .optional()
      .describe('hot_summary by default; identity is the task alone, full_debug shows most'),
    budget: z
      .int()
      .min(contextBudgets.least)
      .max(contextBudgets.most)
      .optional()
      .describe('Maximum size in bytes; 4000 by default'),
    touchedFiles: z.int().min(0).max(200).optional().describe('Maximum number of touched files; 20 by default'),
    gates: z.boolean().optional().describe('Also check git for complete gates; slower'),
    digest: z.string().max(100).optional().describe('Digest of an earlier answer; an unchanged one is not repeated'),
  }),
  output: packetAnswerSchema,
  effect: 'read',
  readsAsCaller: true,
  mcp: {
    tool: 'load_session',
    action: '',
    brief: 'Start here: summary of the task. Reviewers: profile review_packet',
    rare: ['budget', 'touchedFiles', 'gates', 'digest'],
    budgeted: true,
    text: answer => packetText(answer as PacketAnswer),
  },
  cli: { path: ['context'], examples: ['context', 'context --budget 2000 --profile review_packet --json'] },
  palette: 'store',
  run: async (context, input) => (await import('../../packet/tellPacket.js')).tellPacket(context, input),
});
