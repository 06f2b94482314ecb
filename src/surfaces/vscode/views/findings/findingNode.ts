import type { Finding } from '../../../../domain/finding/finding.js';
import type { FindingRow } from '../../../../present/findingRow.js';

/** What the rows of the Findings view are below. */
export const findingGroupings = ['severity', 'file', 'run'] as const;
export type FindingGrouping = (typeof findingGroupings)[number];

/** The rows of the Findings view. A node stays the same object while what it stands for is shown. */
export type FindingsNode = FindingGroupNode | FindingNode;

export interface FindingGroupNode {
  readonly type: 'findingGroup';
  /** Unique in the view: `severity.high`, `file.src/app.ts`, `run.V-2`, `ended`. */
  readonly id: string;
  title: string;
  description: string;
  icon: string | undefined;
  color: string | undefined;
  /** Unfolded when it is shown for the first time. */
  readonly open: boolean;
  children: FindingNode[];
}

export interface FindingNode {
  readonly type: 'finding';
  /** ULID. */
  readonly id: string;
  finding: Finding;
  row: FindingRow;
  parent: FindingGroupNode;
}
