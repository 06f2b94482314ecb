import { offeredWith } from './availability.js';
import { type Fragment, localised } from './fragment.js';

export const dashboardCommand = 'stateroom.dashboard.open';
export const dashboardViewType = 'stateroom.dashboard';

/** The dashboard: one command; the panel comes back with the window. */
export const dashboardFragment: Fragment = {
  contributes: {
    commands: [
      {
        command: dashboardCommand,
        title: localised('command.dashboard.open.title', 'Open Dashboard'),
        category: 'Stateroom',
        icon: '$(dashboard)',
      },
    ],
    menus: {
      commandPalette: [{ command: dashboardCommand, when: offeredWith.folder }],
      'view/title': [{ command: dashboardCommand, when: 'view == stateroom.queue', group: '2_show@1' }],
    },
  },
  activationEvents: [`onWebviewPanel:${dashboardViewType}`],
};
