import type { EvidenceGrade } from '../evidence/evidenceGrade.js';

/** Weakest first: imported by an agent, imported by a person, recorded here. */
export const reviewGrades = ['said', 'reported', 'observed'] as const satisfies readonly EvidenceGrade[];
export type ReviewGrade = (typeof reviewGrades)[number];

/** Grades that a configuration may require: imports by agents never count. */
export const minimumReviewGrades = ['reported', 'observed'] as const satisfies readonly ReviewGrade[];
