import { markdownPen } from '../../../present/markdownPage.js';
import { inEditorsLanguage } from './inEditorsLanguage.js';
import { exactLocalTime } from './localTime.js';
import { translate } from './translate.js';

/** Renders pages in the editor's language and local time zone, with seconds. */
export const editorPen = markdownPen(translate, exactLocalTime, inEditorsLanguage);
