import { attemptEnds } from '../../domain/attempt/attemptRow.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import type { Translate } from '../../reports/translate.js';
import { inLanguage } from '../inLanguage.js';
import { asks, ends, fails, plain } from './changeIcons.js';
import { withText, word } from './eventParts.js';
import type { EventTexts, Payload } from './eventTexts.js';

/** Events of agents that Stateroom starts. Each payload names the lane and the agent. */
export const sessionEvents = {
  agent_requested: {
    line: (actor, payload, t) => t('{0} asked for {1} in {2}', actor, agent(payload, t), lane(payload, t)),
  },
  agent_started: {
    line: (_actor, payload, t) => t('{0} started in {1}', agent(payload, t), lane(payload, t)),
  },
  agent_told: {
    line: (actor, payload, t) =>
      withText(t('{0} wrote to {1} in {2}', actor, agent(payload, t), lane(payload, t)), payload.text, t),
  },
  agent_stop_asked: {
    line: (actor, payload, t) => t('{0} asked {1} in {2} to stop', actor, agent(payload, t), lane(payload, t)),
  },
  agent_ended: {
    line: (_actor, payload, t) =>
      withText(t('{0} in {1} ended: {2}', agent(payload, t), lane(payload, t), endWord(payload, t)), payload.why, t),
    change: {
      icon: outcome => (outcome === 'done' ? ends : outcome === 'failed' || outcome === 'crashed' ? fails : plain),
      say: (what, t) => t('Agent ended in {0}', what),
    },
  },
  agent_permission_asked: {
    line: (_actor, payload, t) =>
      withText(t('{0} in {1} asks for permission', agent(payload, t), lane(payload, t)), payload.title, t),
    change: { icon: asks, say: (what, t) => t('Permission asked in {0}', what) },
  },
  agent_silent: {
    line: (_actor, payload, t) => t('{0} in {1} is silent', agent(payload, t), lane(payload, t)),
  },
  agent_step_restored: {
    line: (actor, payload, t) =>
      t('{0} restored step {1} of {2} in {3}', actor, Number(payload.step), agent(payload, t), lane(payload, t)),
  },
  agent_permission_answered: {
    line: (actor, payload, t) => {
      const [who, where] = [agent(payload, t), lane(payload, t)];
      const line =
        payload.answer === 'refused'
          ? t('{0} refused a permission to {1} in {2}', actor, who, where)
          : payload.answer === 'expired'
            ? t('A permission for {0} in {1} expired', who, where)
            : t('{0} gave {1} in {2} a permission', actor, who, where);
      return withText(line, payload.title, t);
    },
  },
  control_started: {
    line: (actor, _payload, t) => t('{0} switched control on', actor),
    change: { icon: plain, say: (_, t) => t('Control was switched on') },
  },
  control_stop_asked: {
    line: (actor, { stop }, t) =>
      stop === 'now'
        ? t('{0} switched control off and stopped its agents', actor)
        : t('{0} switched control off; what runs goes on to its end', actor),
  },
  control_ended: {
    line: (_actor, _payload, t) => t('Control has ended'),
    change: { icon: ends, say: (_, t) => t('Control has ended') },
  },
  control_start_failed: {
    line: (_actor, payload, t) => withText(t('{0} could not be started', agent(payload, t)), payload.why, t),
    change: { icon: fails, say: (what, t) => t('No agent could be started for {0}', what) },
  },
} satisfies Partial<Record<OwnEventType, EventTexts>>;

function agent(payload: Payload, t: Translate): string {
  return word(payload.agent, t);
}

function lane(payload: Payload, t: Translate): string {
  return word(payload.name ?? payload.lane, t);
}

function endWord({ endReason }: Payload, t: Translate): string {
  const known = typeof endReason === 'string' && Object.hasOwn(attemptEnds, endReason);
  return known ? inLanguage(t, attemptEnds[endReason as keyof typeof attemptEnds]) : word(endReason, t);
}
