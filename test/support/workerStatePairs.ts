import type { WorkerState } from '../../src/domain/worker/workerState.js';

/** From the row to the column; written out, so that the table under test cannot vouch for itself. */
const matrix = `
            ASSIGNED WORKING CONFLICTED IN_REVIEW APPROVED COMPLETED FAILED
ASSIGNED    -        yes     -          -         -        -         yes
WORKING     -        -       yes        yes       -        -         yes
CONFLICTED  -        yes     -          yes       -        -         yes
IN_REVIEW   -        yes     -          -         yes      yes       yes
APPROVED    -        yes     -          -         -        yes       yes
COMPLETED   -        -       -          -         -        -         -
FAILED      yes      -       -          -         -        -         -`;

const [head = [], ...rows] = matrix
  .trim()
  .split('\n')
  .map(line => line.trim().split(/\s+/));

/** All states of a worker, in the order of the matrix. */
export const workerStatesWritten = head as WorkerState[];

/** All pairs of them, and whether a worker may be removed from the first to the second. */
export const workerStatePairs = rows.flatMap(([from, ...cells]) =>
  cells.map((cell, at) => [from as WorkerState, head[at] as WorkerState, cell === 'yes'] as const),
);
