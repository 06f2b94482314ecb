import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { AgentSessionRow } from '../agentSession/agentSessionRow.js';
import { alertIn } from '../worker/logAlert.js';
import type { ProviderEnd, Try } from './controlSnapshot.js';

type Ended = Pick<AgentSessionRow, 'agent' | 'started_at' | 'ended_at' | 'end_reason' | 'why' | 'stop_by'>;

/** Trouble of an agent or its provider, by the end of a session. */
export function providerEnd({ agent, started_at, ended_at, end_reason, why }: Ended): ProviderEnd {
  const at = ended_at ?? 0;
  const isFailure = end_reason !== 'done' && end_reason !== 'blocked' && end_reason !== 'stopped';
  const limit = isFailure ? limitIn(why, at) : undefined;
  if (limit !== undefined || end_reason === 'rate-limited') {
    return { agent, at, trouble: 'limit', resetsAt: limit?.resetsAt ?? null, why };
  }
  const isSignIn = isFailure && isSignInNeeded(why ?? '');
  const isStart = started_at === null && end_reason === 'failed';
  return { agent, at, trouble: isSignIn ? 'signIn' : isStart ? 'start' : null, resetsAt: null, why };
}

/** True for the sentence `backends.signIn`, which begins with one word, the program. Other words may be an agent's about its work. */
function isSignInNeeded(why: string): boolean {
  const [, ours = ''] = say(message('backends.signIn', { agent: '', why: '|' })).match(/^(.*)\|/) ?? [];
  const start = why.indexOf(ours);
  return start > 0 && !why.slice(0, start).includes(' ');
}

/** A session's end as a try at its item. */
export function sessionTry(session: Ended, more: Pick<Try, 'evidence' | 'isAway'>): Try {
  const { trouble } = providerEnd(session);
  const { agent, why, stop_by: stoppedBy } = session;
  const end = session.end_reason ?? 'unclear';
  return { agent, endedAt: session.ended_at ?? 0, end, isOfProvider: trouble !== null, why, stoppedBy, ...more };
}

/** A limit in the words of an agent, which may follow a sentence of ours: `codex could not do its turn: …`. */
function limitIn(why: string | null, at: number): { readonly resetsAt: number | null } | undefined {
  if (why === null) return undefined;
  const starts = [0, ...[...why.matchAll(/: [\u201c"]?/g)].map(({ index, 0: colon }) => index + colon.length)];
  for (const start of starts) {
    const alert = alertIn(why.slice(start), at);
    if (alert?.kind === 'rateLimit') return alert;
  }
  return undefined;
}
