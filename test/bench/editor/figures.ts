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
  /** How many lanes the Lanes view is measured with. */
  readonly lanes: number;
  /** A larger store, of a window that no one looks at. */
  readonly idleStore: string;
  /** The bundled host script of that window, without its ending. */
  readonly idleScript: string;
  /** How long no one looks, ms. */
  readonly idleMs: number;
  /** A store with a long timeline, on which the dashboard is opened. */
  readonly dashboardStore: string;
  /** How many states the dashboard's page gets before it is weighed again. */
  readonly states: number;
  /** Where the figures go. */
  readonly answer: string;
}

/** Figures, or why there are none; one part that fails leaves the others their own. */
export type Attempt<Figures> = { readonly figures: Figures } | { readonly failure: string };

export async function attempt<Figures>(work: () => Figures | Promise<Figures>): Promise<Attempt<Figures>> {
  try {
    return { figures: await work() };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws when there are none */
export function figuresOf<Figures>(attempted: Attempt<Figures>): Figures {
  if ('failure' in attempted) throw new Error(attempted.failure);
  return attempted.figures;
}

/** Reading the store and building every row of a view, each time again. */
export interface TreeFigures {
  readonly ms: readonly number[];
  readonly rows: number;
}

export interface EditorFigures {
  /** Of each window, ms. */
  readonly activationMs: Attempt<readonly number[]>;
  readonly firstView: Attempt<TreeFigures>;
  readonly queue: Attempt<TreeFigures>;
  readonly lanes: Attempt<TreeFigures>;
  readonly findings: Attempt<TreeFigures>;
  /** From the other process' acknowledgement to the row on the screen, ms. */
  readonly changeMs: Attempt<readonly number[]>;
  /** Of each opening of the dashboard. */
  readonly dashboard: Attempt<readonly PaintFigures[]>;
  readonly pageMemory: Attempt<PageMemory>;
  /** With Stateroom and without it. */
  readonly idle: Attempt<{ readonly ours: IdleFigures; readonly bare: IdleFigures }>;
}

/** From the begin of the page's frame until it is painted, ms. */
export interface PaintFigures {
  /** The first row of the report: what a person looks for. */
  readonly first: number;
  /** The last of the charts. */
  readonly charts: number;
  /** The first row of the timeline, on the page of a work item. */
  readonly record: number;
}

/** Bytes that the scripts of the dashboard's page hold, after a collection. */
export interface PageMemory {
  readonly states: number;
  /** From the message of each of them until it is painted, ms. */
  readonly stateMs: readonly number[];
  readonly before: number;
  readonly after: number;
}

/** What an extension host uses while no view of Stateroom is to be seen. */
export interface IdleFigures {
  /** Of all threads, over the whole time, ms. */
  readonly cpuMs: number;
  /** Reachable, on V8's heap and beside it. */
  readonly heapBytes: number;
  /** Begun by Stateroom's code in that time. */
  readonly timers: number;
  readonly processes: number;
  /** In the Queue view, when it was last seen. */
  readonly rows: number;
}

/** What one window of the editor found. */
export interface HostFigures {
  /** `activate` alone, ms. */
  readonly activationMs: number;
  /** `activate`, and from the moment at which the Queue view is opened until its rows are there. */
  readonly firstView: TreeFigures;
  readonly queue: Attempt<TreeFigures>;
  readonly lanes: Attempt<TreeFigures>;
  readonly findings: Attempt<TreeFigures>;
}
