import type { TimelineEvent } from '../domain/event/event.js';
import type { OwnEventType } from '../domain/event/ownEvents.js';
import { taskStatuses } from '../domain/task/taskStatus.js';
import type { Translate } from '../reports/translate.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { type Sentence, withList, withText } from './sentence.js';
import { knownWord } from './stateWords.js';
import { taskStatusWord } from './taskRows.js';

type Payload = TimelineEvent['payload'];

/** What happened to a task and to what belongs to it, and what git hooks saw. */
export const taskSentences = {
  task_started: (actor, { task, objective }, t) => withText(t('{0} started {1}', actor, word(task, t)), objective, t),
  task_switched: (actor, { task }, t) => t('{0} switched to {1}', actor, word(task, t)),
  task_updated: (actor, { task, status, fields }, t) =>
    typeof status === 'string'
      ? t('{0} set {1} to “{2}”', actor, word(task, t), knownWord(taskStatuses, status, taskStatusWord, t))
      : withList(t('{0} changed of {1}:', actor, word(task, t)), fields, t),
  task_finished: (actor, { task, note }, t) => withText(t('{0} finished {1}', actor, word(task, t)), note, t),
  task_archived: (actor, { task, note }, t) => withText(t('{0} archived {1}', actor, word(task, t)), note, t),
  task_restored: (actor, { task }, t) => t('{0} took {1} out of the archive', actor, word(task, t)),
  task_imported: (actor, { task, replaced, objective }, t) =>
    withText(
      replaced === true
        ? t('{0} replaced {1} by a file of it', actor, word(task, t))
        : t('{0} imported {1}', actor, word(task, t)),
      objective,
      t,
    ),
  decision_recorded: (actor, { ref, decision }, t) => withText(t('{0} decided {1}', actor, word(ref, t)), decision, t),
  blocker_added: (actor, { blocker, description }, t) =>
    withText(t('{0} is held up by {1}', actor, word(blocker, t)), description, t),
  blocker_resolved: (actor, { blocker, resolution }, t) =>
    withText(t('{0} resolved {1}', actor, word(blocker, t)), resolution, t),
  next_action_added: (actor, { action, text }, t) => withText(t('{0} added {1}', actor, word(action, t)), text, t),
  next_action_updated: (actor, { action, text }, t) => withText(t('{0} changed {1}', actor, word(action, t)), text, t),
  next_action_completed: (actor, { action, text }, t) =>
    withText(t('{0} has done {1}', actor, word(action, t)), text, t),
  next_action_skipped: (actor, { action, text }, t) => withText(t('{0} skipped {1}', actor, word(action, t)), text, t),
  files_touched: (actor, payload, t) => withList(t('{0} touched', actor), touchedPaths(payload), t),
  compaction_recorded: (actor, { compaction }, t) =>
    t('{0} kept what matters at a compaction, as {1}', actor, word(compaction, t)),
  compaction_settings_changed: (actor, { enabled }, t) =>
    enabled === true ? t('{0} switched compaction on', actor) : t('{0} switched compaction off', actor),
  commit_observed: (actor, { commit }, t) =>
    t('{0} committed {1}', actor, typeof commit === 'string' ? word(commit.slice(0, 10), t) : word(commit, t)),
  gate_overridden: (actor, { hook, reason }, t) => withText(t('{0} overrode {1}', actor, word(hook, t)), reason, t),
  hooks_installed: (actor, _, t) => t('{0} installed the git hooks', actor),
  hooks_uninstalled: (actor, _, t) => t('{0} uninstalled the git hooks', actor),
  trust_granted: (actor, { added }, t) => withList(t('{0} trusted commands of the repository', actor), added, t),
  trust_revoked: (actor, _, t) => t('{0} revoked the trust in commands of the repository', actor),
} satisfies Partial<Record<OwnEventType, Sentence>>;

/** Paths that were touched in the editor, or with a commit. */
function touchedPaths({ files, paths }: Payload): unknown[] {
  if (Array.isArray(paths)) return paths;
  if (!Array.isArray(files)) return [];
  return files.map(file => (typeof file === 'object' && file !== null && !Array.isArray(file) ? file.path : file));
}

function word(value: unknown, t: Translate): string {
  return typeof value === 'string' ? inlineMarkdown(value) : t('it');
}
