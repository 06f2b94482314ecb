/** Bytes of the context for a new session. */
export const contextBudgets = { byDefault: 4000, least: 1500, most: 64_000 } as const;

/** For a context over budget: `warn` returns all of it with its size, `summary` shortens it, `fail` refuses with a suggestion. */
export const contextPolicies = ['warn', 'summary', 'fail'] as const;
export type ContextPolicy = (typeof contextPolicies)[number];
