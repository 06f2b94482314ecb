/** Default context size from which a harness should compact: estimated tokens, or characters if those are unknown. */
export const compactionThresholds = { tokens: 75_000, characters: 300_000 } as const;
