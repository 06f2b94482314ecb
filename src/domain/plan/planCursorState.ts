/** The state of work on one item of a plan. */
export const planCursorStates = ['dispatched', 'completed', 'skipped', 'escalated', 'expired'] as const;
export type PlanCursorState = (typeof planCursorStates)[number];
