import { describe, expect, it } from 'vitest';
import { finding } from '../../../../../test/support/finding.js';
import { isFiltered } from '../rememberedFilter.js';
import { findingFilterText, passes, readFindingFilter } from './findingFilter.js';

const rita = { name: 'Rita', workItems: new Set(['W-7']) };

describe('a filter of findings', () => {
  it('lets one status through', () => {
    expect(passes(finding(1, { status: 'deferred' }), { status: 'deferred' }, undefined)).toBe(true);
    expect(passes(finding(1, { status: 'fixed' }), { status: 'deferred' }, undefined)).toBe(false);
    expect(
      passes(finding(1, { status: 'deferred', severity: 'low' }), { status: 'deferred', severity: 'high' }, rita),
    ).toBe(false);
  });

  it('lets through what a person found, and what became a work item that they hold', () => {
    expect(passes(finding(1, { actor: 'Rita' }), { mine: true }, rita)).toBe(true);
    expect(passes(finding(1, { actor: 'codex', workItem: 'W-7' }), { mine: true }, rita)).toBe(true);
    expect(passes(finding(1, { actor: 'codex', workItem: 'W-8' }), { mine: true }, rita)).toBe(false);
    expect(passes(finding(1, { actor: 'codex' }), { mine: true }, rita)).toBe(false);
    expect(passes(finding(1, { actor: 'Rita' }), { mine: true }, undefined)).toBe(false);
  });

  it('is told in words', () => {
    const filter = { text: 'login', task: 'T-3', mine: true, status: 'wontfix', severity: 'high' } as const;
    expect(findingFilterText(filter)).toBe('severity: high · status: won’t fix · mine · T-3 · “login”');
    expect(isFiltered(filter)).toBe(true);
    expect(isFiltered({ mine: true })).toBe(true);
    expect(isFiltered({})).toBe(false);
  });

  it('is remembered, but for what is none', () => {
    const filter = { severity: 'low', status: 'open', mine: true, task: 'T-3', text: 'x' };
    expect(readFindingFilter({ ...filter })).toEqual(filter);
    expect(readFindingFilter({ severity: 'huge', status: 'gone', mine: 'yes', task: '', text: 3 })).toEqual({});
    expect(readFindingFilter('high')).toEqual({});
  });
});
