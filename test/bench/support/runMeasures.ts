import { type Measure, NotHere, type Row } from './measure.js';

export interface Rows {
  readonly rows: readonly Row[];
  /** What failed, and why: `takeover: The worker ended.` */
  readonly failures: readonly string[];
}

/** Longest reason in a row, characters. */
const longestReason = 200;

/**
 * Runs measure after measure. One that fails gets a row that says why, and the others go on: what an hour has measured is
 * not lost to what its last minute could not.
 *
 * @param asShown a reason without the paths of this machine
 */
export async function runMeasures(
  measures: readonly Measure[],
  asShown: (reason: string) => string = reason => reason,
): Promise<Rows> {
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const { measure, bound, goal, run } of measures) {
    try {
      rows.push({ measure, bound, goal, ...(await run()) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const [line = ''] = asShown(message).split('\n');
      const reason = line.length > longestReason ? `${line.slice(0, longestReason - 1)}…` : line;
      rows.push({ measure, bound, goal, measured: '–', verdict: 'not measured', detail: reason });
      if (!(error instanceof NotHere)) failures.push(`${measure}: ${reason}`);
    }
  }
  return { rows, failures };
}
