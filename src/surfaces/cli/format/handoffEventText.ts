import type { TimelineEvent } from '../../../domain/event/event.js';
import { oneLine } from './text.js';

type Payload = TimelineEvent['payload'];

/** What an event of a task or lane, or of what belongs to it, tells beside its type, in words; undefined for all others. */
export function handoffEventText({ type, payload }: TimelineEvent): string | undefined {
  const words = Object.hasOwn(texts, type) ? texts[type]?.(payload) : undefined;
  if (words === undefined) return undefined;
  const task = typeof payload.task === 'string' && !words.includes(payload.task) ? [payload.task] : [];
  return oneLine([...task, ...words].join(' '));
}

/** Words of one event, those that are there. */
const texts: Readonly<Record<string, (payload: Payload) => string[]>> = {
  task_started: ({ objective, branch }) => [...text(objective), ...after('on', branch)],
  task_switched: ({ workTree }) => after('in', workTree),
  task_updated: ({ fields, from, status }) =>
    typeof status === 'string' ? [...text(from), '→', ...text(status)] : names(fields),
  task_finished: ({ commit, note }) => [...after('at', short(commit)), ...text(note)],
  task_archived: ({ note }) => text(note),
  task_restored: ({ status }) => after('as', status),
  task_imported: ({ objective, keptAs }) => [...text(objective), ...after('instead of', keptAs)],
  decision_recorded: ({ ref, decision }) => [...text(ref), ...text(decision)],
  blocker_added: ({ blocker, description }) => [...text(blocker), ...text(description)],
  blocker_resolved: ({ blocker, resolution }) => [...text(blocker), ...text(resolution)],
  next_action_added: nextAction,
  next_action_updated: nextAction,
  next_action_completed: nextAction,
  next_action_skipped: nextAction,
  files_touched: ({ files, paths }) => names(Array.isArray(paths) ? paths : pathsOf(files)),
  slice_started: ({ slice, title }) => [...text(slice), ...text(title)],
  slice_committed: ({ slice, commit, message }) => [...text(slice), ...text(short(commit)), ...text(message)],
  slice_closed: ({ slice, decision }) => [...text(slice), ...after('by', decision)],
  compaction_recorded: ({ compaction }) => text(compaction),
  compaction_settings_changed: ({ enabled }) => [enabled === true ? 'on' : 'off'],
  commit_observed: ({ commit }) => text(short(commit)),
  review_imported: ({ run, verdict, grade, says }) => [
    ...text(run),
    ...text(verdict),
    ...after('said to be by', (says as { actor?: unknown } | null | undefined)?.actor),
    ...after('counts as', grade),
  ],
  attempt_refused: ({ operation, about, why }) => [...text(operation), ...after('on', about), ...after('–', why)],
  gate_overridden: ({ hook, reason }) => [...text(hook), ...text(reason)],
  hooks_installed: ({ manager }) => after('beside', manager),
  hooks_uninstalled: ({ manager }) => after('beside', manager),
  trust_granted: ({ added }) => names(added),
  lane_opened: payload => [...lane(payload), ...after('on', payload.branch)],
  lane_adopted: payload => [...lane(payload), ...after('on', payload.branch)],
  lane_updated: payload => [...lane(payload), ...names(payload.fields), ...after('in', payload.worktreePath)],
  lane_status_changed: payload => [...lane(payload), ...text(payload.from), '→', ...text(payload.status)],
  lane_closed: payload => [...lane(payload), ...text(payload.closeReason)],
  lane_restored: payload => [...lane(payload), ...after('from', payload.rescue)],
  worker_assigned: lane,
  worker_started: lane,
  worker_committed: payload => [...lane(payload), ...text(short(payload.commit))],
  worker_submitted: payload => [...lane(payload), ...after('at', short(payload.commit))],
  worker_conflicted: payload => [...lane(payload), ...names(payload.paths)],
  worker_failed: payload => [...lane(payload), ...text(payload.reason)],
  worker_approved: payload => [...lane(payload), ...after('at', short(payload.commit))],
  worker_sent_back: payload => [...lane(payload), ...text(payload.reason)],
  worker_merged: payload => [...lane(payload), ...after('into', payload.into), ...after('as', short(payload.commit))],
  worker_cancelled: payload => [...lane(payload), ...text(payload.reason)],
  worker_retried: lane,
  worker_reported: payload => [
    ...lane(payload),
    ...text(payload.report),
    ...text(payload.outcome),
    ...text(payload.summary),
  ],
  worker_report_acknowledged: payload => [...lane(payload), ...text(payload.report)],
  message_sent: ({ message, from, to, subject }) => [
    ...text(message),
    ...text(from),
    '→',
    ...text(to),
    ...text(subject),
  ],
  messages_acknowledged: ({ message, reader }) => [...after('up to', message), ...after('by', reader)],
  worker_restored: payload => [...lane(payload), ...after('from', payload.rescue)],
};

function lane({ lane: ref, name }: Payload): string[] {
  return [...text(ref), ...text(name)];
}

function nextAction({ action, text: words }: Payload): string[] {
  return [...text(action), ...text(words)];
}

function text(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function after(word: string, value: unknown): string[] {
  const [words] = text(value);
  return words === undefined ? [] : [`${word} ${words}`];
}

function names(values: unknown): string[] {
  const found = Array.isArray(values) ? values.flatMap(text) : [];
  return found.length === 0 ? [] : [found.join(', ')];
}

function pathsOf(files: unknown): unknown[] {
  if (!Array.isArray(files)) return [];
  return files.map(file => (file as { path?: unknown } | null)?.path);
}

function short(commit: unknown): unknown {
  return typeof commit === 'string' ? commit.slice(0, 10) : commit;
}
