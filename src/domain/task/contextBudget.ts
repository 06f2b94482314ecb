/** Default size in bytes of the context for a new session. */
export const contextBudgets = { byDefault: 4000, least: 1500, most: 64_000 } as const;

/**
 * What is done with more than fits into the budget: `warn` tells all of it and says how much that is, `summary` shortens it,
 * `fail` refuses and names what to ask for instead.
 */
export const contextPolicies = ['warn', 'summary', 'fail'] as const;
export type ContextPolicy = (typeof contextPolicies)[number];
