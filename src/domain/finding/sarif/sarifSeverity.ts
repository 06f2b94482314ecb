import { type FindingSeverity, factsOf, findingSeverities } from '../findingSeverity.js';

const lowestSeverity = findingSeverities.at(-1) as FindingSeverity;

/** The severity of a SARIF level: the least severe of those that are written as it. What is less than all of them is the least. */
export function severityOfLevel(level: string): FindingSeverity {
  return findingSeverities.findLast(severity => factsOf(severity).sarif.level === level) ?? lowestSeverity;
}

/** The severity of a CVSS score above 0. */
export function severityOfScore(score: number): FindingSeverity {
  return findingSeverities.find(severity => score >= factsOf(severity).sarif.minScore) ?? lowestSeverity;
}
