import { withoutTrailing } from '../text/withoutTrailing.js';
import type { DiffSide } from './anchor.js';

/** Identity of a finding; excludes its lines, which move. */
export interface FingerprintSource {
  readonly path: string;
  readonly rule: string | null;
  readonly text: string;
  readonly side?: DiffSide;
}

/** Text to hash for the fingerprint; equal for findings that differ only in form. */
export function fingerprintText({ path, rule, text, side = 'head' }: FingerprintSource): string {
  return JSON.stringify([path, rule ?? '', normalizeText(text), ...(side === 'base' ? [side] : [])]);
}

/** Removes case, spacing, closing punctuation and line numbers. */
function normalizeText(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(lines?|l\.)\s*\d+(\s*(-|\u2013|to|and)\s*\d+)?/g, '$1')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return withoutTrailing(plain, '.!\u2026');
}
