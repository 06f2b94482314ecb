/** Replaces a secret in stored text. In line comparison it matches any text; a fully redacted line matches nothing. */
export const redactionMark = '[redacted]';
