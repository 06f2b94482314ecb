import { commandLineOf } from '../../operations/commandLine.js';
import { commandsOf, type FoundStep, withSteps } from '../../operations/nextSteps.js';
import type { AnyOperation } from '../../operations/operation.js';

/** An answer or a refusal whose hints end with the calls that go on from here, or what a person can run where none does. */
export function withNextCalls<Value>(value: Value): Promise<Value> {
  return withSteps(value, steps => {
    const calls = steps.flatMap(callOf);
    if (calls.length > 0) return `Call ${calls.join(' or ')}.`;
    return `Ask a person to run ${commandsOf(steps)}.`;
  });
}

function callOf({ operation, input }: FoundStep): string[] {
  if (operation.mcp === null || !operation.roles.includes('agent')) return [];
  const { tool, action } = operation.mcp;
  const call = { ...(action === '' ? {} : { action }), ...input, ...missingFields(operation, input) };
  return [`${tool} ${JSON.stringify(call)}`];
}

/** What the caller has to fill in, as `commandWith` says it in a terminal. */
function missingFields(operation: AnyOperation, input: FoundStep['input']): Record<string, unknown> {
  const { positionals, flags, rest } = commandLineOf(operation);
  const isBare = Object.keys(input).length === 0;
  const missing = [...positionals, ...flags, ...(rest === undefined ? [] : [rest])].filter(
    ({ field, required, suggested }) => input[field] === undefined && (required || (isBare && suggested === true)),
  );
  return Object.fromEntries(missing.map(({ field, list }) => [field, list ? ['…'] : '…']));
}
