/** A position in an ordered list, opaque to callers. Includes its order, so that it is not accepted for another one. */
export type CursorValue = string | number;

export function encodeCursor(order: string, values: readonly CursorValue[]): string {
  return toBase64Url(JSON.stringify([order, ...values]));
}

/** Undefined if the cursor is not for this order with this many values. */
export function decodeCursor(order: string, count: number, cursor: string): readonly CursorValue[] | undefined {
  try {
    const parsed: unknown = JSON.parse(fromBase64Url(cursor));
    if (!Array.isArray(parsed) || parsed.length !== count + 1 || parsed[0] !== order) return undefined;
    const values: unknown[] = parsed.slice(1);
    return values.every(value => typeof value === 'string' || typeof value === 'number')
      ? (values as CursorValue[])
      : undefined;
  } catch {
    return undefined;
  }
}

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(binary, character => character.charCodeAt(0)),
  );
}
