import {
  blockingSeverities,
  type FindingSeverity,
  findingSeverities,
  severityFacts,
} from '../domain/finding/findingSeverity.js';
import { listWords } from '../domain/text/listWords.js';
import type { Translate } from '../reports/translate.js';
import type { Look } from './look.js';

interface SeverityMark {
  /** Theme color contributed by the manifest; defaults to that of `after`. */
  readonly themeColor: string;
  readonly after: string;
  /** For pictures, which cannot use theme colors: the colors of the editor's default dark and light themes. */
  readonly dark: string;
  readonly light: string;
  /** 16 by 16 SVG. The shape differs by severity, so that color is not needed. */
  readonly draw: (color: string, ink: string) => string;
}

interface SeverityLook extends Look {
  readonly color: string;
  readonly mark: SeverityMark;
}

export const severityLooks: Readonly<Record<FindingSeverity, SeverityLook>> = {
  high: {
    tone: 'error',
    icon: 'error',
    color: 'list.errorForeground',
    word: t => t('high'),
    mark: {
      themeColor: 'stateroom.findingHighForeground',
      after: 'editorError.foreground',
      dark: '#f14c4c',
      light: '#d0212b',
      draw: (color, ink) =>
        `<path fill="${color}" d="M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5z"/><path fill="${ink}" d="M7.25 4.5h1.5v4.5h-1.5zm0 5.5h1.5v1.5h-1.5z"/>`,
    },
  },
  medium: {
    tone: 'warning',
    icon: 'warning',
    color: 'list.warningForeground',
    word: t => t('medium'),
    mark: {
      themeColor: 'stateroom.findingMediumForeground',
      after: 'editorWarning.foreground',
      dark: '#cca700',
      light: '#9a6a00',
      draw: (color, ink) =>
        `<path fill="${color}" d="M8 2l6.5 12h-13z"/><path fill="${ink}" d="M7.3 6h1.400v4.200H7.3zm0 5h1.400v1.400H7.3z"/>`,
    },
  },
  low: {
    tone: 'info',
    icon: 'info',
    color: 'charts.blue',
    word: t => t('low'),
    mark: {
      themeColor: 'stateroom.findingLowForeground',
      after: 'editorInfo.foreground',
      dark: '#3794ff',
      light: '#1a66c4',
      draw: color => `<circle cx="8" cy="8" r="4.75" fill="none" stroke="${color}" stroke-width="2"/>`,
    },
  },
};

/** `2 high, 0 medium, 1 low`; only severities in `counts`. */
export function severityCounts(counts: Readonly<Partial<Record<FindingSeverity, number>>>, t: Translate): string {
  return findingSeverities.map(severity => `${counts[severity] ?? 0} ${severityLooks[severity].word(t)}`).join(', ');
}

/** `high and medium`: severities that block readiness for review, joined by `before`. */
export function blockingWords(before: string, t: Translate): string {
  return listWords(
    blockingSeverities.map(severity => severityLooks[severity].word(t)),
    before,
  );
}

/** `high`: severities that fail a review, joined by `before`. */
export function failingWords(before: string, t: Translate): string {
  const failing = findingSeverities.filter(severity => severityFacts[severity].failsReview);
  return listWords(
    failing.map(severity => severityLooks[severity].word(t)),
    before,
  );
}
