/** Statuses of a plan. Edits after acceptance are computed from its text. */
export const planStatuses = ['registered', 'analysed', 'accepted', 'done'] as const;
