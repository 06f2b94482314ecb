import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { ends } from './changeIcons.js';
import { withText, word } from './eventParts.js';
import type { EventTexts } from './eventTexts.js';

export const runEvents = {
  run_started: {
    line: (actor, { run, request, slice }, t) =>
      withText(
        slice === undefined
          ? t('{0} started investigation {1}', actor, word(run, t))
          : t('{0} started investigation {1} for {2}', actor, word(run, t), word(slice, t)),
        request,
        t,
      ),
    change: { say: (what, t) => t('{0} started', what) },
  },
  run_hypothesis_added: {
    line: (actor, { run, hypothesis, text }, t) =>
      withText(t('{0} added {1} to {2}', actor, word(hypothesis, t), word(run, t)), text, t),
  },
  run_hypothesis_resolved: {
    line: (actor, { run, hypothesis, status, note }, t) =>
      withText(t('{0} resolved {1} of {2} as {3}', actor, word(hypothesis, t), word(run, t), word(status, t)), note, t),
  },
  run_evidence_added: {
    line: (actor, { run, evidence, text }, t) =>
      withText(t('{0} added {1} to {2}', actor, word(evidence, t), word(run, t)), text, t),
  },
  run_command_logged: {
    line: (actor, { run, status, command }, t) =>
      withText(t('{0} logged a command in {1} ({2})', actor, word(run, t), word(status, t)), command, t),
  },
  run_learning_added: {
    line: (actor, { run, learning, summary }, t) =>
      withText(t('{0} added {1} to {2}', actor, word(learning, t), word(run, t)), summary, t),
  },
  run_closed: {
    line: (actor, { run, summary }, t) => withText(t('{0} closed investigation {1}', actor, word(run, t)), summary, t),
    change: { icon: ends, say: (what, t) => t('{0} closed', what) },
  },
  run_imported: {
    line: (actor, { run, request }, t) =>
      withText(t('{0} imported investigation {1}', actor, word(run, t)), request, t),
    change: { say: (what, t) => t('{0} imported', what) },
  },
  run_reopened: {
    line: (actor, { run }, t) => t('{0} reopened investigation {1}', actor, word(run, t)),
  },
} satisfies Partial<Record<OwnEventType, EventTexts>>;
