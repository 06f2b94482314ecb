import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import type { OwnEventType } from '../../../domain/event/ownEvents.js';
import { taskStatuses } from '../../../domain/task/taskStatus.js';
import { taskStatusWord } from '../views/now/taskRows.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { type Sentence, withList, withText } from './sentence.js';
import { knownWord } from './stateWords.js';

type Payload = TimelineEvent['payload'];

/** What happened to a task and to what belongs to it, and what git hooks saw. */
export const taskSentences = {
  task_started: (actor, { task, objective }) => withText(l10n.t('{0} started {1}', actor, word(task)), objective),
  task_switched: (actor, { task }) => l10n.t('{0} switched to {1}', actor, word(task)),
  task_updated: (actor, { task, status, fields }) =>
    typeof status === 'string'
      ? l10n.t('{0} set {1} to “{2}”', actor, word(task), knownWord(taskStatuses, status, taskStatusWord))
      : withList(l10n.t('{0} changed of {1}:', actor, word(task)), fields),
  task_finished: (actor, { task, note }) => withText(l10n.t('{0} finished {1}', actor, word(task)), note),
  task_archived: (actor, { task, note }) => withText(l10n.t('{0} archived {1}', actor, word(task)), note),
  task_restored: (actor, { task }) => l10n.t('{0} took {1} out of the archive', actor, word(task)),
  task_imported: (actor, { task, replaced, objective }) =>
    withText(
      replaced === true
        ? l10n.t('{0} replaced {1} by a file of it', actor, word(task))
        : l10n.t('{0} imported {1}', actor, word(task)),
      objective,
    ),
  decision_recorded: (actor, { ref, decision }) => withText(l10n.t('{0} decided {1}', actor, word(ref)), decision),
  blocker_added: (actor, { blocker, description }) =>
    withText(l10n.t('{0} is held up by {1}', actor, word(blocker)), description),
  blocker_resolved: (actor, { blocker, resolution }) =>
    withText(l10n.t('{0} resolved {1}', actor, word(blocker)), resolution),
  next_action_added: (actor, { action, text }) => withText(l10n.t('{0} added {1}', actor, word(action)), text),
  next_action_updated: (actor, { action, text }) => withText(l10n.t('{0} changed {1}', actor, word(action)), text),
  next_action_completed: (actor, { action, text }) => withText(l10n.t('{0} has done {1}', actor, word(action)), text),
  next_action_skipped: (actor, { action, text }) => withText(l10n.t('{0} skipped {1}', actor, word(action)), text),
  files_touched: (actor, payload) => withList(l10n.t('{0} touched', actor), touchedPaths(payload)),
  compaction_recorded: (actor, { compaction }) =>
    l10n.t('{0} kept what matters at a compaction, as {1}', actor, word(compaction)),
  compaction_settings_changed: (actor, { enabled }) =>
    enabled === true ? l10n.t('{0} switched compaction on', actor) : l10n.t('{0} switched compaction off', actor),
  commit_observed: (actor, { commit }) =>
    l10n.t('{0} committed {1}', actor, typeof commit === 'string' ? word(commit.slice(0, 10)) : word(commit)),
  gate_overridden: (actor, { hook, reason }) => withText(l10n.t('{0} overrode {1}', actor, word(hook)), reason),
  hooks_installed: actor => l10n.t('{0} installed the git hooks', actor),
  hooks_uninstalled: actor => l10n.t('{0} uninstalled the git hooks', actor),
  trust_granted: (actor, { added }) => withList(l10n.t('{0} trusted commands of the repository', actor), added),
  trust_revoked: actor => l10n.t('{0} revoked the trust in commands of the repository', actor),
} satisfies Partial<Record<OwnEventType, Sentence>>;

/** Paths that were touched in the editor, or with a commit. */
function touchedPaths({ files, paths }: Payload): unknown[] {
  if (Array.isArray(paths)) return paths;
  if (!Array.isArray(files)) return [];
  return files.map(file => (typeof file === 'object' && file !== null && !Array.isArray(file) ? file.path : file));
}

function word(value: unknown): string {
  return typeof value === 'string' ? inlineMarkdown(value) : l10n.t('it');
}
