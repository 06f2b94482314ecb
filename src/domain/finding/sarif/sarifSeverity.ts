import { type FindingSeverity, factsOf, findingSeverities } from '../findingSeverity.js';

const lowestSeverity = findingSeverities.at(-1) as FindingSeverity;

/** Returns the least severe severity with this SARIF level; the lowest one for any other level. */
export function severityOfLevel(level: string): FindingSeverity {
  return findingSeverities.findLast(severity => factsOf(severity).sarif.level === level) ?? lowestSeverity;
}

export function severityOfScore(score: number): FindingSeverity {
  return findingSeverities.find(severity => score >= factsOf(severity).sarif.minScore) ?? lowestSeverity;
}
