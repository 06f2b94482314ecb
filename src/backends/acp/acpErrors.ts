import { RequestError } from '@agentclientprotocol/sdk';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { type Message, message, verbatim } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import { cut, fieldsOf } from './readUpdate.js';

/** Codes of the protocol: authentication required, unsupported protocol version. */
const signInNeeded = -32000;
const otherVersion = -32022;

/** Words of the agent for a sentence: one line, cut, without secrets and without its full stop. */
export function quoted(text: string): string {
  return cut(redact(text).replace(/\s+/g, ' ').trim(), 300).replace(/\.$/, '');
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof RequestError)) return quoted(error instanceof Error ? error.message : String(error));
  const { details, message: more } = fieldsOf(error.data);
  const detail = [details, more].find(one => typeof one === 'string' && one !== '');
  return quoted(typeof detail === 'string' && error.code === -32603 ? detail : error.message);
}

export interface SignIn {
  readonly agent: string;
  /** Names of its ways to sign in. */
  readonly methods: readonly string[];
}

/** Undefined for other errors. */
export function signInRefusal(error: unknown, { agent, methods }: SignIn): RefusalError | undefined {
  if (!(error instanceof RequestError) || error.code !== signInNeeded) return undefined;
  const hint =
    methods.length === 0
      ? message('backends.signInHintPlain')
      : message('backends.signInHint', { methods: quoted(methods.join(', ')) });
  return refusalError('not_allowed', message('backends.signIn', { agent, why: verbatim(reasonOf(error)) }), { hint });
}

/** Refuses a version of the protocol other than ours. */
export function versionRefusal(agent: string, theirs: unknown, ours: number): RefusalError {
  const isNewer = typeof theirs !== 'number' || theirs > ours;
  const hint: Message = isNewer ? message('backends.updateStateroom') : message('backends.updateAgent', { agent });
  const values = { agent, theirs: quoted(String(theirs)), ours: String(ours) };
  return refusalError('invalid_input', message('backends.otherProtocol', values), { hint });
}

export function initializeRefusal(error: unknown, agent: string, ours: number): RefusalError {
  const signIn = signInRefusal(error, { agent, methods: [] });
  if (signIn !== undefined) return signIn;
  if (error instanceof RequestError && error.code === otherVersion) {
    const { supported } = fieldsOf(error.data);
    return versionRefusal(agent, Array.isArray(supported) ? Math.max(...supported.map(Number)) : 'another', ours);
  }
  return notAcp(agent, message('backends.answered', { step: 'initialize', text: reasonOf(error) }));
}

export function notAcp(agent: string, why: Message): RefusalError {
  return refusalError('invalid_input', message('backends.notAcp', { agent, why }), { hint: 'backends.notAcpHint' });
}
