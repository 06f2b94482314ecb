import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { inlineMarkdown } from '../inlineMarkdown.js';
import { asks, ends, fails, plain } from './changeIcons.js';
import { withList, withText } from './eventParts.js';
import type { EventTexts } from './eventTexts.js';

export const workItemEvents = {
  work_item_created: {
    line: (actor, payload, t) =>
      payload.status === 'waiting_human' ? t('{0} added it with a question', actor) : t('{0} added it', actor),
    change: {
      icon: outcome => (outcome === 'waiting_human' ? asks : plain),
      say: (what, t, outcome) =>
        outcome === 'waiting_human' ? t('{0} waiting for an answer', what) : t('{0} added', what),
    },
  },
  work_item_claimed: {
    line: (actor, { leaseUntil, previousOwner }, t, time) => {
      const lease =
        typeof leaseUntil === 'number' ? t('lease until {0}', time(new Date(leaseUntil).toISOString())) : t('no lease');
      const previous = typeof previousOwner === 'string' ? inlineMarkdown(previousOwner) : undefined;
      // A holder claims an item again by starting a lane or an agent on it.
      if (previous === actor) return t('{0} claimed it again, {1}', actor, lease);
      if (previous !== undefined) return t('{0} took it over from {1}, {2}', actor, previous, lease);
      return t('{0} claimed it, {1}', actor, lease);
    },
    change: { say: (what, t) => t('{0} claimed', what) },
  },
  work_item_lease_expired: {
    line: (_actor, { owner }, t) =>
      typeof owner === 'string' ? t('Lease of {0} expired', inlineMarkdown(owner)) : t('The lease expired'),
    change: { say: (what, t) => t('Lease of {0} expired', what) },
  },
  work_item_released: {
    line: (actor, { notes }, t) => withText(t('{0} released it', actor), notes, t),
    change: { say: (what, t) => t('{0} released', what) },
  },
  work_item_handed_over: {
    line: (actor, { to, next }, t) => {
      const line =
        typeof to === 'string' ? t('{0} handed it to {1}', actor, inlineMarkdown(to)) : t('{0} handed it over', actor);
      return withText(line, next, t);
    },
    change: { say: (what, t) => t('{0} handed over', what) },
  },
  work_item_asked: {
    line: (actor, { question }, t) => withText(t('{0} asked', actor), question, t),
    change: { icon: asks, say: (what, t) => t('{0} waiting for an answer', what) },
  },
  work_item_advanced: {
    line: (actor, { status, answer, through, before }, t) => {
      if (typeof through === 'string') {
        return withText(t('Answered through {0}, for {1}', inlineMarkdown(through), actor), answer, t);
      }
      if (typeof before === 'string') return withText(t('{0} changed the answer', actor), answer, t);
      if (status === 'cancelled') return withText(t('{0} cancelled it', actor), answer, t);
      return status === 'in_flight'
        ? withText(t('{0} answered and returned it to its owner', actor), answer, t)
        : withText(t('{0} answered', actor), answer, t);
    },
    change: { say: (what, t) => t('{0} answered', what) },
  },
  work_item_answer_taken: {
    line: (_actor, { answer, after }, t) =>
      withText(t('Taken after {0} without an answer', inlineMarkdown(String(after))), answer, t),
    change: { say: (what, t) => t('{0} continues without an answer', what) },
  },
  work_item_resolved: {
    line: (actor, { status, notes }, t) => {
      if (status === 'failed') return withText(t('{0} marked it as failed', actor), notes, t);
      if (status === 'cancelled') return withText(t('{0} cancelled it', actor), notes, t);
      return withText(t('{0} finished it', actor), notes, t);
    },
    change: {
      icon: outcome => (outcome === 'failed' ? fails : ends),
      say: (what, t, outcome) =>
        outcome === 'failed'
          ? t('{0} failed', what)
          : outcome === 'cancelled'
            ? t('{0} cancelled', what)
            : t('{0} done', what),
    },
  },
  work_item_reopened: {
    line: (actor, { reason }, t) => withText(t('{0} reopened it', actor), reason, t),
    change: { say: (what, t) => t('{0} reopened', what) },
  },
  work_item_annotated: {
    line: (actor, { keys }, t) => withList(t('{0} updated notes:', actor), keys, t),
  },
  work_item_edited: {
    line: (actor, { fields }, t) => withList(t('{0} changed', actor), fields, t),
  },
  work_item_reprioritised: {
    line: (actor, { priority, from }, t) => {
      const before = typeof from === 'object' && from !== null && !Array.isArray(from) ? from.priority : undefined;
      return before === priority || typeof before !== 'number'
        ? t('{0} moved it in the queue', actor)
        : t('{0} moved it from P{1} to P{2}', actor, before, String(priority));
    },
  },
  work_item_dependency_added: {
    line: (actor, { dependsOn }, t) => withList(t('{0} made it depend on', actor), dependsOn, t),
  },
  work_item_dependency_removed: {
    line: (actor, { dependsOn }, t) => withList(t('{0} removed its dependency on', actor), dependsOn, t),
  },
} satisfies Partial<Record<OwnEventType, EventTexts>>;
