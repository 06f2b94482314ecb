import type { Fragment } from './fragment.js';
import { declareCommands, declarePalette, type OwnCommand } from './viewParts.js';

const isPage = 'resourceScheme == stateroom && editorLangId == markdown';

const ownCommands: readonly OwnCommand[] = [
  { command: 'stateroom.page.copy', title: 'Copy Page as Markdown', icon: '$(copy)', palette: isPage },
];

/** The read-only pages of records. */
export const pagesFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    menus: {
      commandPalette: declarePalette(ownCommands),
      'editor/title': [{ command: 'stateroom.page.copy', when: isPage, group: 'navigation@9' }],
    },
  },
};
