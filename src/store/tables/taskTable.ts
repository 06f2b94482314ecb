import { type TaskRow, taskDefinition } from '../../domain/task/taskRow.js';
import { tableOf, type Where } from './table.js';

const live: Where<TaskRow> = { status: ['<>', 'done'], archived_at: null };

export class TaskTable extends tableOf(taskDefinition) {
  /** Neither done nor archived, last changed first. */
  live(): Promise<TaskRow[]> {
    return this.rows(live, ['-updated_at', '-number']);
  }

  async isAnyLive(): Promise<boolean> {
    return (await this.first(live)) !== undefined;
  }

  /** Includes archived tasks, newest first. */
  unfinished(limit: number): Promise<TaskRow[]> {
    return this.rows({ status: ['<>', 'done'] }, ['-number'], limit);
  }

  all(): Promise<TaskRow[]> {
    return this.rows({}, ['number']);
  }

  /** In order of start. */
  ofWorkItem(workItemId: string): Promise<TaskRow[]> {
    return this.rows({ work_item_id: workItemId }, ['number']);
  }

  /** Last changed first. Done tasks are archived, so a filter by that status includes archived ones. */
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

  async lastNumber(): Promise<number> {
    return (await this.first({}, ['-number']))?.number ?? 0;
  }

  /** Records the branch tip without a new revision, so that other writers may continue. */
  async observe(taskId: string, commit: string): Promise<void> {
    await this.db.updateTable('tasks').set({ observed_sha: commit }).where('id', '=', taskId).execute();
  }
}
