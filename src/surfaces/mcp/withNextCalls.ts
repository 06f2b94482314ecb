import { commandsOf, type FoundStep, withSteps } from '../../operations/nextSteps.js';

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
  return [`${tool} ${JSON.stringify(action === '' ? input : { action, ...input })}`];
}
