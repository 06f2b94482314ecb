import { briefText } from '../../../reports/briefText.js';
import type { Texts } from './resultText.js';

/** What operations on workflows say to a person. */
export const texts: Texts = { 'ritual.brief': briefText };
