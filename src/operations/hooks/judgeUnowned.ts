import { taskName } from '../../domain/task/taskRule.js';
import type { Ruling } from './override.js';
import type { PushedRef } from './pushedRef.js';
import type { DoneTask, PushedWork } from './pushedWork.js';
import type { PushTarget } from './pushTarget.js';

/** Judges commits on a protected branch after its task was done, and findings since then. */
export function judgeDone(ref: PushedRef, work: PushedWork, { config }: PushTarget): Ruling[] {
  return work.done.flatMap((task): Ruling[] => {
    const lines = linesAbout(task, work);
    if (lines.length === 0) return [];
    if (config.gate.push === 'advise') return [{ allowed: true, lines: [`stateroom:${lines[0]?.slice(1)}`] }];
    return [
      {
        allowed: false,
        lines: [`stateroom: push refused: ${taskName(task.row)} is done.`, ...lines],
        about: { ref: ref.remoteRef, commit: ref.commit, reasons: ['no_active_task'] },
        taskId: task.row.id,
      },
    ];
  });
}

function linesAbout(task: DoneTask, { open, done }: PushedWork): string[] {
  const { row, wentOn, openFindings } = task;
  // A task that covers all pushed commits covers those made after this task.
  const isCovered = open.length > 0 || done.some(other => !other.wentOn && other.row.number > row.number);
  const lines: string[] = [];
  if (wentOn && !isCovered) {
    lines.push(
      `  ${row.branch} has commits that were made after ${taskName(row)} was done.`,
      '    Start a task for them: stateroom task start "<objective>"',
    );
  }
  if (openFindings > 0) {
    lines.push(
      `  ${openFindings === 1 ? '1 finding' : `${openFindings} findings`} of ${taskName(row)} still open.`,
      '    Fix or dismiss them: stateroom finding list',
    );
  }
  return lines;
}

export function judgeStray(
  ref: PushedRef,
  { open, done, commits }: PushedWork,
  { config, isProtected }: PushTarget,
): Ruling[] {
  if (!isProtected || commits === 0 || open.length > 0 || done.length > 0) return [];
  const what = commits === 1 ? 'the commit pushed' : `the ${commits} commits pushed`;
  const line = `stateroom: no task covers ${what} to ${ref.target}.`;
  if (config.gate.push !== 'always') return [{ allowed: true, lines: [line] }];
  return [
    {
      allowed: false,
      lines: [line, '  Start a task, which moves the work to its own branch: stateroom task start "<objective>"'],
      about: { ref: ref.remoteRef, commit: ref.commit, reasons: ['no_active_task'] },
    },
  ];
}
