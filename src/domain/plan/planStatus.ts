/** Edits after acceptance are computed from the text. */
export const planStatuses = ['registered', 'analysed', 'accepted', 'done'] as const;
