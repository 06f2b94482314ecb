import * as z from 'zod';

/** Times after which a started agent is shown as silent, and ended as stalled; ms. */
export interface SilenceLimits {
  /** Without a message or tool call. */
  readonly silentMs: number;
  readonly stalledMs: number;
  /** Without its first message or tool call. */
  readonly neverMs: number;
  /** Without a message, a file, a commit, or a tool call that changes something; also for a silent tool call. */
  readonly idleMs: number;
}

const minute = 60_000;

export const usualSilence: SilenceLimits = {
  silentMs: 5 * minute,
  stalledMs: 30 * minute,
  neverMs: 10 * minute,
  idleMs: 60 * minute,
};

const minutes = z.number().min(0.01).max(1440);

/** Limits of an agent of a person's own. */
export const ownSilenceSchema = z.strictObject({
  silentMinutes: minutes
    .optional()
    .describe('Minutes without a message or tool call after which it is shown as silent.'),
  stalledMinutes: minutes.optional().describe('Minutes without a message or tool call after which it is ended.'),
});

export function silenceOf({
  silentMinutes,
  stalledMinutes,
}: z.output<typeof ownSilenceSchema>): Partial<SilenceLimits> {
  const stalledMs = stalledMinutes === undefined ? undefined : stalledMinutes * minute;
  return {
    ...(silentMinutes === undefined ? {} : { silentMs: silentMinutes * minute }),
    ...(stalledMs === undefined
      ? {}
      : { stalledMs, neverMs: stalledMs, idleMs: Math.max(stalledMs, usualSilence.idleMs) }),
  };
}
