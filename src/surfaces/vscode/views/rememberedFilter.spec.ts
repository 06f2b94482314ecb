import { expect, it } from 'vitest';
import { hasTrait, isFiltered, toggled } from './rememberedFilter.js';

it('adds entries to a list of the filter, and takes them away', () => {
  const filter: { kind?: string; label?: string[] } = { label: ['ci'] };
  expect(toggled(filter, { label: ['ui'] })).toEqual({ label: ['ci', 'ui'] });
  expect(toggled({ ...filter, label: ['ci', 'ui'] }, { label: ['ci'] })).toEqual({ label: ['ui'] });
  expect(isFiltered(toggled(filter, { label: ['ci'] }))).toBe(false);
  expect([hasTrait(filter, { label: ['ci'] }), hasTrait(filter, { label: ['ui'] })]).toEqual([true, false]);
});

it('narrows by one more trait, and takes away one that is set', () => {
  const filter: { kind?: string; label?: string } = { kind: 'bug' };
  expect(toggled(filter, { label: 'ci' })).toEqual({ kind: 'bug', label: 'ci' });
  expect(toggled(filter, { kind: 'task' })).toEqual({ kind: 'task' });
  expect([hasTrait(filter, { kind: 'bug' }), hasTrait(filter, { kind: 'task' })]).toEqual([true, false]);
  expect(toggled(filter, { kind: 'bug' })).toEqual({});
  expect([isFiltered(filter), isFiltered(toggled(filter, { kind: 'bug' }))]).toEqual([true, false]);
});
