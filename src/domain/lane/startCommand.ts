import { agents } from '../agent/agents.js';
import { quoteWord } from './laneKit.js';

/**
 * Builds the command that starts an agent with a model: `codex --model gpt-5.2`. `agent` is a harness (`claude-code`), an alias of it, or
 * another program, which is started without the model, because its options are unknown. Undefined without an agent.
 */
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
