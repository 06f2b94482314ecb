import { expect, it } from 'vitest';
import { refusalError } from '../domain/refusal/refusal.js';
import { errorText } from './errorText.js';
import { message } from './message.js';

it('is the sentence of a refusal, and the words of any other error', () => {
  expect(
    errorText(
      refusalError('not_found', message('records.unknown', { title: message('records.action'), given: 'A-3' })),
    ),
  ).toBe('Next action A-3 not found.');
  expect(errorText(new Error('disk full'))).toBe('disk full');
  expect(errorText('torn')).toBe('torn');
});
