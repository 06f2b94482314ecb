/** What differs from one severity to another. How each looks is in `src/present/severity.ts`. */
interface SeverityFacts {
  /**
   * Whether an open one keeps a task from being ready for review: always, or only where the repository's `gate.blockLow` asks
   * for it. Close-check is blocked by every open finding.
   */
  readonly blocksReview: 'always' | 'ifConfigured';
  /** Whether a review with such a finding fails. */
  readonly failsReview: boolean;
  /** Whether an open one keeps the cursor of a plan from moving on. */
  readonly blocksCursor: boolean;
  /** Priority of the work item made from one, unless another is given. */
  readonly priority: number;
  /** Rank among recent changes when one is recorded; the smallest comes first. */
  readonly changeRank: number;
  /** The SARIF level it is exported as, and the lowest CVSS score that is imported as it. */
  readonly sarif: { readonly level: 'error' | 'warning' | 'note'; readonly minScore: number };
  /** What is shown to a language model that it means, in a review of code and of a plan. */
  readonly meaning: { readonly ofCode: string; readonly ofPlan: string };
}

/**
 * The severities of findings, most severe first. A new one is a row here and one in `src/present/severity.ts`, and a step in
 * `src/store/migrations/migrations.ts` that lets the store hold it.
 */
export const severityFacts = {
  high: {
    blocksReview: 'always',
    failsReview: true,
    blocksCursor: true,
    priority: 1,
    changeRank: 3,
    sarif: { level: 'error', minScore: 7 },
    meaning: {
      ofCode: 'loses data, breaks existing behavior or opens a security hole',
      ofPlan: 'it cannot be done this way, or loses data',
    },
  },
  medium: {
    blocksReview: 'always',
    failsReview: false,
    blocksCursor: false,
    priority: 2,
    changeRank: 4,
    sarif: { level: 'warning', minScore: 4 },
    meaning: { ofCode: 'is wrong in some case', ofPlan: 'a step cannot be tested, or something is missing' },
  },
  low: {
    blocksReview: 'ifConfigured',
    failsReview: false,
    blocksCursor: false,
    priority: 3,
    changeRank: 7,
    sarif: { level: 'note', minScore: 0 },
    meaning: { ofCode: 'is worth a note', ofPlan: 'worth a note' },
  },
} as const satisfies Readonly<Record<string, SeverityFacts>>;
export type FindingSeverity = keyof typeof severityFacts;

/** Most severe first. */
export const findingSeverities = Object.keys(severityFacts) as [FindingSeverity, ...FindingSeverity[]];

/** The severity of an imported comment that names none. */
export const defaultSeverity: FindingSeverity = 'medium';

/** The facts of each severity. */
export function factsOf(severity: FindingSeverity): SeverityFacts {
  return severityFacts[severity];
}

/** True for the name of a severity. */
export function isSeverity(name: string | null | undefined): name is FindingSeverity {
  return name !== null && name !== undefined && Object.hasOwn(severityFacts, name);
}

/** Place in the order of severities; 0 is the most severe. */
export function severityRank(severity: FindingSeverity): number {
  return findingSeverities.indexOf(severity);
}

/** One value per severity, most severe first. */
export function bySeverity<Value>(make: (severity: FindingSeverity) => Value): Record<FindingSeverity, Value> {
  return Object.fromEntries(findingSeverities.map(severity => [severity, make(severity)])) as Record<
    FindingSeverity,
    Value
  >;
}

/** How many of these findings have each severity. */
export function countBySeverity(
  findings: readonly { readonly severity: FindingSeverity }[],
): Record<FindingSeverity, number> {
  return bySeverity(severity => findings.filter(finding => finding.severity === severity).length);
}

/** All counts together. */
export function sumOfSeverities(counts: Readonly<Partial<Record<FindingSeverity, number>>>): number {
  return findingSeverities.reduce((sum, severity) => sum + (counts[severity] ?? 0), 0);
}

/** Those whose open findings block review-ready without any configuration. */
export const blockingSeverities: readonly FindingSeverity[] = findingSeverities.filter(
  severity => factsOf(severity).blocksReview === 'always',
);

/** Those whose open findings keep a slice from being clean, as texts name them: `high`. */
export const cursorSeverities = findingSeverities.filter(severity => factsOf(severity).blocksCursor).join(' or ');
