export type View = 'Now' | 'Queue' | 'Needs You' | 'Lanes' | 'Findings' | 'Investigations';

/** What a view says in place of rows, the words of links in it too; a link alone on its line is a button. */
export interface WelcomePage {
  readonly words: string;
  readonly buttons: readonly string[];
}

const openFolder = ['Open Folder'];
const trust = ['Manage Workspace Trust'];
const wrong = ['Show Problem', 'Show Log'];
const broken = {
  Now: { words: 'Cannot show the current work in this repository.', buttons: wrong },
  'Needs You': { words: 'Cannot show what needs you in this repository.', buttons: wrong },
  Lanes: { words: 'Cannot show the lanes of this repository.', buttons: wrong },
  Findings: { words: 'Cannot show the findings of this repository.', buttons: wrong },
  Investigations: { words: 'Cannot show the investigations of this repository.', buttons: wrong },
};
const noRepository = {
  Now: { words: 'Tasks need a git repository. Open a folder in one.', buttons: openFolder },
  'Needs You': { words: 'Open a folder in a git repository to see what needs you.', buttons: openFolder },
  Lanes: { words: 'Lanes need a git repository. Open a folder in one.', buttons: openFolder },
  Findings: { words: 'Findings need a git repository. Open a folder in one.', buttons: openFolder },
  Investigations: { words: 'Investigations need a git repository. Open a folder in one.', buttons: openFolder },
};

/** What each view says, by what is in the way of its rows. */
export const welcomePages = {
  noFolder: {
    ...noRepository,
    Queue: {
      words: 'Stateroom keeps a task queue for a git repository. Open a folder in one.',
      buttons: ['Open Folder', 'Clone Repository'],
    },
  },
  noRepository: {
    ...noRepository,
    Queue: {
      words:
        'This folder is not in a git repository. Stateroom stores its queue in the repository’s .git folder, so that every worktree and agent sees the same work.',
      buttons: ['Initialize Repository', 'Open Folder'],
    },
  },
  empty: {
    Now: {
      words:
        'No task on this branch. A task tracks work on one branch through small steps (slices) and checks (gates).\nStart Task… · Glossary',
      buttons: [],
    },
    Queue: {
      words:
        'The queue is empty. Add work items; you and every connected agent work from here.\nThen: Connect Agents…\nNew here? How It Fits Together · Glossary',
      buttons: ['Add Work Item…'],
    },
    'Needs You': {
      words:
        'Nothing needs your attention. Open findings, blockers, questions of agents, work to review or merge, and stopped workers appear here. Glossary',
      buttons: ['Open Home'],
    },
    Lanes: {
      words:
        'No lanes yet. A lane is a branch with its own worktree, port and paths, in which one agent works alongside the others.\nNew Lane… · Glossary',
      buttons: [],
    },
    Findings: {
      words:
        'No findings yet. Review comments appear here and in the code until they are fixed.\nRecord Finding… · Import Findings… · Glossary',
      buttons: [],
    },
    Investigations: {
      words:
        'No investigations yet. An investigation keeps a question with its hypotheses, evidence and what was learned.\nStart Investigation… · Glossary',
      buttons: [],
    },
  },
  nothingFound: {
    Queue: { words: 'No work items match the filter.', buttons: ['Clear Filter', 'Change Filter…'] },
    Findings: { words: 'No findings match the filter.', buttons: ['Clear Filter', 'Change Filter…'] },
  },
  restricted: {
    Now: {
      words: 'In Restricted Mode, git does not run, so the task of this worktree is unknown.',
      buttons: trust,
    },
    Queue: {
      words: 'The queue is empty. In Restricted Mode, Stateroom shows work items but changes nothing.',
      buttons: trust,
    },
    'Needs You': {
      words: 'Nothing needs your attention. In Restricted Mode, Stateroom changes nothing.',
      buttons: trust,
    },
    Lanes: { words: 'No lanes. In Restricted Mode, Stateroom cannot open lanes.', buttons: trust },
    Findings: {
      words: 'In Restricted Mode, Stateroom shows no findings.',
      buttons: trust,
    },
    Investigations: {
      words: 'No investigations. In Restricted Mode, Stateroom cannot start one.',
      buttons: trust,
    },
  },
  gone: {
    ...broken,
    Queue: {
      words: 'The repository was moved or deleted. Move it back to continue, or close the folder in this window.',
      buttons: ['Try Again', 'Open Folder'],
    },
  },
  corrupt: {
    ...broken,
    Queue: {
      words:
        'The store of this repository is damaged. Nothing was changed or removed. Check it, then back up what is left.',
      buttons: ['Check Store', 'Back Up Store…'],
    },
  },
  tooNew: {
    ...broken,
    Queue: {
      words:
        'The store of this repository was written by a newer version of Stateroom. Update the extension to continue.',
      buttons: ['Check for Updates', 'Show Log'],
    },
  },
  failed: {
    ...broken,
    Queue: { words: 'Cannot read the store of this repository.', buttons: ['Try Again', 'Show Log'] },
  },
} satisfies Record<string, Partial<Record<View, WelcomePage>>>;
