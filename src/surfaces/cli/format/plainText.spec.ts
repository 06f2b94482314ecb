import { expect, it } from 'vitest';
import { plainText } from './plainText.js';
import { makeStyle } from './style.js';

it('prints an answer that is one record by the names and values of its fields', () => {
  const answer = {
    action: { ref: 'A-2', action: 'Tell the team', status: 'pending', note: null },
    warning: null,
    others: [],
  };
  expect(plainText(answer, { style: makeStyle(false), width: undefined, now: 0 })).toBe(
    'ref     A-2\naction  Tell the team\nstatus  pending',
  );
});
