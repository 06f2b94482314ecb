export const planCursorStates = ['dispatched', 'completed', 'skipped', 'escalated', 'expired'] as const;
export type PlanCursorState = (typeof planCursorStates)[number];
