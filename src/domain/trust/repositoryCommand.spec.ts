import { describe, expect, it } from 'vitest';
import { visibleCommand } from './repositoryCommand.js';

describe('a command as it is shown', () => {
  it.each([
    ['npm ci && npm run build', 'npm ci && npm run build'],
    ['echo größe 日本語 🚀', 'echo größe 日本語 🚀'],
    ['a\nb\tc', 'a\\u{a}b\\u{9}c'],
    ['a  b', 'a \\u{20}b'],
    [`a${' '.repeat(900)}b`, 'a \\u{20×899}b'],
    ['a\u00a0\u2003\u3000b', 'a\\u{a0}\\u{2003}\\u{3000}b'],
    [
      'a\u2800\u2800\u2800\u3164\u115f\u1160\uffa0\u{1d159}b',
      'a\\u{2800×3}\\u{3164}\\u{115f}\\u{1160}\\u{ffa0}\\u{1d159}b',
    ],
    [
      'a\u200b\u00ad\u034f\ufeff\ufe0f\u{e0100}\u{e0041}b',
      'a\\u{200b}\\u{ad}\\u{34f}\\u{feff}\\u{fe0f}\\u{e0100}\\u{e0041}b',
    ],
    ['a\u202e\u2066b\u2028', 'a\\u{202e}\\u{2066}b\\u{2028}'],
    ['a\u0338b \u05d0\u0627', 'a\\u{338}b \\u{5d0}\\u{627}'],
    ['a\ud800\ue000b', 'a\\u{d800}\\u{e000}b'],
    // What is typed like an escape is told from one.
    ['echo \\u{a}rm \\d', 'echo \\u{5c}u{a}rm \\d'],
  ])('has nothing in it that cannot be seen (%#)', (command, shown) => {
    expect(visibleCommand(command)).toBe(shown);
  });
});
