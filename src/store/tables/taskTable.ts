import { type TaskRow, taskDefinition } from '../../domain/task/taskRow.js';
import { tableOf, type Where } from './table.js';

const live: Where<TaskRow> = { status: ['<>', 'done'], archived_at: null };

export class TaskTable extends tableOf(taskDefinition) {
  /** Tasks that are neither done nor archived, the last changed first. */
  live(): Promise<TaskRow[]> {
    return this.rows(live, ['-updated_at', '-number']);
  }

  /** True while there is one that is neither done nor archived. */
  async isAnyLive(): Promise<boolean> {
    return (await this.first(live)) !== undefined;
  }

  /** Tasks that are not done, archived ones too, the newest first. */
  unfinished(limit: number): Promise<TaskRow[]> {
    return this.rows({ status: ['<>', 'done'] }, ['-number'], limit);
  }

  /** All tasks, in the order in which they were started. */
  all(): Promise<TaskRow[]> {
    return this.rows({}, ['number']);
  }

  /** Tasks for a work item, in the order in which they were started. */
  ofWorkItem(workItemId: string): Promise<TaskRow[]> {
    return this.rows({ work_item_id: workItemId }, ['number']);
  }

  /** One page, the last changed first. Tasks that are done are archived: asked for by their status, archived ones are listed too. */
  list(
    { status, archived }: { status?: TaskRow['status'] | undefined; archived?: boolean | undefined },
    limit: number,
  ): Promise<TaskRow[]> {
    const isEither = status === 'done' && archived !== true;
    return this.rows(
      { status, ...(isEither ? {} : { archived_at: archived === true ? (['is not', null] as const) : null }) },
      ['-updated_at', '-number'],
      limit,
    );
  }

  /** The number of the latest task, 0 when there is none. */
  async lastNumber(): Promise<number> {
    return (await this.first({}, ['-number']))?.number ?? 0;
  }

  /** Records the branch tip of a task, without a new revision: writers that have read the task may continue. */
  async observe(taskId: string, commit: string): Promise<void> {
    await this.db.updateTable('tasks').set({ observed_sha: commit }).where('id', '=', taskId).execute();
  }
}
