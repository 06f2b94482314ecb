import { withoutTrailing } from '../text/withoutTrailing.js';
import type { DiffSide } from './anchor.js';

/** What makes a finding the same finding; the current location of its lines is not part of it. */
export interface Remark {
  readonly path: string;
  readonly rule: string | null;
  readonly text: string;
  /** Head unless given. */
  readonly side?: DiffSide;
}

/** The text whose hash is a finding's fingerprint: two findings that differ only in form have the same. */
export function fingerprintText({ path, rule, text, side = 'head' }: Remark): string {
  return JSON.stringify([path, rule ?? '', normaliseRemark(text), ...(side === 'base' ? [side] : [])]);
}

/** Without case, spacing, closing punctuation and the line numbers that a finding names. */
function normaliseRemark(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(lines?|l\.)\s*\d+(\s*(-|\u2013|to|and)\s*\d+)?/g, '$1')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return withoutTrailing(plain, '.!\u2026');
}
