import type { Refusal } from '../../domain/refusal/refusal.js';
import { message, verbatim } from '../../messages/message.js';
import { commandLineOf, commandWith } from '../../operations/commandLine.js';

/** A refusal whose hint ends with the commands that go on from here. */
export async function withNextCommands({ next = [], ...refusal }: Refusal): Promise<Refusal> {
  if (next.length === 0) return refusal;
  const { findOperation } = await import('../../operations/catalogue.js');
  const commands = next.flatMap(({ operation, input }) => {
    const found = findOperation(operation);
    return found === undefined ? [] : [`\`stateroom ${commandWith(commandLineOf(found), input)}\``];
  });
  const run = verbatim(`Run ${commands.join(' or ')}.`);
  const { hint } = refusal;
  return { ...refusal, hint: hint === undefined ? run : message('input.both', { one: hint, other: run }) };
}
