import { describe, expect, it } from 'vitest';
import { LiveLines } from './liveLines.js';

const text = ['import { wait } from "./wait";', '', 'export function retry() {', '  wait(100);', '}', ''].join('\n');

describe('lines that are followed while a text is typed', () => {
  it('stay where nothing changed', () => {
    expect(new LiveLines(text).locate([{ start: 3, end: 5 }], text)).toEqual([{ start: 3, end: 5 }]);
  });

  it('move with what is typed above them, and not with what is typed below', () => {
    const lines = new LiveLines(text);
    expect(lines.locate([{ start: 4, end: 4 }], `// one\n// two\n${text}`)).toEqual([{ start: 6, end: 6 }]);
    expect(lines.locate([{ start: 1, end: 1 }], `${text}\nexport const more = 1;\n`)).toEqual([{ start: 1, end: 1 }]);
  });

  it('are outdated when their text is deleted, and back when that is undone', () => {
    const lines = new LiveLines(text);
    expect(lines.locate([{ start: 4, end: 4 }], text.replace('  wait(100);\n', ''))).toEqual(['outdated']);
    expect(lines.locate([{ start: 4, end: 4 }], text)).toEqual([{ start: 4, end: 4 }]);
  });

  it('are told in the order they were asked for', () => {
    const located = new LiveLines(text).locate(
      [
        { start: 4, end: 4 },
        { start: 1, end: 1 },
      ],
      text.replace('  wait(100);\n', ''),
    );
    expect(located).toEqual(['outdated', { start: 1, end: 1 }]);
  });
});
