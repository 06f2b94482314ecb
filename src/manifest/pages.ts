import type { Fragment } from './fragment.js';
import { declareCommands, declareMenus, type OwnCommands } from './viewParts.js';

const isPage = 'resourceScheme == stateroom && editorLangId == markdown';

const ownCommands: OwnCommands = {
  'page.copy': { title: 'Copy Page as Markdown', icon: 'copy', palette: isPage },
};

/** The read-only pages of records. */
export const pagesFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    menus: declareMenus(ownCommands, {
      'editor/title': [['page.copy', isPage, 'navigation@9']],
    }),
  },
};
