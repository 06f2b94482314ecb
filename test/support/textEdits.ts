/** A line that keeps its identity through edits, so that a test knows where it went without comparing texts. */
export interface TrackedLine {
  readonly id: number;
  text: string;
}

export type Chance = () => number;

/** Repeatable numbers from 0 to below 1. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function track(text: string): TrackedLine[] {
  return text.split('\n').map((line, id) => ({ id, text: line }));
}

export function textOf(lines: readonly TrackedLine[]): string {
  return lines.map(line => line.text).join('\n');
}

export const textEditKinds = ['insert', 'delete', 'replace', 'move', 'indent', 'insertAtTop'] as const;
export type TextEditKind = (typeof textEditKinds)[number];

const words = [
  'rocket',
  'shield',
  'payload',
  'orbit',
  'fuel',
  'booster',
  'launch',
  'crew',
  'signal',
  'return',
  'const',
];

/** Changes the lines as a person would: a stretch of 1 to 8 lines, of code that looks like the rest. */
export function edit(lines: readonly TrackedLine[], kind: TextEditKind, chance: Chance): TrackedLine[] {
  const at = Math.floor(chance() * lines.length);
  const count = 1 + Math.floor(chance() * 8);
  switch (kind) {
    case 'insert':
      return [...lines.slice(0, at), ...newLines(count, chance), ...lines.slice(at)];
    case 'insertAtTop':
      return [...newLines(count, chance), ...lines];
    case 'delete':
      return [...lines.slice(0, at), ...lines.slice(at + count)];
    case 'replace':
      return [...lines.slice(0, at), ...newStatements(count, chance), ...lines.slice(at + count)];
    case 'indent':
      return lines.map((line, index) =>
        index >= at && index < at + count ? { ...line, text: `  ${line.text}` } : line,
      );
    case 'move': {
      const block = lines.slice(at, at + count);
      const rest = [...lines.slice(0, at), ...lines.slice(at + count)];
      const to = Math.floor(chance() * (rest.length + 1));
      return [...rest.slice(0, to), ...block, ...rest.slice(to)];
    }
  }
}

/** Some of what people add is in the file already: empty lines and closing brackets. */
function newLines(count: number, chance: Chance): TrackedLine[] {
  return newStatements(count, chance).map(line => {
    const kind = chance();
    return kind < 0.15 ? { ...line, text: '' } : kind < 0.25 ? { ...line, text: '  }' } : line;
  });
}

function newStatements(count: number, chance: Chance): TrackedLine[] {
  const pick = () => words[Math.floor(chance() * words.length)];
  return Array.from({ length: count }, () => ({
    id: -1,
    text: `  ${pick()} ${pick()}${Math.floor(chance() * 1e6)}(${pick()});`,
  }));
}

/** What may be answered for a finding at these lines, by their identities. */
export interface Truth {
  /** True when all lines still stand next to each other in their order: then nothing but `range` or outdated is right. */
  readonly kept: boolean;
  /** From the first to the last line, from 1; undefined when one of them is gone or they changed sides. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
}

export function truthOf(ids: readonly number[], lines: readonly TrackedLine[]): Truth {
  const at = new Map(lines.map((line, index) => [line.id, index + 1]));
  const first = at.get(ids[0] as number);
  const last = at.get(ids.at(-1) as number);
  const range = first === undefined || last === undefined || last < first ? undefined : { start: first, end: last };
  const kept = first !== undefined && ids.every((id, offset) => at.get(id) === first + offset);
  return { kept, range };
}
