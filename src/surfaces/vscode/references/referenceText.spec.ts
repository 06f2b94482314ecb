import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mentionsIn, textOf } from './referenceText.js';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../test/fixtures/references/${name}.md`, import.meta.url), 'utf8');
const mentions = (language: string, text: string) => mentionsIn(textOf(language, text.split(/\r?\n/)) ?? []);
const refsIn = (language: string, text: string): string[] => mentions(language, text).map(({ ref }) => ref);
const refs = (text: string): string[] => refsIn('markdown', text);

describe('mentions in Markdown', () => {
  it('finds those that the grammar marks', () => {
    const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14].map(number => `W-${number}`);
    expect(refs(fixture('text'))).toEqual([...expected, 'F-1', 'F-2', 'F-3', 'T-1', 'L-2', 'L-3', 'R-1', 'R-2']);
  });

  it('finds none in front matter, code, comments, tags, links and look-alikes', () => {
    expect(refs(fixture('notText'))).toEqual([]);
  });

  it('tells where each stands', () => {
    const text = 'é 👍\r\nSee W-12, or\n[W-3].';
    expect(mentions('markdown', text)).toEqual([
      { ref: 'W-12', line: 1, start: 4, end: 8 },
      { ref: 'W-3', line: 2, start: 1, end: 4 },
    ]);
  });

  it.each([
    ['a fence that never closes', '```\nW-1\n', []],
    ['a fence closed by a longer one, not by a shorter', '````\nW-1\n```\nW-2\n`````\nW-3', ['W-3']],
    ['a fence in a quote and in a list', '> ```\n> W-1\n> ```\n\n- ```\n  W-2\n  ```\n\nW-3', ['W-3']],
    ['three backticks inside a line are no fence', '``` W-1 ``` W-2', ['W-2']],
    ['an unclosed backtick is text', 'a ` W-1', ['W-1']],
    ['text indented under a list', '- item\n\n    W-1 still text', ['W-1']],
    ['code indented after a paragraph', 'text\n\n    W-1\n\nW-2', ['W-2']],
    ['a wrapped line is no code', 'text\n    W-1', ['W-1']],
    ['a comment over lines', 'W-1 <!-- W-2\nW-3\n--> W-4', ['W-1', 'W-4']],
    ['a label that a definition makes a link', 'see [W-1] and W-1\n\n[W-1]: https://example.com', ['W-1']],
    ['such a label after a bracket that never closes', 'an [ and [W-1]\n\n[W-1]: https://example.com', []],
    ['a rule that is no front matter', 'text\n---\nW-1\n---', ['W-1']],
    ['a plain web address', 'https://example.com/?item=W-1&b=W-2 W-3', ['W-3']],
    ['a line of more than 5,000 characters', `${'x '.repeat(2500)}W-1\nW-2`, ['W-2']],
    ['findings beside work items', 'F-1, (F-2) and W-3; f-4, F-0, XF-5 and F-16x are none', ['F-1', 'F-2', 'W-3']],
    ['numbers of many digits', 'W-123456789012345 W-1234567890123456', ['W-123456789012345']],
  ])('%s', (_name, text, expected) => {
    expect(refs(text)).toEqual(expected);
  });
});

describe('mentions in comments of code', () => {
  it.each([
    ['typescript', 'const a = 1; // see W-1\nconst b = "// W-2"; /* F-3 */ const c = `W-4`;', ['W-1', 'F-3']],
    ['typescript', '/*\n * W-1 and T-2\n */ W-3();\nW-4', ['W-1', 'T-2']],
    ['typescript', 'glob("src/**/*.ts"); W-1\nW-2 // L-1', ['L-1']],
    ['python', "x = '# W-1' # W-2\nW-3", ['W-2']],
    ['sql', 'select 1 -- W-1\n/* F-2\nF-3 */ W-4', ['W-1', 'F-2', 'F-3']],
    ['html', '<p>W-1</p>\n<!-- W-2\nW-3 --> W-4', ['W-2', 'W-3']],
    ['css', 'a { color: red } /* W-1 */ // W-2', ['W-1']],
    ['go', `// ${'x '.repeat(2500)}W-1\n// W-2`, ['W-2']],
  ] as const)('%s: %j', (language, text, expected) => {
    expect(refsIn(language, text)).toEqual(expected);
  });

  it('are not looked for in languages whose comments are not known', () => {
    expect(textOf('plaintext', ['// W-1'])).toBeUndefined();
    expect(textOf('toString', ['// W-1'])).toBeUndefined();
  });
});

describe('mentions in messages of commits', () => {
  it('are those outside of what git wrote itself', () => {
    const text = 'Count the tries\n\nFixes F-3 of W-1.\n# On branch W-2\n# ------------------------ >8 ----\ndiff W-4';
    expect(refsIn('git-commit', text)).toEqual(['F-3', 'W-1']);
  });
});
