import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chanceOf, edit, textEditKinds, textOf, track, truthOf } from '../../../test/support/textEdits.js';
import { redactionMark } from '../text/redactionMark.js';
import { type Anchor, anchorOf, holdsLines, locate, parseAnchor } from './anchor.js';
import { readLines } from './textLines.js';

const text = `import { orbit } from './orbit.js';

export function launch(crew: Crew): Flight {
  if (crew.size === 0) {
    return grounded;
  }
  const flight = orbit(crew);
  return flight;
}

export function land(flight: Flight): Crew {
  if (flight.over) {
    return grounded;
  }
  return flight.crew;
}
`;
const anchorAt = (start: number, end = start, from = text): Anchor => {
  const anchor = anchorOf(from, { start, end });
  if (anchor === undefined) throw new Error('The text has no such lines.');
  return anchor;
};

describe('an anchor', () => {
  it('holds the lines and what stands around them', () => {
    expect(anchorOf(text, { start: 7, end: 8 }, 'b10b')).toEqual({
      blob: 'b10b',
      start: 7,
      end: 8,
      lines: ['const flight = orbit(crew);', 'return flight;'],
      before: [
        "import { orbit } from './orbit.js';",
        '',
        'export function launch(crew: Crew): Flight {',
        'if (crew.size === 0) {',
        'return grounded;',
        '}',
      ],
      after: ['}', '', 'export function land(flight: Flight): Crew {', 'if (flight.over) {', 'return grounded;', '}'],
      rival: -1,
    });
  });

  it('knows how much a double of its text looks like it', () => {
    // Two closing brackets follow on line 5 as on line 13, nothing else is alike.
    expect(anchorAt(13).rival).toBe(2);
    expect(anchorAt(3).rival).toBe(-1);
  });

  it('keeps a long text by its ends and a long line by its beginning', () => {
    const long = Array.from({ length: 40 }, (_, index) => `line ${index} ${'x'.repeat(300)}`).join('\n');
    const anchor = anchorAt(1, 40, long);
    expect(anchor.lines).toHaveLength(16);
    expect(anchor.lines[0]).toMatch(/^line 0 x{153}…307:[0-9a-f]+$/);
    expect(JSON.stringify(anchor).length).toBeLessThan(4000);
    expect(locate(anchor, `new\n${long}`)).toEqual({ start: 2, end: 41 });
    expect(locate(anchor, `new\n${long.replace(/x\n/, 'y\n')}`)).toBe('outdated');
  });

  it.each([
    [0, 1],
    [5, 4],
    [17, 18],
  ])('is not made of lines %i to %i, which the text has not', (start, end) => {
    expect(anchorOf(text.trimEnd(), { start, end })).toBeUndefined();
  });

  it('is read from its row, or not at all', () => {
    const anchor = anchorAt(7);
    expect(parseAnchor(JSON.stringify(anchor))).toEqual(anchor);
    expect(parseAnchor(null)).toBeUndefined();
    expect(parseAnchor('{"start":')).toBeUndefined();
    expect(parseAnchor('{"start":1}')).toBeUndefined();
  });
});

describe.each([
  ['with the text it was made of', text],
  ['without it', undefined],
])('locating %s', (_name, base) => {
  const locateIn = (start: number, end: number, now: string) => locate(anchorAt(start, end), now, base);

  it('stays where nothing changed', () => {
    expect(locateIn(7, 8, text)).toEqual({ start: 7, end: 8 });
    expect(locateIn(5, 5, text)).toEqual({ start: 5, end: 5 });
    expect(locateIn(13, 13, text)).toEqual({ start: 13, end: 13 });
  });

  it('moves down with lines above, and does not mind line ends and indentation', () => {
    const now = `// one\n// two\n${text.replace('  const flight', '\tconst flight')}`.replaceAll('\n', '\r\n');
    expect(locateIn(7, 7, now)).toEqual({ start: 9, end: 9 });
    expect(locateIn(13, 13, now)).toEqual({ start: 15, end: 15 });
  });

  it('follows a block to another place', () => {
    const [launch, land] = [
      text.slice(text.indexOf('export'), text.indexOf('export function land')),
      'export function land',
    ];
    const now = `${text.replace(launch, '')}\n${launch}`;
    expect(now.split('\n')[2]).toContain(land);
    expect(locateIn(7, 8, now)).toEqual({ start: 14, end: 15 });
  });

  it('is outdated when the text is gone, also when a double is still there', () => {
    expect(locateIn(7, 7, text.replace('  const flight = orbit(crew);\n', ''))).toBe('outdated');
    expect(locateIn(5, 5, text.replace('    return grounded;\n', ''))).toBe('outdated');
    expect(locateIn(3, 9, '')).toBe('outdated');
    expect(locateIn(3, 3, text.replace('launch(crew: Crew)', 'launch(crew: Crew, fuel: Fuel)'))).toBe('outdated');
  });

  it('is outdated when two places could be meant', () => {
    const twice = 'a line like any other\nsame\nsame\nanother line like others\n';
    const anchor = anchorAt(2, 2, twice);
    const now = twice.replace('same\nsame', 'same');
    expect(locate(anchor, now, base === undefined ? undefined : twice)).toBe('outdated');
  });
});

describe('locating with the text it was made of', () => {
  it('grows with what is written inside', () => {
    const now = text.replace('  return flight;', '  check(flight);\n  log(flight);\n  return flight;');
    expect(locate(anchorAt(7, 8), now, text)).toEqual({ start: 7, end: 10 });
    expect(locate(anchorAt(7, 8), now)).toBe('outdated');
  });
});

