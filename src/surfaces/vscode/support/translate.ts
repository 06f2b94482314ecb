import { l10n } from 'vscode';
import type { Translate } from '../../../reports/translate.js';

/** The editor's language, for what knows no editor. */
export const translate: Translate = (message, ...values) => l10n.t(message, ...values);
