import { agents } from '../agent/agents.js';
import { quoteWord } from './laneKit.js';

/** Starts a harness or its alias as `codex --model gpt-5.2`, and other programs without the model. */
export function startCommand({
  agent,
  model,
}: {
  readonly agent: string | null;
  readonly model: string | null;
}): string | undefined {
  if (agent === null) return undefined;
  const wanted = agent.toLowerCase();
  const known = agents.find(({ harness, otherNames = [] }) => harness === wanted || otherNames.includes(wanted));
  if (known?.program === undefined) return quoteWord(agent);
  return model === null ? known.program : `${known.program} --model ${quoteWord(model)}`;
}
