/** A call of a tool that failed, once for an agent and an error. */
export interface ToolFailure {
  readonly actor: string | null;
  /** Name of the lane that the agent was in. */
  readonly lane: string | null;
  readonly tool: string;
  readonly command: string | null;
  readonly error: string;
  /** How often. */
  readonly count: number;
  /** ms UTC. */
  readonly last_at: number;
}

/** How long a failure counts as the same one again, in ms. */
export const failureMemoryMs = 7 * 86_400_000;
/** How often a failure is written down; from then on only once in `rareFailureMs`. */
export const maxFailureEvents = 50;
export const rareFailureMs = 3_600_000;

/** After so many of the same failure a person is asked to look, while the last one is younger than `stuckMs`. */
export const stuckFailures = 10;
export const stuckMs = 30 * 60_000;

/** What makes two failures the same: tool, command and error without numbers, ids and temporary folders. */
export function failureKey(tool: string, command: string | undefined, error: string): string {
  return [tool, command ?? '', error]
    .map(text =>
      text
        .replace(/\/tmp\/[^\s/:"']+/g, '/tmp/#')
        .replace(/\b(?:0x)?(?=[0-9a-f-]*\d)[0-9a-f-]{8,}\b/gi, '#')
        .replace(/\d+/g, '#')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join('\n');
}
