import { offeredWith } from './availability.js';
import type { Fragment } from './fragment.js';
import { declareCommands, declareMenus, type OwnCommands } from './viewParts.js';

export const dashboardCommand = 'stateroom.dashboard.open';
export const dashboardViewType = 'stateroom.dashboard';

const ownCommands: OwnCommands = {
  'dashboard.open': { title: 'Open Home', icon: 'dashboard', palette: offeredWith.folder },
  'retro.open': { title: 'Weekly Retrospective', asks: true, palette: offeredWith.store, writes: true },
};

/** The dashboard's command; the panel is restored with the window. */
export const dashboardFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    menus: declareMenus(ownCommands, {
      'view/title': [['dashboard.open', 'view == stateroom.queue', '2_show@1']],
    }),
  },
  activationEvents: [`onWebviewPanel:${dashboardViewType}`],
};
