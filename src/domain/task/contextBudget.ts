/** Bytes of the context for a new session. */
export const contextBudgets = { byDefault: 4000, least: 1500, most: 64_000 } as const;

/** For a context over budget: all of it with its size, shortened, or refused with a suggestion. */
export const contextPolicies = ['warn', 'summary', 'fail'] as const;
export type ContextPolicy = (typeof contextPolicies)[number];
