/**
 * Replaces a part of a stored text that must not be stored, such as a password. Where lines are compared it matches any text; a
 * line that is omitted completely matches nothing.
 */
export const redactionMark = '[redacted]';
