/** Ending of files that hold a timeline as text, and of the editor's document; `syntaxes/timeline.tmLanguage.json` reads them. */
export const timelineEnding = 'timeline';

/** The editor's name for the language of such a text. */
export const timelineLanguage = 'stateroom-timeline';
