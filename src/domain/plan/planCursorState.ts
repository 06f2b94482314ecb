/** Where work on one item of a plan stands. */
export const planCursorStates = ['dispatched', 'completed', 'skipped', 'escalated', 'expired'] as const;
export type PlanCursorState = (typeof planCursorStates)[number];
