import { type AgentSign, findAgentSign } from '../../domain/actor/agentSign.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { verbatim } from '../../messages/message.js';
import type { Session } from './session.js';

/** What makes an agent of the caller of this run; undefined for a person. */
export function agentSignOf({ host, printer }: Pick<Session, 'host' | 'printer'>): AgentSign | undefined {
  return findAgentSign({ environment: host.environment, attended: isAttended({ host, printer }) });
}

/** Whether a person can be at the other end. */
export function isAttended({ host, printer }: Pick<Session, 'host' | 'printer'>): boolean {
  return host.stdin.isTerminal || printer.stderr.isTerminal;
}

/** What only a person may do, of a command that is no operation. */
export interface PersonalAct {
  /** As the timeline names it: `install`. */
  readonly name: string;
  /** What would be changed, as a person names it. */
  readonly about: string;
  /** Why it is refused, in a sentence. */
  readonly reason: string;
  /** What is open to agents, or does without it, in sentences. */
  readonly otherwise?: string;
}

const ways: Readonly<Record<AgentSign, string>> = {
  marks: 'Ask a person to run it in a terminal.',
  role: 'Ask a person to run it in a terminal.',
  lane: 'This shell counts as an agent because STATEROOM_LANE is set. Run it in a terminal without that.',
  noTerminal: 'This shell counts as an agent because it is not a terminal. Run it in a terminal.',
};

/** Refuses agents, and puts on record what they tried; undefined for a person. */
export async function refuseAgent(session: Session, act: PersonalAct): Promise<Refusal | undefined> {
  const sign = agentSignOf(session);
  if (sign === undefined) return undefined;
  const hint = [ways[sign], act.otherwise].filter(each => each !== undefined).join(' ');
  const refusal = refuse('not_allowed', verbatim(act.reason), { hint: verbatim(hint) });
  const { recordAttempt } = await import('../../operations/recordAttempt.js');
  const { withContext } = await import('./withContext.js');
  const recorded = await withContext(session, false, context =>
    recordAttempt(act, context, refusal, { about: act.about }),
  );
  // Where nothing can be put on record, as outside of a repository, it is refused all the same.
  if (isRefusal(recorded)) session.printer.log.debug('The attempt was not recorded.');
  return refusal;
}
