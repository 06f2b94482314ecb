import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { oneLine } from '../../domain/text/oneLine.js';
import { inlineMarkdown } from '../inlineMarkdown.js';
import { warns } from './changeIcons.js';
import { withList, withText, word } from './eventParts.js';
import type { EventTexts } from './eventTexts.js';
import { refusedActWords } from './refusedActWords.js';

export const repositoryEvents = {
  attempt_refused: {
    line: (actor, { operation, about, why }, t) =>
      withText(refusedActWords(actor, inlineMarkdown(String(operation)), inlineMarkdown(String(about)), t), why, t),
    change: {
      say: (what, t, _, actor) =>
        actor === null ? t('Refused: {0}', what) : t('{0} was refused: {1}', oneLine(actor), what),
    },
  },
  event_imported: {
    line: (actor, { source, type, at, actor: by }, t, time) => {
      const when = typeof at === 'string' ? time(at) : word(at, t);
      return typeof by === 'string'
        ? t('{0} imported {1} of {2} ({3}) from {4}', actor, word(type, t), inlineMarkdown(by), when, word(source, t))
        : t('{0} imported {1} ({2}) from {3}', actor, word(type, t), when, word(source, t));
    },
  },
  store_archived: {
    line: (actor, { workItems, events }, t) =>
      t('{0} archived {1} work items and {2} events', actor, Number(workItems), Number(events)),
  },
  store_restored: {
    line: (actor, { file }, t) => withText(t('{0} restored a backup', actor), file, t),
    change: { icon: warns, say: (_, t) => t('Backup restored') },
  },
  gate_overridden: {
    line: (actor, { hook, reason }, t) => withText(t('{0} overrode {1}', actor, word(hook, t)), reason, t),
    change: { icon: warns, say: (what, t) => t('{0} was overridden', what) },
  },
  tool_failed: {
    line: (actor, { tool, command, error, count }, t) => {
      const call = word(command ?? tool, t);
      const isRepeated = typeof count === 'number' && count > 1;
      return withText(
        isRepeated ? t('{0}: {1} failed, {2} times so far', actor, call, count) : t('{0}: {1} failed', actor, call),
        error,
        t,
      );
    },
  },
  hooks_installed: {
    line: (actor, _, t) => t('{0} installed the git hooks', actor),
  },
  hooks_uninstalled: {
    line: (actor, _, t) => t('{0} uninstalled the git hooks', actor),
  },
  trust_granted: {
    line: (actor, { added }, t) => withList(t('{0} trusted the repository commands', actor), added, t),
  },
  trust_revoked: {
    line: (actor, _, t) => t('{0} revoked trust in the repository’s commands', actor),
  },
} satisfies Partial<Record<OwnEventType, EventTexts>>;
