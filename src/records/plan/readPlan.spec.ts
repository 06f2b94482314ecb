import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tickMarks } from '../../domain/plan/tickPlan.js';
import { analysePlan } from '../../operations/plan/analysePlan.js';
import { sha256 } from '../../platform/sha256.js';
import { readPlan, textWithoutMarks } from './readPlan.js';

const plan = `# Rate limit

Callers wait instead of failing.

## Objective

No caller gets more than 100 calls a minute.

## Steps

- [ ] Count calls {#count}
- [x] Refuse the 101st call
  1. [ ] Say when to come back (id: retry-after)
- not a box
- [link](https://example.com)

\`\`\`md
- [ ] in a fence
\`\`\`

    - [ ] indented code

> - [ ] in a quote

## Acceptance

- [ ] The 101st call is answered with 429

## Tests

\`\`\`sh
$ npm test -- limit
\`\`\`

Test: \`npm run bench\`

## Open questions

- Per user or per key?
- [x] Which store?
`;

describe('reading a plan', () => {
  it('finds the boxes, their ids, headings, kinds and lines, and no box in code', async () => {
    const { title, items, repeatedIds } = await readPlan(plan);
    expect(title).toBe('Rate limit');
    expect(repeatedIds).toEqual([]);
    expect(items.map(({ id, kind, heading, text, checked, line }) => [id, kind, heading, text, checked, line])).toEqual(
      [
        ['count', 'work', 'Steps', 'Count calls', false, 11],
        ['steps-refuse-the-101st-call', 'work', 'Steps', 'Refuse the 101st call', true, 12],
        ['retry-after', 'work', 'Steps', 'Say when to come back', false, 13],
        ['steps-in-a-quote', 'work', 'Steps', 'in a quote', false, 23],
        [
          'acceptance-the-101st-call-is-answered-with-429',
          'acceptance',
          'Acceptance',
          'The 101st call is answered with 429',
          false,
          27,
        ],
        ['open-questions-which-store', 'work', 'Open questions', 'Which store?', true, 40],
      ],
    );
  });

  it('says what the plan is about and what it lacks', async () => {
    expect(analysePlan(await readPlan(plan))).toEqual({
      objective: 'No caller gets more than 100 calls a minute.',
      items: 6,
      ticked: 2,
      acceptance: ['The 101st call is answered with 429'],
      tests: ['npm test -- limit', 'npm run bench'],
      openQuestions: ['Per user or per key?'],
      problems: [{ code: 'open_questions', text: '1 question is open.' }],
    });
    const bare = analysePlan(await readPlan('## Later\n\n- [ ] a {#x}\n- [ ] b {#x}\n'));
    expect(bare.problems.map(problem => problem.code)).toEqual([
      'no_objective',
      'no_acceptance',
      'no_tests',
      'duplicate_id',
    ]);
    expect(analysePlan(await readPlan('Just words.')).problems.map(problem => problem.code)).toEqual([
      'no_items',
      'no_acceptance',
      'no_tests',
    ]);
  });

  it('reads a step without the marks of links, code and emphasis', async () => {
    const { items, blocks } = await readPlan(
      '- [ ] Say **when** in [the header](docs/a.md) as `Retry-After`, 2 * 3 * 4 and snake_case {#when}\n',
    );
    expect(items[0]).toMatchObject({
      id: 'when',
      text: 'Say when in the header as Retry-After, 2 * 3 * 4 and snake_case',
    });
    expect(blocks[0]?.code).toEqual(['Retry-After']);
  });

  it.each([
    ['brackets', '['.repeat(200_000)],
    ['quotes', '> '.repeat(100_000)],
    ['stars', '*a_ '.repeat(50_000)],
    ['links', '[a]('.repeat(50_000)],
    ['code', '`a``'.repeat(50_000)],
    ['boxes in boxes', '* [ ] a\n  * [ ] b\n'.repeat(1000)],
  ])('comes to an end with nothing but %s', async (_name, text) => {
    const { items } = await readPlan(`${text}\n\n- [ ] after {#after}\n`);
    expect(items.at(-1)?.id).toBe('after');
  });

  it('keeps an id while lines move, and tells the same text twice apart', async () => {
    const ids = async (text: string) => (await readPlan(text)).items.map(item => item.id);
    expect(await ids('# P\n- [ ] same\n- [ ] same\n')).toEqual(['p-same', 'p-same-2']);
    expect(await ids('# P\n\nNew words.\n\n- [ ] first\n- [ ] same\n')).toEqual(['p-first', 'p-same']);
    expect(await ids('- [ ] Ünïcode 試験\n- [ ] ***\n- [ ] !?\n')).toHaveLength(3);
    const long = await ids(`- [ ] ${'very long words '.repeat(20)}a\n- [ ] ${'very long words '.repeat(20)}b\n`);
    expect(new Set(long).size).toBe(2);
    for (const id of long) expect(id.length).toBeLessThanOrEqual(80);
  });
});

