/** Writes an ISO time as the reader of a surface does, in their zone. */
export type WriteTime = (iso: string) => string;
