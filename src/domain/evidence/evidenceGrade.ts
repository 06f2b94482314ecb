/** Trust levels of evidence, weakest first: claimed, reported from elsewhere, run by Stateroom, run by CI. */
export const evidenceGrades = ['said', 'reported', 'observed', 'ci'] as const;
export type EvidenceGrade = (typeof evidenceGrades)[number];