describe('ticking', () => {
  const texts: readonly (readonly [string, string, string])[] = [
    ['line ends of Windows', '# P\r\n\r\n- [ ] a\r\n- [ ] b\r\n', '# P\r\n\r\n- [x] a\r\n- [x] b\r\n'],
    ['a byte order mark', '\uFEFF- [ ] a\n', '\uFEFF- [x] a\n'],
    ['tabs', '-\t[ ] a\n\t- [ ] b\n', '-\t[x] a\n\t- [x] b\n'],
    ['a tab in the box', '- [\t] a\n', '- [x] a\n'],
    ['no line end at the end', '- [ ] a', '- [x] a'],
    ['lists in lists', '- [ ] a\n  * [ ] b\n    1. [ ] c\n', '- [x] a\n  * [x] b\n    1. [x] c\n'],
    ['code', '```\n- [ ] no\n```\n- [ ] a\n`- [ ] no`\n', '```\n- [ ] no\n```\n- [x] a\n`- [ ] no`\n'],
    ['an HTML comment', '<!--\n- [ ] no\n-->\n\n- [ ] a\n', '<!--\n- [ ] no\n-->\n\n- [x] a\n'],
    ['characters of two units', '- 🙂\n- [ ] 試 🙂\n', '- 🙂\n- [x] 試 🙂\n'],
    ['trailing spaces and odd spacing', '-   [ ] a  \n\n\n+ [ ] b   \n', '-   [x] a  \n\n\n+ [x] b   \n'],
    ['old line ends', '- [ ] a\r- [ ] b\r', '- [x] a\r- [x] b\r'],
  ];
  it.each(texts)('changes one character a box and nothing else: %s', async (_name, before, after) => {
    const { items } = await readPlan(before);
    const ticked = tickMarks(
      before,
      items.map(item => item.markAt),
    );
    expect(ticked).toBe(after);
    const hashOf = async (text: string) => sha256(textWithoutMarks(text, (await readPlan(text)).items));
    expect(await hashOf(after)).toBe(await hashOf(before));
    expect((await readPlan(after)).items.map(item => item.id)).toEqual(items.map(item => item.id));
  });

  it('changes nothing but marks in whatever stands around them', async () => {
    const piece = fc.constantFrom(
      ...[
        '- [ ] a',
        '* [x] b',
        '1. [ ] c {#c}',
        '+\t[\t] d',
        '> - [ ] e',
        '  - [ ] f',
        '      - [ ] g',
        '- ',
        '# H',
        '```',
      ],
      ...[
        '~~~',
        '    ',
        '\t',
        '',
        '',
        'words [ ] here',
        '<div>',
        '</div>',
        '<!-- [ ]',
        '-->',
        'T\n===',
        '---',
        '[ ] h',
        '- [ ]i',
      ],
    );
    const end = fc.constantFrom('\n', '\r\n', '\r', '\n\n');
    const start = fc.constantFrom('', '\uFEFF');
    await fc.assert(
      fc.asyncProperty(start, fc.array(fc.tuple(piece, end), { maxLength: 30 }), async (first, pieces) => {
        const text = first + pieces.flat().join('');
        const { items } = await readPlan(text);
        const open = items.filter(item => !item.checked).map(item => item.markAt);
        const ticked = tickMarks(text, open) ?? '';
        expect([...ticked].filter((sign, index) => sign !== [...text][index])).toEqual(open.map(() => 'x'));
        const after = await readPlan(ticked);
        expect(after.items).toEqual(items.map(item => ({ ...item, checked: true })));
        expect(textWithoutMarks(ticked, after.items)).toBe(textWithoutMarks(text, items));
      }),
      { numRuns: 300 },
    );
  });

  it('refuses places that are no empty box', () => {
    expect(tickMarks('- [x] a', [3])).toBeUndefined();
    expect(tickMarks('- [ ] a', [2])).toBeUndefined();
    expect(tickMarks('- [ ] a', [3])).toBe('- [x] a');
  });

  it('sees every edit but that of a mark', async () => {
    const hashOf = async (text: string) => sha256(textWithoutMarks(text, (await readPlan(text)).items));
    expect(await hashOf('- [ ] a\n')).toBe(await hashOf('- [X] a\n'));
    expect(await hashOf('- [ ] a\n')).toBe(await hashOf('\uFEFF- [x] a\r\n'));
    expect(await hashOf('- [ ] a\n')).not.toBe(await hashOf('- [ ] b\n'));
    expect(await hashOf('- [ ] a\n')).not.toBe(await hashOf('- [ ] a\n- [ ] b\n'));
    expect(await hashOf('```\n- [ ] a\n```\n')).not.toBe(await hashOf('```\n- [x] a\n```\n'));
  });
});