describe('locating after generated edits of real files', () => {
  // Of a package whose version is pinned: the same files on every machine, whatever is written here.
  const sources = ['node_modules/zod/src/v4/core', 'node_modules/zod'].flatMap(folder =>
    readdirSync(folder)
      .filter(name => /\.(ts|md)$/.test(name))
      .map(name => readFileSync(join(folder, name), 'utf8'))
      .filter(source => source.length > 1500),
  );

  /** Ten findings a round; the truth comes from the identities of lines, not from their texts. */
  function run(rounds: number, editsEach: number, withBase: boolean): { kept: number; found: number; wrong: string[] } {
    const tally = { kept: 0, found: 0, wrong: [] as string[] };
    for (let round = 0; round < rounds; round += 1) {
      const chance = chanceOf(round + 1);
      const base = sources[Math.floor(chance() * sources.length)] as string;
      const original = track(base);
      let lines = original;
      for (let step = 0; step < editsEach; step += 1) {
        const kind = textEditKinds[(round + step * 5) % textEditKinds.length] ?? 'insert';
        lines = edit(lines, kind, chance);
      }
      const now = textOf(lines);
      for (let finding = 0; finding < 10; finding += 1) {
        const at = Math.floor(chance() * (original.length - 8));
        const ids = original.slice(at, at + 1 + Math.floor(chance() * 4)).map(line => line.id);
        if (original[at]?.text.trim() === '') continue;
        const truth = truthOf(ids, lines);
        const located = locate(anchorAt(at + 1, at + ids.length, base), now, withBase ? base : undefined);
        if (truth.kept) tally.kept += 1;
        if (located === 'outdated') continue;
        if (JSON.stringify(located) !== JSON.stringify(truth.range)) {
          tally.wrong.push(`round ${round}, line ${at + 1}: ${JSON.stringify(located)}, not ${JSON.stringify(truth)}`);
        } else if (truth.kept) tally.found += 1;
      }
    }
    return tally;
  }

  it.each<[string, number, boolean]>([
    ['one edit', 1, true],
    ['three edits', 3, true],
    ['one edit, without the old text', 1, false],
  ])('is right or outdated: %s', (_name, edits, withBase) => {
    const { kept, found, wrong } = run(300, edits, withBase);
    expect(wrong).toEqual([]);
    expect(kept).toBeGreaterThan(1800);
    expect(found / kept).toBeGreaterThan(0.97);
  });
});

describe('a text of 2,000 lines', () => {
  it('is read once for all its findings', () => {
    const large = readLines(Array.from({ length: 2000 }, (_, index) => `  call(${index % 50});`).join('\n'));
    expect(large.keys).toHaveLength(2000);
    expect(large.positions.get('call(7);')).toHaveLength(40);
    const anchor = anchorOf(large, { start: 1008, end: 1008 });
    expect(anchor === undefined ? undefined : locate(anchor, large)).toBe('outdated');
  });
});

it('keeps nothing of what is masked, and finds its lines all the same, whatever stands in that place', () => {
  const secret = ['a();', "const password = 'hunter22';", 'b();', ''].join('\n');
  const mask = (line: string): string => line.replace(/'.*'/, redactionMark);
  const anchor = anchorOf(secret, { start: 2, end: 2 }, null, mask);
  expect(anchor).toMatchObject({ lines: ['const password = [redacted];'], before: ['a();'], after: ['b();', ''] });
  if (anchor === undefined) throw new Error('The text has no such line.');
  expect(locate(anchor, `new();\n${secret}`)).toEqual({ start: 3, end: 3 });
  expect(locate(anchor, secret.replace('hunter22', 'other'))).toEqual({ start: 2, end: 2 });
  expect(locate(anchor, secret.replace('password', 'passphrase'))).toBe('outdated');
  expect(holdsLines(anchor, secret)).toBe(true);
  expect(holdsLines(anchor, 'a();\nb();\n')).toBe(false);
  const long = anchorOf(`const password = '${'x'.repeat(30)}'; ${'y'.repeat(300)}`, { start: 1, end: 1 }, null, mask);
  expect(long?.lines[0]).toBe(`const password = [redacted]; ${'y'.repeat(131)}[redacted]`);
  const across = `${'y'.repeat(155)}'hunter22'; ${'z'.repeat(300)}`;
  const halved = anchorOf(`${across}\nb();`, { start: 1, end: 1 }, null, mask);
  expect(halved?.lines).toEqual([`${'y'.repeat(155)}[redacted]`]);
  expect(halved === undefined ? undefined : locate(halved, `new();\n${across}\nb();`)).toEqual({ start: 2, end: 2 });
});

it('finds nothing by lines that are left out as a whole', () => {
  const text = 'aws_key = hunter22\n';
  const anchor = anchorOf(text, { start: 1, end: 1 }, 'f00', () => redactionMark);
  expect(anchor).toEqual({
    blob: 'f00',
    start: 1,
    end: 1,
    lines: ['[redacted]'],
    before: [],
    after: ['[redacted]'],
    rival: -1,
  });
  if (anchor === undefined) throw new Error('The text has no such line.');
  expect(locate(anchor, 'something else entirely\n')).toBe('outdated');
  expect(holdsLines(anchor, text)).toBe(false);
  expect(locate(anchor, `# new\n${text}`, text)).toEqual({ start: 2, end: 2 });
});
