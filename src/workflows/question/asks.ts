import type { Translate } from '../../reports/translate.js';

/** Follow-up questions, worded for `readQuestion` in each language. */
export const asks = {
  next: (t: Translate) => t('What should I do next?'),
  needs: (t: Translate) => t('What needs me?'),
  working: (t: Translate) => t('Who works on what?'),
  changes: (t: Translate) => t('What changed since yesterday?'),
  findings: (t: Translate) => t('Which findings are open?'),
  push: (t: Translate) => t('Why can’t I push?'),
  standing: (t: Translate) => t('Where do we stand?'),
} as const;
