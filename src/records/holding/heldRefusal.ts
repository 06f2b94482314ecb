import { formatRef } from '../../domain/identifier/identifier.js';
import { type NextStep, type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { nextItem, switchTask } from '../../domain/refusal/steps.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import { type Message, message } from '../../messages/message.js';
import type { Caller } from './caller.js';
import type { Standing } from './holder.js';

/** `codex-77 (last active 20 s ago)`; only the name for an unknown time. */
export function holderWithTime(name: string, seenAt: number | undefined, now: number): string | Message {
  return seenAt === undefined ? name : message('tasks.holderSeen', { holder: name, ago: agoText(now - seenAt) });
}

/** `20 s`, `5 min` */
export function agoText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function placeText(directory: string | null): string | Message {
  return directory === null ? '' : message('tasks.inPlace', { directory });
}

/** Refuses an act reserved for the task's holder, with the next step. */
export function refuseHeld(
  caller: Caller,
  task: TaskRow,
  standing: Exclude<Standing, { kind: 'own' | 'free' }>,
): Refusal {
  if (standing.kind === 'handed') {
    return refuseHanded(taskName(task), standing, { task: formatRef('task', task.number) });
  }
  const { holder, seenAt } = standing;
  const details = { task: formatRef('task', task.number), holder: holder.name, directory: holder.directory };
  const values = {
    task: taskName(task),
    holder: holderWithTime(holder.name, seenAt, caller.now),
    place: placeText(holder.directory),
  };
  if (standing.kind === 'taken') {
    return refuse('conflict', message('tasks.takenByPerson', values), {
      hint: message('tasks.takenByPersonHint', { holder: holder.name }),
      next: [nextItem],
      details,
    });
  }
  return refuse('conflict', message('tasks.held', values), {
    hint: 'tasks.heldHint',
    next: [nextItem],
    details,
  });
}

/** Refuses a task or lane that was handed to someone else; `name` as people see it. */
export function refuseHanded(
  name: string | Message,
  { to, by }: Pick<Extract<Standing, { kind: 'handed' }>, 'to' | 'by'>,
  details: Readonly<Record<string, string>>,
): Refusal {
  const said = { task: name, to: to ?? '', by };
  return refuse('conflict', message(to === null ? 'tasks.handedOver' : 'tasks.handedTo', said), {
    hint: 'tasks.handedHint',
    next: [nextItem],
    details: { ...details, to, by },
  });
}

export function refuseUnnamed(caller: Caller, task: TaskRow, standing: Standing): Refusal {
  const ref = formatRef('task', task.number);
  const writing = caller.writing;
  const named: readonly NextStep[] =
    writing === undefined || writing.needsHolder ? [] : [{ operation: writing.operation, input: { task: ref } }];
  if (standing.kind === 'held' || standing.kind === 'taken' || standing.kind === 'handed') {
    const refusal = refuseHeld(caller, task, standing);
    if (standing.kind === 'taken' || named.length === 0) return refusal;
    return {
      ...refusal,
      ...refuse('conflict', refusal.message, { hint: 'tasks.heldNameHint', next: [...named, nextItem] }),
    };
  }
  return refuse('conflict', message('tasks.notYours', { task: taskName(task), place: placeText(task.worktree_path) }), {
    hint: named.length === 0 ? 'tasks.notYoursHint' : 'tasks.notYoursNameHint',
    next: [...named, switchTask(ref)],
    details: { task: ref, holder: standing.holder?.name ?? null, directory: task.worktree_path },
  });
}
