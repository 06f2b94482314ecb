import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { findWord } from '../stateWords.js';
import { taskStatusLooks } from '../status.js';
import { ends } from './changeIcons.js';
import { short, withList, withText, word } from './eventParts.js';
import type { EventTexts, Payload } from './eventTexts.js';

export const taskEvents = {
  task_started: {
    line: (actor, { task, objective }, t) => withText(t('{0} started {1}', actor, word(task, t)), objective, t),
    change: { say: (what, t) => t('{0} started', what) },
  },
  task_switched: {
    line: (actor, { task }, t) => t('{0} switched to {1}', actor, word(task, t)),
  },
  task_left: {
    line: (actor, { task }, t) => t('{0} ended its session on {1}', actor, word(task, t)),
  },
  task_updated: {
    line: (actor, { task, status, fields }, t) =>
      typeof status === 'string'
        ? t('{0} set {1} to “{2}”', actor, word(task, t), findWord(taskStatusLooks, status, t))
        : withList(t('{0} updated {1}:', actor, word(task, t)), fields, t),
    change: {
      say: (what, t, outcome) => {
        const look = Object.entries(taskStatusLooks).find(([status]) => status === outcome)?.[1];
        return look === undefined ? t('{0} changed', what) : t('{0} is {1}', what, look.word(t));
      },
    },
  },
  task_finished: {
    line: (actor, { task, note }, t) => withText(t('{0} finished {1}', actor, word(task, t)), note, t),
    change: { icon: ends, say: (what, t) => t('{0} finished', what) },
  },
  task_archived: {
    line: (actor, { task, note }, t) => withText(t('{0} archived {1}', actor, word(task, t)), note, t),
    change: { say: (what, t) => t('{0} archived', what) },
  },
  task_restored: {
    line: (actor, { task }, t) => t('{0} restored {1} from the archive', actor, word(task, t)),
  },
  task_imported: {
    line: (actor, { task, replaced, objective }, t) =>
      withText(
        replaced === true
          ? t('{0} replaced {1} with an imported file', actor, word(task, t))
          : t('{0} imported {1}', actor, word(task, t)),
        objective,
        t,
      ),
  },
  decision_recorded: {
    line: (actor, { ref, decision }, t) => withText(t('{0} recorded decision {1}', actor, word(ref, t)), decision, t),
    change: { say: (what, t) => t('{0} recorded', what) },
  },
  files_touched: {
    line: (actor, payload, t) => withList(t('{0} touched', actor), touchedPaths(payload), t),
  },
  compaction_recorded: {
    line: (actor, { compaction }, t) => t('{0} saved context as {1} before compaction', actor, word(compaction, t)),
  },
  compaction_settings_changed: {
    line: (actor, { enabled }, t) =>
      enabled === true ? t('{0} turned compaction on', actor) : t('{0} turned compaction off', actor),
  },
  commit_observed: {
    line: (actor, { commit }, t) => t('{0} committed {1}', actor, word(short(commit), t)),
  },
} satisfies Partial<Record<OwnEventType, EventTexts>>;

/** Paths touched in the editor (`paths`) or by a commit (`files`). */
function touchedPaths({ files, paths }: Payload): unknown[] {
  if (Array.isArray(paths)) return paths;
  if (!Array.isArray(files)) return [];
  return files.map(file => (typeof file === 'object' && file !== null && !Array.isArray(file) ? file.path : file));
}
