/** First word of the command for hooks; its exit code is never one that an agent takes for a refusal. */
export const agentHookWord = 'agent-hook';

export const agentRunWord = 'agent-run';
