/** Context size from which a harness should compact: estimated tokens, else characters. */
export const compactionThresholds = { tokens: 75_000, characters: 300_000 } as const;
