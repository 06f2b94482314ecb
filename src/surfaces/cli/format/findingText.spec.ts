import { expect, it } from 'vitest';
import { finding } from '../../../../test/support/finding.js';
import { texts } from './findingText.js';
import type { View } from './view.js';

const view = { style: { cyan: (text: string) => text, bold: (text: string) => text, dim: (text: string) => text } };

it('tells where findings are now, and of those whose text is gone where they were', () => {
  const nowhere = { path: 'src/app.ts', lineStart: null, lineEnd: null, outdated: true };
  const text = texts.findingLocate?.(
    {
      places: [
        { finding: finding(1), path: 'src/new.ts', lineStart: 9, lineEnd: 12, outdated: false },
        { finding: finding(2), ...nowhere },
        { finding: finding(3, { side: 'base' }), ...nowhere },
      ],
    },
    view as unknown as View,
    {},
  );
  expect(text?.split('\n').map(line => line.split(/ {2,}/))).toEqual([
    ['id', 'place', 'finding'],
    ['F-1', 'src/new.ts:9-12', 'Remark 1'],
    ['F-2', 'src/app.ts:3 (outdated)', 'Remark 2'],
    ['F-3', 'src/app.ts:3 of the base', 'Remark 3'],
  ]);
});

it('says so where none is in a file', () => {
  expect(texts.findingLocate?.({ places: [] }, view as unknown as View, {})).toBe('No open findings there.');
});
