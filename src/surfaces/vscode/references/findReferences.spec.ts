import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findReferences } from './findReferences.js';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../test/fixtures/references/${name}.md`, import.meta.url), 'utf8');
const refs = (text: string): string[] => findReferences(text).map(({ ref }) => ref);

describe('mentions of work items in Markdown', () => {
  it('finds those that the grammar marks', () => {
    const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14].map(number => `W-${number}`);
    expect(refs(fixture('text'))).toEqual([...expected, 'F-1', 'F-2', 'F-3']);
  });

  it('finds none in front matter, code, comments, tags, links and look-alikes', () => {
    expect(refs(fixture('notText'))).toEqual([]);
  });

  it('tells where each stands', () => {
    const text = 'é 👍\r\nSee W-12, or\n[W-3].';
    expect(findReferences(text)).toEqual([
      { ref: 'W-12', start: 10, end: 14 },
      { ref: 'W-3', start: 20, end: 23 },
    ]);
    expect(text.slice(10, 14)).toBe('W-12');
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
    ['a rule that is no front matter', 'text\n---\nW-1\n---', ['W-1']],
    ['a plain web address', 'https://example.com/?item=W-1&b=W-2 W-3', ['W-3']],
    ['a line of more than 5,000 characters', `${'x '.repeat(2500)}W-1\nW-2`, ['W-2']],
    ['findings beside work items', 'F-1, (F-2) and W-3; f-4, F-0, XF-5 and F-16x are none', ['F-1', 'F-2', 'W-3']],
    ['numbers of many digits', 'W-123456789012345 W-1234567890123456', ['W-123456789012345']],
  ])('%s', (_name, text, expected) => {
    expect(refs(text)).toEqual(expected);
  });
});
