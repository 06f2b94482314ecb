import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { baseConfigOrDefaults } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { placeOf, resolveTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { compactionSwitch, switchSources } from './compactionSwitch.js';

export const compactionSettings = defineOperation({
  name: 'compaction.settings',
  order: 40,
  title: 'Set Up Compaction',
  summary: 'Shows whether compaction is on and which setting decides; turns it on or off for a task or the repository.',
  input: z.strictObject({
    enabled: z.boolean().optional().describe('Turn it on'),
    disabled: z.boolean().optional().describe('Turn it off'),
    task: taskField,
    repository: z.boolean().optional().describe('For all tasks without a setting of their own'),
  }),
  output: z.object({
    enabled: z.boolean(),
    /** The deciding source: STATEROOM_COMPACTION, the task, the repository, or the default. */
    source: z.enum(switchSources),
    /** From the base branch's configuration. */
    thresholds: z.object({ tokens: z.int(), characters: z.int() }),
  }),
  effect: 'write',
  mcp: { tool: 'compaction', action: 'settings', brief: '', rare: ['enabled', 'disabled', 'task', 'repository'] },
  cli: {
    exclusive: [
      ['enabled', 'disabled'],
      ['task', 'repository'],
    ],
    examples: ['compaction settings', 'compaction settings --disabled --repository'],
  },
  palette: 'store',
  async run(context, input) {
    const place = await placeOf(context);
    const { compaction: thresholds } = await baseConfigOrDefaults(context);
    const taskOf = async (transaction: Transaction) =>
      input.repository === true ? undefined : await resolveTask(transaction, place, input.task);
    const wanted = input.enabled === true ? true : input.disabled === true ? false : undefined;
    const answer = async (transaction: Transaction, taskId: string | undefined) => ({
      ...(await compactionSwitch(context, transaction, taskId)),
      thresholds,
    });
    if (wanted === undefined) {
      return context.store.read(async transaction => answer(transaction, (await taskOf(transaction))?.id));
    }
    return context.store.transaction(async transaction => {
      const task = await taskOf(transaction);
      await put(context, transaction, task, wanted);
      return answer(transaction, task?.id);
    });
  },
});

async function put(
  context: Context,
  transaction: Transaction,
  task: { readonly id: string; readonly number: number; readonly work_item_id: string | null } | undefined,
  enabled: boolean,
): Promise<void> {
  const { actor } = context;
  const present = await transaction.compactionSettings.of(task?.id ?? null);
  if (present !== undefined && (present.enabled === 1) === enabled) return;
  const now = context.clock.now();
  const value = { enabled: enabled ? (1 as const) : (0 as const), updated_by: actor.name, updated_at: now };
  if (present === undefined) {
    await transaction.compactionSettings.create({ ...value, id: context.ids.ulid(now), task_id: task?.id ?? null });
  } else {
    await transaction.compactionSettings.change(present, value);
  }
  const payload = { enabled, ...(task === undefined ? {} : { task: formatRef('task', task.number) }) };
  await transaction.events.append([
    newEvent(actor, now, 'compaction_settings_changed', task?.work_item_id ?? null, payload, task?.id ?? null),
  ]);
}
