/** Bytes of the context for a new session. */
export const contextBudgets = { byDefault: 4000, least: 1500, most: 64_000 } as const;

/**
 * Handling of a context over budget: `warn` returns all of it with a warning of its size, `summary` shortens it, `fail` refuses and
 * suggests a smaller request.
 */
export const contextPolicies = ['warn', 'summary', 'fail'] as const;
export type ContextPolicy = (typeof contextPolicies)[number];
