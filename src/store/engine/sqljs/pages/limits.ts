/** Limits of a store, checked before memory is allocated: its files may be planted, with matching checksums. Pages of a database. */
export const maxPages = 1 << 22;
/** Bytes of a base. With the maximum of segments it has about 1,000. */
export const maxBaseBytes = 1 << 16;
/** Segments of a base, as read. Checkpoints write fewer, and earlier versions may have written more. */
export const maxSegmentsRead = 16;
/** Bytes of a log, as read. */
export const maxLogBytes = 1 << 28;
/** Bytes of a log after which the next commit begins a new one. */
export const newLogBytes = 1 << 26;
/**
 * Bytes of one transaction in the log: 16 MB that a caller brings, with the ids, times and events that are added to them, and with
 * pages that change in several places.
 */
export const maxTransactionBytes = 48 * 1024 * 1024;
