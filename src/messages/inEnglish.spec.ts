import { expect, it } from 'vitest';
import { inEnglish } from './inEnglish.js';
import { message } from './message.js';

it('says messages and leaves data of the same shape as it is', () => {
  const payload = { key: 'queue.held', values: { a: null } };
  expect(
    inEnglish({
      reason: message('records.unknown', { title: message('records.action'), given: 'A-3' }),
      payload,
      notes: [payload],
    }),
  ).toEqual({
    reason: 'Next action A-3 not found.',
    payload: { key: 'queue.held', values: { a: null } },
    notes: [{ key: 'queue.held', values: { a: null } }],
  });
});
