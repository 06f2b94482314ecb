import { expect, it } from 'vitest';
import type { ReviewRun } from '../../../domain/review/reviewRun.js';
import { texts } from './reviewText.js';
import type { View } from './view.js';

it('says of a review of what was staged that a commit has used it', () => {
  const run = { ref: 'V-1', verdict: 'pass', requestChanges: false, stale: true, grade: 'observed', commit: null };
  const started = (more: object) =>
    texts.reviewStart?.({ run: { ...run, ...more } as unknown as ReviewRun }, {} as View, {});
  expect(started({ subject: 'staged:0123456789ab' })).toBe('V-1 already exists: pass, changed since.');
  expect(started({ subject: 'staged:0123456789ab', commit: 'c' })).toBe('V-1 already exists: pass, used.');
  expect(started({ subject: 'main', commit: 'c' })).toBe('V-1 already exists: pass, changed since.');
});
