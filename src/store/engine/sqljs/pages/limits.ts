/** Limits of a store, checked before memory is allocated: its files may be planted, with matching checksums. Pages of a database. */
export const maxPages = 1 << 22;
/** Bytes of a base. With the max segments it has about 1,000. */
export const maxBaseBytes = 1 << 16;
/** Segments of a base when reading. Checkpoints write fewer, but earlier versions may have written more. */
export const maxSegmentsRead = 16;
/** Bytes of a log when reading. */
export const maxLogBytes = 1 << 28;
/** Bytes of a log after which the next commit starts a new one. */
export const newLogBytes = 1 << 26;
/**
 * Bytes of one transaction in the log: 16 MB from a caller, with the added ids, times and events, and with pages that change in several
 * places.
 */
export const maxTransactionBytes = 48 * 1024 * 1024;
