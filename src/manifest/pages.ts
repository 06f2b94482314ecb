import type { Fragment } from './fragment.js';
import { declareCommands, declareMenus, type OwnCommands } from './viewParts.js';

export const recordViewType = 'stateroom.record';

const isPage = 'resourceScheme == stateroom && editorLangId == markdown';
const isRecord = `activeWebviewPanelId == ${recordViewType}`;

const ownCommands: OwnCommands = {
  'page.copy': { title: 'Copy Page as Markdown', icon: 'copy', palette: isPage },
  'page.openAsText': { title: 'Open as Text', icon: 'go-to-file', palette: isRecord },
};

/** Record pages, with buttons or as read-only text; in the Markdown preview also weekly pages with their plots. */
export const pagesFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    menus: declareMenus(ownCommands, {
      'editor/title': [
        ['page.copy', isPage, 'navigation@9'],
        ['page.openAsText', isRecord, 'navigation@9'],
      ],
    }),
    'markdown.previewScripts': ['./media/retroPreview.js'],
  },
  activationEvents: [`onWebviewPanel:${recordViewType}`],
};
