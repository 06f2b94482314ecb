import { integer, name, oneOf, parent, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';
import { taskLimits } from '../task/taskRow.js';
import { planCursorStates } from './planCursorState.js';
import { planLimits } from './planRow.js';

/** Progress on one item of a plan. */
export const planCursorDefinition = new RecordDefinition(
  'plan_cursors',
  {
    id: ulid,
    repository_id: repositoryId,
    task_id: parent('task'),
    /** Id of the plan item. Unique per task. */
    plan_item: text(planLimits.path, 1).as('item'),
    state: oneOf(planCursorStates),
    lane: name.orNull,
    heading: text(planLimits.itemText).orNull,
    summary: text(taskLimits.objective).orNull,
    dispatch_count: integer(0),
    dispatched_at: time,
    /** Time it was completed or skipped; else null. */
    completed_at: time.orNull,
    updated_at: time,
    revision,
  },
  { owner: 'task', portable: true, order: ['-updated_at', 'id'] },
);
export type PlanCursorRow = RowOf<typeof planCursorDefinition>;
