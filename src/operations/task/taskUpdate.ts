import * as z from 'zod';
import type { Actor } from '../../domain/actor/actor.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { onRecord, type Refusal, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { checkTaskAct, checkTaskRevision, taskName } from '../../domain/task/taskRule.js';
import { taskStatuses } from '../../domain/task/taskStatus.js';
import { message } from '../../messages/message.js';
import { changeTask, placeOf, presentOneTask, resolveTask, type TaskChange } from '../../records/task/taskAccess.js';
import { objectiveField, taskField, taskOutput, taskRevisionField } from '../../records/task/taskFields.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

const updateInput = z.strictObject({
  task: taskField,
  revision: taskRevisionField.describe(
    'Current revision; required except for the focus, and for the status if the holder sets it',
  ),
  status: z.enum(taskStatuses).optional().describe('in_progress, blocked or review; use task finish for done'),
  objective: objectiveField.optional(),
  focus: wordsField(taskLimits.focus).optional().describe('Current focus'),
  clearFocus: z.boolean().optional().describe('Remove the focus'),
  base: wordsField(taskLimits.branch).optional().describe('Target branch; a person changes it'),
});
type UpdateInput = z.output<typeof updateInput>;

export const taskUpdate = defineOperation({
  name: 'task.update',
  order: 70,
  title: 'Update Task',
  menuTitle: 'Update',
  asks: true,
  summary:
    'Updates focus, status, objective or base of an active task; all but the focus, and the holder’s status, need the current revision.',
  input: updateInput,
  output: taskOutput,
  effect: 'write',
  needsHolder: true,
  mcp: {
    tool: 'set_handoff_state',
    action: 'update',
    brief: 'focus, status; else with revision',
    rare: ['task', 'objective', 'clearFocus', 'base'],
  },
  cli: {
    exclusive: [['focus', 'clearFocus']],
    suggested: ['base', 'revision'],
    examples: ['task update --focus "The retry loop"', 'task update --status review --revision 4'],
  },
  palette: 'liveTask',
  async run(context, input) {
    const place = await placeOf(context);
    return context.store.transaction(async transaction => {
      const row = await resolveTask(transaction, place, input.task);
      throwIfRefused(checkTaskRevision(row, input.revision));
      throwIfRefused(checkTaskAct(row, 'update'));
      const wanted = wantedChange(input);
      throwIfRefused(checkGiven(context.actor, row, input, wanted));
      const changed = Object.keys(wanted).filter(
        column => wanted[column as keyof TaskChange] !== row[column as keyof TaskRow],
      );
      if (changed.length === 0) return { task: await presentOneTask(transaction, row) };
      if (changed.includes('base_branch')) throwIfRefused(checkBase(context.actor, row, input.base));
      const now = context.clock.now();
      const { status } = wanted;
      const task = await changeTask({ transaction, actor: context.actor, now }, row, wanted, 'task_updated', {
        fields: changed.map(column => fieldNames[column] ?? column),
        ...(status === undefined || status === row.status ? {} : { from: row.status, status }),
      });
      return { task: await presentOneTask(transaction, task) };
    });
  },
});

const fieldNames: Readonly<Record<string, string>> = { base_branch: 'base' };

function wantedChange({ status, objective, focus, clearFocus, base }: UpdateInput): TaskChange {
  return {
    ...(status === undefined ? {} : { status }),
    ...(objective === undefined ? {} : { objective }),
    ...(clearFocus === true ? { focus: null } : focus === undefined ? {} : { focus }),
    ...(base === undefined ? {} : { base_branch: base }),
  };
}

/** Gates compare with the base: it is chosen at the start of the task, and only a person changes it. */
function checkBase({ role }: Actor, row: TaskRow, base = ''): Refusal | undefined {
  if (role !== 'agent') return undefined;
  const refusal = refuse('not_allowed', message('tasks.baseIsPersons', { task: taskName(row) }), {
    hint: 'input.personDoes',
  });
  return onRecord(refusal, { about: formatRef('task', row.number), state: `base ${base}`, taskId: row.id });
}

function checkGiven(
  { role }: Actor,
  row: TaskRow,
  { status, revision }: UpdateInput,
  wanted: TaskChange,
): Refusal | undefined {
  const columns = Object.keys(wanted);
  if (columns.length === 0) {
    return refuse('invalid_input', 'input.nothingToChange', { hint: 'tasks.updateHint' });
  }
  if (status === 'done') {
    return refuse('transition_not_allowed', message('tasks.notDoneByUpdate', { task: taskName(row) }), {
      next: [{ operation: 'task.finish', input: { task: formatRef('task', row.number) } }],
      details: { status: row.status },
    });
  }
  // Concurrent changes of the focus do not conflict, nor does the status that its holder sets: no other agent may.
  const free = role === 'agent' ? ['focus', 'status'] : ['focus'];
  const guarded = columns.filter(column => !free.includes(column)).map(column => fieldNames[column] ?? column);
  if (guarded.length === 0 || revision !== undefined) return undefined;
  return refuse(
    'invalid_input',
    message('tasks.needsRevision', { fields: guarded.join(', '), task: taskName(row), revision: row.revision }),
    { hint: 'tasks.needsRevisionHint', details: { revision: row.revision, fields: guarded } },
  );
}
