import { timelineEnding, timelineLanguage } from '../present/timelineLanguage.js';
import { offeredWith } from './availability.js';
import { type Fragment, localised } from './fragment.js';
import { declareCommands, declareMenus, type OwnCommands } from './viewParts.js';

const isTimeline = `resourceScheme == stateroom && editorLangId == ${timelineLanguage}`;

const ownCommands: OwnCommands = {
  'timeline.open': { title: 'Open Timeline', icon: 'history', palette: offeredWith.store },
  'timeline.later': { title: 'Show Later Events', icon: 'arrow-up', palette: isTimeline },
  'timeline.earlier': { title: 'Show Earlier Events', icon: 'arrow-down', palette: isTimeline },
  'timeline.filter': { title: 'Filter Timeline', asks: true, icon: 'filter', palette: isTimeline },
  'timeline.refresh': { title: 'Refresh Timeline', icon: 'refresh', palette: isTimeline },
};

/** The timeline document: its language, and the commands to page through it. */
export const timelineFragment: Fragment = {
  contributes: {
    languages: [
      {
        id: timelineLanguage,
        aliases: [localised('language.timeline', 'Stateroom Timeline')],
        extensions: [`.${timelineEnding}`],
        configuration: './syntaxes/timeline.language.json',
      },
    ],
    grammars: [
      {
        language: timelineLanguage,
        scopeName: 'source.timeline.stateroom',
        path: './syntaxes/timeline.tmLanguage.json',
      },
    ],
    commands: declareCommands(ownCommands),
    menus: declareMenus(ownCommands, {
      'view/title': [['timeline.open', 'view == stateroom.queue', '2_show@2']],
      'editor/title': [
        ['timeline.later', isTimeline, 'navigation@1'],
        ['timeline.earlier', isTimeline, 'navigation@2'],
        ['timeline.filter', isTimeline, 'navigation@3'],
        ['timeline.refresh', isTimeline, 'navigation@4'],
      ],
    }),
  },
};
