export interface LanePartSnapshot {
  readonly label: string;
  readonly description: string;
  /** Check box state, for rows with one. */
  readonly ticked?: boolean;
  readonly parts?: readonly LanePartSnapshot[];
}

interface LaneRowSnapshot {
  readonly ref: string;
  /** The lane's name. */
  readonly lane: string;
  readonly label: string;
  readonly description: string;
  /** As Markdown. */
  readonly tooltip: string;
  /** For when clauses of menus. */
  readonly context: string;
  /** Child rows read so far. */
  readonly parts: readonly LanePartSnapshot[];
}

export interface LanesSnapshot {
  readonly message: string | undefined;
  readonly rows: readonly LaneRowSnapshot[];
  /** Latest first. */
  readonly ended: readonly LaneRowSnapshot[];
}
