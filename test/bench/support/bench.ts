import type { WorkerOrder } from '../worker/engine.js';

/** How much is run: `full` for figures, `smoke` to prove that every benchmark still runs. */
export interface Sizes {
  /** Runs per engine; each on a fresh copy of the seed. */
  readonly runs: number;
  readonly small: number;
  readonly middle: number;
  readonly large: number;
  /** Claims that each process makes before those that are measured. */
  readonly warmUp: number;
  /** Claims of one process alone. */
  readonly claims: number;
  /** Claims of all processes together when several compete. */
  readonly claimsTogether: number;
  /** Of processes that have run for a while: claims of each before those that are measured, and those. */
  readonly longWarmUp: number;
  readonly longClaims: number;
  /** The same on a disk with slow fsync. */
  readonly slowClaimsTogether: number;
  /** Claims after which a process has the memory that is measured. */
  readonly claimsOfServer: number;
  /** Events of a store that has had years of use. */
  readonly manyEvents: number;
  /** How often a process applies commits of another, some at a time; and before that, to be warm. */
  readonly applied: number;
  /** Commits since the last checkpoint, which opening has to read. */
  readonly waiting: number;
  readonly queries: number;
  /** Items imported from one file. */
  readonly imported: number;
  /** Findings that are looked for after edits. */
  readonly located: number;
  /** Open findings of a task that a gate judges. */
  readonly gated: number;
  /** Lanes that are open at once, and files that each of them changes. */
  readonly lanes: number;
  readonly changedFiles: number;
  /** Workers in as many lanes. */
  readonly workers: number;
  /** Files of a repository in which lanes are opened. */
  readonly tracked: number;
  /** Documents of a repository in which a run is started. */
  readonly documents: number;
  /** Whole processes started per figure. */
  readonly starts: number;
  /** Changes by another process that the editor has to show. */
  readonly changes: number;
  /** How long a window is left alone, ms. */
  readonly idleMs: number;
  /** How long the timeline is on which the dashboard is opened. */
  readonly events: number;
  /** How many events the week of a retrospective has. */
  readonly weekEvents: number;
  /** How long changes are made one after the other while dashboard.md is kept, in each of four turns, ms. */
  readonly dashboardMs: number;
  /** Changes that the dashboard's page is told of, one a second for an hour. */
  readonly states: number;
}

export const sizes: Readonly<Record<'full' | 'smoke', Sizes>> = {
  full: {
    runs: 5,
    small: 1000,
    middle: 10_000,
    large: 100_000,
    warmUp: 20,
    claims: 500,
    claimsTogether: 400,
    longWarmUp: 100,
    longClaims: 600,
    slowClaimsTogether: 400,
    claimsOfServer: 1000,
    manyEvents: 1_000_000,
    applied: 200,
    waiting: 1000,
    queries: 400,
    imported: 10_000,
    located: 2000,
    gated: 1000,
    lanes: 20,
    changedFiles: 500,
    workers: 50,
    tracked: 20_000,
    documents: 2000,
    starts: 11,
    changes: 12,
    idleMs: 60_000,
    events: 100_000,
    weekEvents: 50_000,
    dashboardMs: 6000,
    states: 3600,
  },
  smoke: {
    runs: 1,
    small: 60,
    middle: 120,
    large: 200,
    warmUp: 1,
    claims: 5,
    claimsTogether: 16,
    longWarmUp: 2,
    longClaims: 4,
    slowClaimsTogether: 16,
    claimsOfServer: 10,
    manyEvents: 400,
    applied: 2,
    waiting: 20,
    queries: 3,
    imported: 20,
    located: 20,
    gated: 20,
    lanes: 3,
    changedFiles: 10,
    workers: 3,
    tracked: 200,
    documents: 20,
    starts: 1,
    changes: 1,
    idleMs: 2000,
    events: 240,
    weekEvents: 100,
    dashboardMs: 200,
    states: 20,
  },
};

/** What every benchmark gets. */
export interface Bench {
  readonly sizes: Sizes;
  /** Where seeds and copies go; on the disk of the checkout, removed at the end. */
  readonly folder: string;
  readonly root: string;
  readonly wasmFile: string;
  readonly reference: Reference;
  /** The bundled worker. */
  readonly worker: string;
  /** The Node that both engines' workers run under. */
  readonly node: string;
  /** Version of `node`. */
  readonly nodeVersion: string;
  /** The machine's own Node, under which people run the command line. */
  readonly userNode: string;
  /** The command line, transpiled file by file; empty when it is not measured. */
  readonly calls: string;
  readonly editor: {
    /** The program that drives it. */
    readonly program: string;
    /** What runs in its extension host, without its ending. */
    readonly hostScript: string;
    /** The same for the window that no one looks at. */
    readonly idleScript: string;
    /** Why it cannot be started here; empty when it can. */
    readonly missing: string;
  };
  say(text: string): void;
}

export interface Reference {
  readonly engine: 'better-sqlite3' | 'node:sqlite';
  readonly module: string;
  readonly note: string;
}

export type EngineName = Exclude<WorkerOrder['engine'], 'byHand'>;

/** Both engines, the other one first in every second run: whoever comes second finds a warmer machine. */
export function inTurn(run: number): readonly EngineName[] {
  return run % 2 === 0 ? ['ours', 'reference'] : ['reference', 'ours'];
}
