import type { AgentTools, AgentToolsOptions } from './agentTools.js';

/** Makes the tools that a language model in the editor calls; their code is read with the first call. */
export async function loadAgentTools(options: AgentToolsOptions): Promise<AgentTools> {
  const { openAgentTools } = await import('./agentTools.js');
  return openAgentTools(options);
}
