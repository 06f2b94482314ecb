/** Puts values in place of `{0}`, `{1}`; a surface that speaks other languages gives its own. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

/** English as it is in the code. */
export const english: Translate = (message, ...values) =>
  message.replace(/\{(\d)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
