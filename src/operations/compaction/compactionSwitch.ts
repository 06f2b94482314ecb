import type { Context } from '../../records/context.js';
import type { Transaction } from '../../store/store.js';

/** By precedence. */
export const switchSources = ['environment', 'task', 'repository', 'default'] as const;

export interface CompactionSwitch {
  readonly enabled: boolean;
  readonly source: (typeof switchSources)[number];
}

/** Decides for a task: by the environment, else the task, else the repository; on by default. */
export async function compactionSwitch(
  { settings }: Context,
  transaction: Transaction,
  taskId: string | undefined,
): Promise<CompactionSwitch> {
  if (settings.compaction !== undefined) return { enabled: settings.compaction, source: 'environment' };
  const ofTask = taskId === undefined ? undefined : await transaction.compactionSettings.of(taskId);
  if (ofTask !== undefined) return { enabled: ofTask.enabled === 1, source: 'task' };
  const ofRepository = await transaction.compactionSettings.of(null);
  if (ofRepository !== undefined) return { enabled: ofRepository.enabled === 1, source: 'repository' };
  return { enabled: true, source: 'default' };
}
