/** The state of a plan. That it was edited after acceptance is computed from its text. */
export const planStatuses = ['registered', 'analysed', 'accepted', 'done'] as const;
