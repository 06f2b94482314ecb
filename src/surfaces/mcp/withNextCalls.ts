import type { Refusal } from '../../domain/refusal/refusal.js';
import { message, verbatim } from '../../messages/message.js';

/** A refusal whose hint ends with the calls that go on from here; what is a person's to do is left out. */
export async function withNextCalls({ next = [], ...refusal }: Refusal): Promise<Refusal> {
  if (next.length === 0) return refusal;
  const { findOperation } = await import('../../operations/catalogue.js');
  const calls = next.flatMap(({ operation, input }) => {
    const found = findOperation(operation);
    if (found === undefined || found.mcp === null || !found.roles.includes('agent')) return [];
    const { tool, action } = found.mcp;
    return [`${tool} ${JSON.stringify(action === '' ? input : { action, ...input })}`];
  });
  if (calls.length === 0) return refusal;
  const call = verbatim(`Call ${calls.join(' or ')}.`);
  const { hint } = refusal;
  return { ...refusal, hint: hint === undefined ? call : message('input.both', { one: hint, other: call }) };
}
