/** File extension of timelines; `syntaxes/timeline.tmLanguage.json` matches it. */
export const timelineEnding = 'timeline';

export const timelineLanguage = 'stateroom-timeline';
