import { l10n } from 'vscode';
import type { Translate } from '../../../reports/translate.js';

/** Translates into the editor's language, for code that does not depend on the editor. */
export const translate: Translate = (message, ...values) => l10n.t(message, ...values);
