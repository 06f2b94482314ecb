export interface ToolFailure {
  readonly actor: string | null;
  readonly lane: string | null;
  readonly tool: string;
  readonly command: string | null;
  readonly error: string;
  /** Consecutive failures without a pause. */
  readonly count: number;
  /** ms UTC. */
  readonly last_at: number;
}

/** Retention of a failure, in ms. */
export const failureMemoryMs = 7 * 86_400_000;
/** Failures recorded individually; later ones only once per `rareFailureMs`. */
export const maxFailureEvents = 50;
export const rareFailureMs = 3_600_000;
/** Pause after which the count restarts: a solved problem does not mean that the agent is stuck. */
const pauseMs = 3_600_000;
/** Pause for rarely recorded failures; also the max age of events to read. */
export const longPauseMs = pauseMs + rareFailureMs;

export function countInRow({ count, last_at }: Pick<ToolFailure, 'count' | 'last_at'>, now: number): number {
  return now - last_at > (count >= maxFailureEvents ? longPauseMs : pauseMs) ? 0 : count;
}

/** Consecutive failures after which a person is asked to look, while the last one is younger than `stuckMs`. */
export const stuckFailures = 10;
export const stuckMs = 30 * 60_000;

/** Tool, command, lane, and error without numbers, ids and temporary folders. */
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
