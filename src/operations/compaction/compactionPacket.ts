import * as z from 'zod';
import { type CompactionSummary, compactionPacket as packetOf } from '../../domain/compaction/compaction.js';
import { taskName } from '../../domain/task/taskRule.js';
import { sha256 } from '../../platform/sha256.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';
import { compactionSwitch } from './compactionSwitch.js';

export const compactionPacket = defineOperation({
  name: 'compaction.packet',
  order: 30,
  title: 'Show Reinjection Packet',
  summary: 'Returns the few lines a session needs after its context was compacted.',
  input: z.strictObject({
    task: taskField,
    digest: z
      .string()
      .max(100)
      .optional()
      .describe('Digest of the packet this session has; an unchanged one is not repeated'),
  }),
  output: z.object({
    /** Seven lines, at most 1,500 characters; empty if compaction is off or the session already has it. */
    packet: z.string(),
    digest: z.string(),
    enabled: z.boolean(),
  }),
  effect: 'read',
  mcp: { tool: 'compaction', action: 'packet', brief: '', rare: ['task', 'digest'], budgeted: true },
  cli: { examples: ['compaction packet', 'compaction packet --task T-3 --json'] },
  palette: false,
  async run(context, input) {
    return readInTask(context, input.task, async (transaction, task) => {
      const { enabled } = await compactionSwitch(context, transaction, task.id);
      const [latest] = await transaction.compactions.ofTask(task.id, 1);
      const text = packetOf({
        task: `${taskName(task)}, ${task.status}, branch ${task.branch ?? 'none'}`,
        objective: task.objective,
        focus: task.focus,
        summary: latest === undefined ? undefined : (JSON.parse(latest.summary) as CompactionSummary),
      });
      const digest = sha256(text).slice(0, 16);
      return { packet: enabled && digest !== input.digest ? text : '', digest, enabled };
    });
  },
});
