/**
 * From how much context on a harness should compact, where the repository does not say: an estimate of tokens, or characters
 * where none is known.
 */
export const compactionThresholds = { tokens: 75_000, characters: 300_000 } as const;
