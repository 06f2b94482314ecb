/** A call of a tool that failed, once for an agent and an error. */
export interface ToolFailure {
  readonly actor: string | null;
  /** Name of the lane that the agent was in. */
  readonly lane: string | null;
  readonly tool: string;
  readonly command: string | null;
  readonly error: string;
  /** How often without a pause. */
  readonly count: number;
  /** ms UTC. */
  readonly last_at: number;
}

/** How long a failure is shown, in ms. */
export const failureMemoryMs = 7 * 86_400_000;
/** How often a failure is written down; from then on only once in `rareFailureMs`. */
export const maxFailureEvents = 50;
export const rareFailureMs = 3_600_000;
/** Without the failure for so long, its count begins again: what is solved is no sign of an agent that is stuck. */
const pauseMs = 3_600_000;
/** The same for one that is written down rarely. Not more than this is to be read of the past. */
export const longPauseMs = pauseMs + rareFailureMs;

/** How often a failure happened in a row, before one at `now`. */
export function countInRow({ count, last_at }: Pick<ToolFailure, 'count' | 'last_at'>, now: number): number {
  return now - last_at > (count >= maxFailureEvents ? longPauseMs : pauseMs) ? 0 : count;
}

/** After so many of the same failure a person is asked to look, while the last one is younger than `stuckMs`. */
export const stuckFailures = 10;
export const stuckMs = 30 * 60_000;

/** What makes two failures of an agent the same: tool, command and error without numbers, ids and temporary folders, and the lane. */
export function failureKey(tool: string, command: string | undefined, error: string, lane?: string): string {
  return [tool, command ?? '', error, ...(lane === undefined ? [] : [lane])]
    .map(text =>
      text
        .replace(/\/tmp\/[^\s/:"']+/g, '/tmp/#')
        .replace(/\b(?:0x)?(?=[0-9a-f-]*\d)[0-9a-f-]{8,}\b/gi, '#')
        .replace(/\d+(?:[.,]\d+)*/g, '#')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join('\n');
}
