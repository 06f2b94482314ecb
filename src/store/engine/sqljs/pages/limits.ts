/** Checked before memory is allocated: a store's files may be planted, with matching checksums. Pages of a database. */
export const maxPages = 1 << 22;
/** Bytes of a base; with the max segments it has about 1,000. */
export const maxBaseBytes = 1 << 16;
/** Segments of a base when reading; earlier versions may have written more than checkpoints do now. */
export const maxSegmentsRead = 16;
/** Bytes of a log when reading. */
export const maxLogBytes = 1 << 28;
/** Bytes of a log after which the next commit starts a new one. */
export const newLogBytes = 1 << 26;
/** Bytes of a transaction in the log: 16 MB from a caller, plus ids, times, events, and pages changed in several places. */
export const maxTransactionBytes = 48 * 1024 * 1024;
