/** Rules per severity. Their display is in `src/present/severity.ts`. */
interface SeverityFacts {
  /** With `ifConfigured` only if `gate.blockLow` is set. Every open finding blocks close-check. */
  readonly blocksReview: 'always' | 'ifConfigured';
  readonly failsReview: boolean;
  readonly blocksCursor: boolean;
  /** Default priority of a work item created from it. */
  readonly priority: number;
  /** Rank of a new finding among recent changes; the smallest is listed first. */
  readonly changeRank: number;
  /** The SARIF level for export, and the min CVSS score for import. */
  readonly sarif: { readonly level: 'error' | 'warning' | 'note'; readonly minScore: number };
  /** Explanation for a language model that reviews code or a plan. */
  readonly meaning: { readonly ofCode: string; readonly ofPlan: string };
}

/** Most severe first. A new one needs a row in `src/present/severity.ts` and a migration of the store. */
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

export const defaultSeverity: FindingSeverity = 'medium';

export function factsOf(severity: FindingSeverity): SeverityFacts {
  return severityFacts[severity];
}

export function isSeverity(name: string | null | undefined): name is FindingSeverity {
  return name !== null && name !== undefined && Object.hasOwn(severityFacts, name);
}

export function severityRank(severity: FindingSeverity): number {
  return findingSeverities.indexOf(severity);
}

export function bySeverity<Value>(make: (severity: FindingSeverity) => Value): Record<FindingSeverity, Value> {
  return Object.fromEntries(findingSeverities.map(severity => [severity, make(severity)])) as Record<
    FindingSeverity,
    Value
  >;
}

export function countBySeverity(
  findings: readonly { readonly severity: FindingSeverity }[],
): Record<FindingSeverity, number> {
  return bySeverity(severity => findings.filter(finding => finding.severity === severity).length);
}

export function sumOfSeverities(counts: Readonly<Partial<Record<FindingSeverity, number>>>): number {
  return findingSeverities.reduce((sum, severity) => sum + (counts[severity] ?? 0), 0);
}

export const blockingSeverities: readonly FindingSeverity[] = findingSeverities.filter(
  severity => factsOf(severity).blocksReview === 'always',
);

/** Severities that stop the plan cursor, as text: `high`. */
export const cursorSeverities = findingSeverities.filter(severity => factsOf(severity).blocksCursor).join(' or ');
