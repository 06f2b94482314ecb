import { type AgentSign, findAgentSign } from '../../domain/actor/agentSign.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { verbatim } from '../../messages/message.js';
import type { Session } from './session.js';

/** Returns the sign by which the caller counts as an agent; undefined for a person. */
export function agentSignOf({ host, printer }: Pick<Session, 'host' | 'printer'>): AgentSign | undefined {
  return findAgentSign({ environment: host.environment, attended: isAttended({ host, printer }) });
}

export function isAttended({ host, printer }: Pick<Session, 'host' | 'printer'>): boolean {
  return host.stdin.isTerminal || printer.stderr.isTerminal;
}

/** An act reserved for people, of a command that is not an operation. */
export interface PersonalAct {
  readonly name: string;
  /** Target of the change, as shown to a person. */
  readonly about: string;
  /** Reason for the refusal, as a sentence. */
  readonly reason: string;
  /** Alternatives for agents, as sentences. */
  readonly otherwise?: string;
}

const ways: Readonly<Record<AgentSign, string>> = {
  marks: 'Ask a person to run it in a terminal.',
  role: 'Ask a person to run it in a terminal.',
  lane: 'This shell counts as an agent because STATEROOM_LANE is set. Run it in a terminal without that.',
  noTerminal: 'This shell counts as an agent because it is not a terminal. Run it in a terminal.',
};

/** Refuses agents and records the attempt; undefined for a person. */
export async function refuseAgent(session: Session, act: PersonalAct): Promise<Refusal | undefined> {
  const sign = agentSignOf(session);
  if (sign === undefined) return undefined;
  const hint = [ways[sign], act.otherwise].filter(each => each !== undefined).join(' ');
  const refusal = refuse('not_allowed', verbatim(act.reason), { hint: verbatim(hint) });
  const { recordRefusedAct } = await import('../../operations/recordRefusedAct.js');
  const { withContext } = await import('./withContext.js');
  const recorded = await withContext(session, false, context =>
    recordRefusedAct(act, context, refusal, { about: act.about }),
  );
  // Refused even if it cannot be recorded, as outside a repository.
  if (isRefusal(recorded)) session.printer.log.debug('The attempt was not recorded.');
  return refusal;
}
