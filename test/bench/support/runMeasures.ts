import { type Measure, NotHere, type Row } from './measure.js';
import { median } from './statistics.js';

export interface Rows {
  readonly rows: readonly Row[];
  /** What failed, and why: `takeover: The worker ended.` */
  readonly failures: readonly string[];
}

/** Longest reason in a row, characters. */
const maxReasonLength = 200;

/** What takes less was measured together with a row before it, ms. */
const sharedMs = 1000;

interface Surroundings {
  /** A reason without the paths of this machine. */
  readonly asShown?: (reason: string) => string;
  /** How long Node takes to start right now, ms, some times over. */
  readonly startNode?: () => Promise<readonly number[]>;
}

/**
 * Runs measure after measure. One that fails gets a row that says why, and the others continue: what an hour has measured is
 * not lost to what its last minute could not.
 */
export async function runMeasures(measures: readonly Measure[], surroundings: Surroundings = {}): Promise<Rows> {
  const { asShown = reason => reason, startNode = async () => [] } = surroundings;
  const rows: Row[] = [];
  const failures: string[] = [];
  let before = await startNode();
  let nodeStartMs: number | undefined;
  for (const { measure, bound, goal, run } of measures) {
    try {
      const started = performance.now();
      const result = await run();
      if (performance.now() - started > sharedMs || nodeStartMs === undefined) {
        const after = await startNode();
        const starts = [...before, ...after];
        if (starts.length > 0) nodeStartMs = median(starts);
        before = after;
      }
      rows.push({ measure, bound, goal, ...result, ...(nodeStartMs === undefined ? {} : { nodeStartMs }) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const [line = ''] = asShown(message).split('\n');
      const reason = line.length > maxReasonLength ? `${line.slice(0, maxReasonLength - 1)}…` : line;
      rows.push({ measure, bound, goal, measured: '–', verdict: 'not measured', detail: reason });
      if (!(error instanceof NotHere)) failures.push(`${measure}: ${reason}`);
    }
  }
  return { rows, failures };
}

/** What a row has to be and is not; a goal that is missed within the bound is none of it: `activate(): 61 ms, not ≤ 50 ms`. */
export function missedBounds(rows: readonly Row[]): readonly string[] {
  return rows
    .filter(({ bound, verdict }) => bound !== '' && verdict === 'missed')
    .map(({ measure, measured, bound }) => `${measure}: ${measured}, not ${bound}`);
}
