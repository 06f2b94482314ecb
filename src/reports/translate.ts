/** Inserts values for `{0}`, `{1}`; surfaces in other languages provide their own. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

export const english: Translate = (message, ...values) =>
  message.replace(/\{(\d)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
