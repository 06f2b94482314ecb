/** What main.ts tells this program, as JSON in its first argument. */
export interface EditorOrder {
  /** A store to look at. */
  readonly store: string;
  /** The checkout, whose built extension the editor runs. */
  readonly extension: string;
  /** The bundled host script, without its ending. */
  readonly hostScript: string;
  readonly folder: string;
  readonly windows: number;
  readonly changes: number;
  /** How many findings the Findings view is measured with. */
  readonly findings: number;
  /** Where the figures go. */
  readonly answer: string;
}

export interface EditorFigures {
  readonly activationMs: readonly number[];
  readonly treeMs: readonly number[];
  readonly rows: number;
  readonly findingsMs: readonly number[];
  readonly findings: number;
  /** From the other process' acknowledgement to the row on the screen, ms. */
  readonly changeMs: readonly number[];
}

/** What one window of the editor found, in ms. */
export interface HostFigures {
  /** `activate` alone. */
  readonly activationMs: number;
  /** Reading the store and building every row of the Queue view, each time anew. */
  readonly treeMs: readonly number[];
  readonly rows: number;
  /** Reading the store and building every row of the Findings view, each time anew. */
  readonly findingsMs: readonly number[];
  readonly findings: number;
}
