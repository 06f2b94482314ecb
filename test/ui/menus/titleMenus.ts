import type { TitleMenu } from './rowMenu.js';

const setUp = ['Open Home', 'Open Timeline', 'Connect Agents…'];

/** What the title bars of the views offer, by what is in the view. */
export const titleMenus = {
  now: {
    empty: { buttons: ['Start Task…', 'Refresh Now'], more: [] },
    task: {
      buttons: ['Run Command as Evidence…', 'Choose Task…', 'Refresh Now'],
      more: [
        ...['Start Task…', 'Finish Task'],
        ...['Start Slice…', 'Close Slice…', 'Add Next Action…', 'Add Blocker…', 'Record Decision…'],
        ...['Start Review', 'Register Plan…'],
      ],
    },
  },
  queue: {
    items: {
      buttons: ['Add Work Item…', 'Filter Queue…', 'Search…', 'Refresh Queue'],
      more: ['Claim Next Work Item', 'Import Work Items…', ...setUp],
    },
    filtered: {
      buttons: ['Add Work Item…', 'Change Queue Filter…', 'Search…', 'Refresh Queue'],
      more: ['Claim Next Work Item', 'Import Work Items…', 'Clear Queue Filter', ...setUp],
    },
    repositories: {
      buttons: ['Add Work Item…', 'Filter Queue…', 'Search…', 'Refresh Queue'],
      more: ['Claim Next Work Item', 'Import Work Items…', ...setUp, 'Choose Repository…'],
    },
  },
  needsYou: {
    needs: { buttons: ['Go to Next in Needs You', 'Open Home'], more: [] },
  },
  lanes: {
    empty: { buttons: ['New Lane…', 'Refresh Lanes'], more: ['Repair Lanes', 'Adopt Worktree…', 'Find Lost Work…'] },
    lanes: {
      buttons: ['New Lane…', 'Refresh Lanes'],
      more: ['Repair Lanes', 'Adopt Worktree…', 'Show Messages…', 'Show Reports…', 'Show Backups…', 'Find Lost Work…'],
    },
  },
  findings: {
    bySeverity: {
      buttons: ['Record Finding…', 'Filter Findings…', 'Refresh Findings'],
      more: ['Import Findings…', 'Export Findings…', 'Group Findings by File', 'Group Findings by Review Run'],
    },
    byFile: {
      buttons: ['Record Finding…', 'Filter Findings…', 'Refresh Findings'],
      more: ['Import Findings…', 'Export Findings…', 'Group Findings by Severity', 'Group Findings by Review Run'],
    },
    filtered: {
      buttons: ['Record Finding…', 'Change Findings Filter…', 'Clear Findings Filter', 'Refresh Findings'],
      more: ['Import Findings…', 'Export Findings…', 'Group Findings by File', 'Group Findings by Review Run'],
    },
  },
  investigations: {
    runs: { buttons: ['Start Investigation…', 'Refresh Investigations'], more: [] },
  },
} satisfies Record<string, Record<string, TitleMenu>>;

/** What the editor offers about the file that is open, by where it does. */
export const editorActs = {
  'editor/title': [
    'Close Slice with This Decision',
    'Copy Page as Markdown',
    'Open as Text',
    'Show Later Events',
    'Show Earlier Events',
    'Filter Timeline…',
    'Refresh Timeline',
    'Approve Work',
    'Request Changes…',
    'Merge Work…',
    'Finish Review…',
    'Show Changes Against Base',
    'Show Changes Since My Last Review',
    'Show Uncommitted Changes',
    'Show Changes of Commit…',
    'Show Changes of Slice…',
    'Next Unresolved Comment',
    'Previous Unresolved Comment',
    'Go to Next in Needs You',
  ],
  'comments/commentThread/context': [
    'Add Medium Finding',
    'Start Review',
    'Add to Review',
    'Other Severity…',
    'Add Suggestion',
    'Reply',
  ],
  'comments/comment/title': ['Finish Review…', 'Edit Comment', 'Change Severity…', 'Delete Comment'],
  'comments/comment/context': [
    'Save',
    'Discard',
    'Add Medium Finding',
    'Reply',
    'Start Review',
    'Add to Review',
    'Other Severity…',
  ],
  'editor/context': ['Record Finding…'],
  'comments/commentThread/title': [
    'Ask Agent to Fix…',
    'Mark as Fixed…',
    'Defer…',
    'Mark as Won’t Fix…',
    'Reopen…',
    'Apply Suggestion',
  ],
} as const;
