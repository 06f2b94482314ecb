import { expect, it } from 'vitest';
import { AskedCalls } from './askedCalls.js';

it('tells for each call once in which room somebody was asked', () => {
  const calls = new AskedCalls();
  calls.note('claim', { id: 'W-1' }, 'one');
  calls.note('claim', { id: 'W-2' }, 'two');
  expect(calls.take('claim', { id: 'W-1' })).toBe('one');
  expect(calls.take('claim', { id: 'W-1' })).toBeUndefined();
  expect(calls.take('release', { id: 'W-2' })).toBeUndefined();
  expect(calls.take('claim', { id: 'W-2' })).toBe('two');
});

it('does not take an earlier yes for a call that nobody was asked about', () => {
  const calls = new AskedCalls();
  calls.note('next', {}, 'one');
  calls.note('next', {}, undefined);
  expect(calls.take('next', {})).toBeUndefined();
});

it('forgets the oldest of very many', () => {
  const calls = new AskedCalls();
  for (let id = 0; id <= 200; id += 1) calls.note('claim', { id }, 'one');
  expect([calls.take('claim', { id: 0 }), calls.take('claim', { id: 1 })]).toEqual([undefined, 'one']);
});
