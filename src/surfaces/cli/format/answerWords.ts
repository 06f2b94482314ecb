/** What was asked for, as the operation takes it. */
export type Asked = Readonly<Record<string, unknown>>;

export const addOne = 'Add one: stateroom queue add "Fix the login redirect"';

/** Fields that leave nothing out of a list. */
const harmless: ReadonlySet<string> = new Set(['limit', 'order', 'staleMs']);

/** What an empty list means when only a part was asked for: undefined when everything was. */
export function noMatch(asked: Asked, what: string, all: string): string | undefined {
  const given = Object.keys(asked).filter(field => asked[field] !== undefined && !harmless.has(field));
  if (given.length === 0) return undefined;
  if (given.every(field => field === 'cursor')) return `No more ${what}. To start over: stateroom ${all}`;
  return `No matching ${what}. To list all: stateroom ${all}`;
}

export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
