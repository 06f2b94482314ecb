export type View = 'Now' | 'Queue' | 'Lanes' | 'Findings';

/** What a view says in place of rows. */
export interface WelcomePage {
  readonly words: string;
  readonly buttons: readonly string[];
}

const openFolder = ['Open Folder'];
const trust = ['Manage Workspace Trust'];
const wrong = ['Show What Is Wrong', 'Show Log'];
const broken = {
  Now: { words: 'What is at hand in this repository cannot be shown.', buttons: wrong },
  Lanes: { words: 'The lanes of this repository cannot be shown.', buttons: wrong },
  Findings: { words: 'The findings of this repository cannot be shown.', buttons: wrong },
};
const noRepository = {
  Now: { words: 'Tasks belong to a git repository. Open a folder that is in one.', buttons: openFolder },
  Lanes: { words: 'Lanes are work trees of a git repository. Open a folder that is in one.', buttons: openFolder },
  Findings: { words: 'Findings belong to a git repository. Open a folder that is in one.', buttons: openFolder },
};

/** What each view says, by what is in the way of its rows. */
export const welcomePages = {
  noFolder: {
    ...noRepository,
    Queue: {
      words: 'Stateroom keeps the queue of a git repository. Open a folder that is in one.',
      buttons: ['Open Folder', 'Clone Repository'],
    },
  },
  noRepository: {
    ...noRepository,
    Queue: {
      words:
        'This folder is not in a git repository. Stateroom keeps its queue beside the history of one, so that every work tree and every agent sees the same work.',
      buttons: ['Initialize Repository', 'Open Folder'],
    },
  },
  empty: {
    Now: {
      words: 'No task here yet. A task is work on a branch: in small steps (slices), judged before review (gates).',
      buttons: ['Start Task…'],
    },
    Queue: {
      words: 'The queue is empty. Add what is to be done; you and every connected agent take work from here.',
      buttons: ['Add Work Item', 'Connect an Agent…'],
    },
    Lanes: {
      words:
        'No lanes. A lane is a branch with a work tree, a port and paths of its own, in which one agent works beside the others.',
      buttons: ['Spawn Worker'],
    },
    Findings: {
      words:
        'No findings. What a reviewer or a tool remarks stands here and on the lines it is about, until it is fixed.',
      buttons: ['Record Finding', 'Import Findings…'],
    },
  },
  nothingFound: {
    Queue: { words: 'No work item matches the filter.', buttons: ['Clear Filter', 'Change Filter…'] },
    Findings: { words: 'No finding matches the filter.', buttons: ['Clear Filter', 'Change Filter…'] },
  },
  restricted: {
    Now: {
      words:
        'In Restricted Mode no task is shown: only git, which is not run here, says which one belongs to this work tree.',
      buttons: trust,
    },
    Queue: {
      words: 'The queue is empty. In Restricted Mode Stateroom shows work items but changes nothing.',
      buttons: trust,
    },
    Lanes: { words: 'There are no lanes. In Restricted Mode Stateroom shows them but opens none.', buttons: trust },
    Findings: {
      words: 'In Restricted Mode Stateroom shows nothing about the code of this workspace.',
      buttons: trust,
    },
  },
  gone: {
    ...broken,
    Queue: {
      words:
        'This repository is gone from its folder. Put it back where it was and everything is here again, or close the folder in this window.',
      buttons: ['Look Again', 'Open Folder'],
    },
  },
  corrupt: {
    ...broken,
    Queue: {
      words:
        'The store of this repository is damaged. Nothing was changed or removed; what is left of it can be checked and backed up.',
      buttons: ['Check Store', 'Back Up Store'],
    },
  },
  tooNew: {
    ...broken,
    Queue: {
      words: 'The store of this repository was written by a newer Stateroom. Update the extension to go on.',
      buttons: ['Check for Updates', 'Show Log'],
    },
  },
  failed: {
    ...broken,
    Queue: { words: 'The store of this repository cannot be read.', buttons: ['Try Again', 'Show Log'] },
  },
} satisfies Record<string, Partial<Record<View, WelcomePage>>>;
