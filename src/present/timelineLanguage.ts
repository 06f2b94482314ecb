/** Extension of timeline text files and of the editor's document; `syntaxes/timeline.tmLanguage.json` matches them. */
export const timelineEnding = 'timeline';

export const timelineLanguage = 'stateroom-timeline';
