import type { EvidenceGrade } from '../evidence/evidenceGrade.js';

/**
 * How far a review can be trusted, weakest first, as for evidence: in a file that an agent imported, in one that a person
 * imported, recorded here.
 */
export const reviewGrades = ['said', 'reported', 'observed'] as const satisfies readonly EvidenceGrade[];
export type ReviewGrade = (typeof reviewGrades)[number];

/** The grades that a repository may ask for: what an agent imported never counts. */
export const minimumReviewGrades = ['reported', 'observed'] as const satisfies readonly ReviewGrade[];
