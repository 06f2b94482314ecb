import type { IntakePlan } from '../../domain/run/intakePlan.js';
import { type DirtyWorktree, type RunIntent, type RunRow, runLimits } from '../../domain/run/runRow.js';
import type { Transaction } from '../../store/store.js';
import type { NewRow } from '../../store/tables/table.js';
import type { Context } from '../context.js';
import type { provenanceOf } from '../provenance.js';
import { tellOfRun } from './runAccess.js';

export interface NewRun {
  readonly name: string;
  readonly request: string;
  readonly intent: RunIntent;
  readonly targetProperties: readonly string[];
  readonly dirtyWorktree: DirtyWorktree;
  readonly intakePlan?: IntakePlan | null;
  /** Absolute; null outside of any worktree. */
  readonly worktreePath: string | null;
  readonly createdAt: number;
  readonly event?: 'run_imported';
  /** `S-3`, stored in the event. */
  readonly slice?: string | undefined;
  readonly links?: Partial<Pick<RunRow, 'task_id' | 'finding_id' | 'work_item_id'>>;
}

/** Writes a new run and its event. The name must be free. */
export async function createRun(
  { ids, clock, actor }: Pick<Context, 'ids' | 'clock' | 'actor'>,
  transaction: Transaction,
  provenance: Awaited<ReturnType<typeof provenanceOf>>,
  run: NewRun,
): Promise<NewRow<RunRow>> {
  const now = clock.now();
  const row = await transaction.runs.create({
    ...provenance,
    id: ids.ulid(now),
    ...{ name: run.name, request: run.request, intent: run.intent },
    target_properties: JSON.stringify(run.targetProperties),
    dirty_worktree: JSON.stringify(run.dirtyWorktree),
    intake_plan: run.intakePlan ? JSON.stringify(run.intakePlan) : null,
    worktree_path: run.worktreePath,
    ...run.links,
    ...{ status: 'active', verification: '[]', residual_risks: '[]' },
    ...{ created_at: run.createdAt, updated_at: now },
  });
  await tellOfRun({ transaction, actor, now }, row, run.event ?? 'run_started', {
    request: row.request,
    ...(run.slice === undefined ? {} : { slice: run.slice }),
  });
  return row;
}

/** Uncommitted changes of the worktree; unavailable if git cannot be asked. */
export async function dirtyWorktree({ workTree, log }: Pick<Context, 'workTree' | 'log'>): Promise<DirtyWorktree> {
  try {
    const changes = await workTree?.changes();
    const paths = (changes ?? []).slice(0, runLimits.dirty).map(({ path }) => path);
    return { available: changes !== undefined, paths };
  } catch (error) {
    log.warn(`Uncommitted changes could not be read for the run: ${(error as Error).message}`);
    return { available: false, paths: [] };
  }
}
