import { markdownPen } from '../../../present/markdownPage.js';
import { inEditorsLanguage } from './inEditorsLanguage.js';
import { exactLocalTime } from './localTime.js';
import { translate } from './translate.js';

/** Writes pages in the editor's language and in the local zone, with seconds. */
export const editorPen = markdownPen(translate, exactLocalTime, inEditorsLanguage);
