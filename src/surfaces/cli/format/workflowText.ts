import { briefText } from '../../../reports/briefText.js';
import { type Texts, textsOf } from './resultText.js';

/** What operations on workflows say to a person. */
export const texts: Texts = textsOf('ritual', { brief: briefText });
