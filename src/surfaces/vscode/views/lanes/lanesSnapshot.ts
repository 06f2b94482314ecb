export interface LanePartSnapshot {
  readonly label: string;
  readonly description: string;
  /** Whether there is a tick in its box, for rows with one. */
  readonly ticked?: boolean;
  /** What is below it, for rows that unfold. */
  readonly parts?: readonly LanePartSnapshot[];
}

interface LaneRowSnapshot {
  readonly ref: string;
  /** The lane's name. */
  readonly lane: string;
  readonly label: string;
  readonly description: string;
  /** What pointing at it tells, as Markdown. */
  readonly tooltip: string;
  /** For when clauses of menus. */
  readonly context: string;
  /** What is below it, as far as it was read. */
  readonly parts: readonly LanePartSnapshot[];
}

/** What the Lanes view shows, as text. */
export interface LanesSnapshot {
  readonly message: string | undefined;
  readonly rows: readonly LaneRowSnapshot[];
  /** Those that are over, the last first. */
  readonly ended: readonly LaneRowSnapshot[];
}
