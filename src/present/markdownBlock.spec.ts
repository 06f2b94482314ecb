import { describe, expect, it } from 'vitest';
import { block } from './markdownBlock.js';

describe('a text that somebody wrote, as a part of a page', () => {
  it.each([
    ['# head', '\\# head'],
    ['- [ ] a box', '\\- \\[ \\] a box'],
    ['---', '\\---'],
    ['===', '\\==='],
    ['+ more', '\\+ more'],
    ['1. first', '1\\. first'],
    ['12) twelfth', '12\\) twelfth'],
    ['> quote', '\\> quote'],
    ['costs $5 to $6', 'costs \\$5 to \\$6'],
    ['1.5 s - or more # so', '1\\.5 s - or more # so'],
    ['    indented', 'indented'],
    ['two\n# lines', '```text\ntwo\n# lines\n```'],
  ])('%j is no Markdown', (text, expected) => {
    expect(block(text)).toBe(expected);
  });
});
