import { expect, it } from 'vitest';
import { finding } from '../../../../test/support/finding.js';
import { isCountedByEditor } from './findingDecorations.js';

const shown = { problems: true, comments: false, marks: true };
const at = (outdated: boolean) => ({
  finding: finding(1),
  place: { path: 'src/app.ts', lines: outdated ? null : { start: 3, end: 3 }, outdated },
});

it('has no number of its own where the editor counts the same findings as problems', () => {
  expect(isCountedByEditor(shown, [at(true), at(false)])).toBe(true);
  // A file that is not open has no problems, nor has a finding whose line is gone.
  expect(isCountedByEditor(shown, [])).toBe(false);
  expect(isCountedByEditor(shown, [at(true)])).toBe(false);
  expect(isCountedByEditor({ ...shown, problems: false }, [at(false)])).toBe(false);
});
