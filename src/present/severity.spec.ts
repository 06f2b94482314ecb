import { describe, expect, it } from 'vitest';
import { textsOfPage } from '../../test/support/dashboardTexts.js';
import { findingSeverities } from '../domain/finding/findingSeverity.js';
import { findingsFragment } from '../manifest/findings.js';
import { severities } from '../protocol/dashboardTrend.js';
import { english } from '../reports/translate.js';
import { blockingWords, failingWords, severityCounts, severityLooks } from './severity.js';

describe('the severities', () => {
  it('are told apart by word, icon, mark and color', () => {
    const looks = findingSeverities.map(severity => severityLooks[severity]);
    const all: readonly (readonly string[])[] = [
      looks.map(({ word }) => word(english)),
      looks.map(({ icon }) => icon),
      looks.map(({ color }) => color),
      looks.map(({ mark }) => mark.themeColor),
      looks.map(({ mark }) => mark.dark),
      looks.map(({ mark }) => mark.light),
      looks.map(({ mark }) => mark.draw('red', 'white')),
    ];
    for (const values of all) expect(new Set(values).size).toBe(findingSeverities.length);
  });

  it('have a color each that the manifest contributes', () => {
    const colors = findingsFragment.contributes?.colors as readonly { readonly id: string }[];
    expect(colors.map(({ id }) => id)).toEqual(findingSeverities.map(one => severityLooks[one].mark.themeColor));
  });

  it('have a series each on the dashboard, with its name', () => {
    expect(severities).toEqual(findingSeverities);
    expect(Object.keys(textsOfPage).filter(key => key.startsWith('severity.'))).toEqual(
      findingSeverities.map(severity => `severity.${severity}`),
    );
  });

  it('are counted and listed in words', () => {
    expect(severityCounts({ high: 2, low: 1 }, english)).toContain('2 high, 0 medium, 1 low');
    expect(blockingWords('and', english)).toMatch(/high and medium$/);
    expect(failingWords('or', english)).toMatch(/high$/);
  });
});
