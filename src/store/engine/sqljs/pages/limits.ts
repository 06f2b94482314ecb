/**
 * What a store has at most. Files of it may be planted, with sums that fit: what says that it has more was not written by this
 * program, and would only take memory or time.
 */
export const maxPages = 1 << 22;
/** Of a base; one with as many segments as there may be has about 1,000. */
export const maxBaseBytes = 1 << 16;
/** Of a base; it has fewer, and may once have had more. */
export const maxSegmentsRead = 16;
export const maxLogBytes = 1 << 28;
/** Behind so much, no one appends any more: the next commit begins a new log. */
export const newLogBytes = 1 << 26;
