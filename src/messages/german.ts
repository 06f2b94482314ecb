import { germanTemplates } from './germanTemplates.generated.js';
import type { Language } from './say.js';

export const german: Language = { tag: 'de', templates: germanTemplates };
