import { findingRecord } from '../operations/finding/findingRecord.js';
import { workerApprove } from '../operations/lane/worker/workerApprove.js';
import { workerMerge } from '../operations/lane/worker/workerMerge.js';
import { workerRequestChanges } from '../operations/lane/worker/workerRequestChanges.js';
import { offeredWith } from './availability.js';
import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import { inDiff } from './submenus.js';
import { chord, declareCommands, declareMenus, type MenuAct, type OwnCommands } from './viewParts.js';

const ownCommands: OwnCommands = {
  'review.addFinding': { title: 'Add Medium Finding', writes: true },
  'review.otherSeverity': { title: 'Other Severity…', writes: true },
  'review.reply': { title: 'Reply', writes: true },
  'review.begin': { title: 'Start Review', writes: true },
  'review.addToReview': { title: 'Add to Review', writes: true },
  'review.addSuggestion': { title: 'Add Suggestion' },
  'review.discard': { title: 'Discard' },
  'review.editDraft': { title: 'Edit Comment', icon: 'edit' },
  'review.saveDraft': { title: 'Save' },
  'review.changeSeverity': { title: 'Change Severity…', icon: 'list-selection' },
  'review.deleteDraft': { title: 'Delete Comment', icon: 'trash' },
  'review.applySuggestion': { title: 'Apply Suggestion', icon: 'wand', writes: true },
  'review.finish': {
    title: 'Finish Review…',
    icon: 'comment-discussion',
    palette: contextKeys.reviewBegun,
    writes: true,
  },
  'review.nextUnresolved': { title: 'Next Unresolved Comment', palette: offeredWith.lanes, writes: true },
  'review.previousUnresolved': { title: 'Previous Unresolved Comment', palette: offeredWith.lanes, writes: true },
};

const comment = 'commentController == stateroom.review';
/** Threads in a lane's diff, and those of findings in files. */
const ours = 'commentController =~ /^stateroom\\.(findings|review)$/';
/** The input box of a new comment. */
const typing = `${comment} && commentThreadIsEmpty`;
const replying = `${comment} && commentThread =~ /^finding /`;
/** An unsubmitted comment: a finding or a reply. */
const draft = `${comment} && comment =~ /^draft/`;
const draftFinding = `${comment} && comment == draft`;

/** Buttons in a lane's diff, of one file or all, with the worker's states that show them. */
const decisions: readonly MenuAct[] = [inDiff, 'activeEditor == multiDiffEditor'].flatMap(diff => {
  const reviewed = (...states: readonly string[]): string =>
    `${diff} && ${contextKeys.reviewedLane} =~ /^(${states.join('|')})$/`;
  return [
    [workerApprove, reviewed('IN_REVIEW'), 'navigation@-4'],
    [workerMerge, reviewed('APPROVED'), 'navigation@-4'],
    [workerRequestChanges, reviewed('IN_REVIEW', 'APPROVED'), 'navigation@-3'],
    ['review.finish', `${reviewed('.+')} && ${contextKeys.reviewBegun}`, 'navigation@-5'],
  ] satisfies MenuAct[];
});

export const reviewFragment: Fragment = {
  contributes: {
    commands: declareCommands(ownCommands),
    keybindings: [chord('j', 'stateroom.review.nextUnresolved'), chord('k', 'stateroom.review.previousUnresolved')],
    menus: declareMenus(ownCommands, {
      'editor/title': [
        ...decisions,
        ['review.nextUnresolved', inDiff, '2_comments@1'],
        ['review.previousUnresolved', inDiff, '2_comments@2'],
        ['lane.showBase', inDiff, 'scope>1@1'],
        ['lane.showSinceReview', inDiff, 'scope>1@2'],
        ['lane.showUncommitted', inDiff, 'scope>1@3'],
        ['lane.showCommit', inDiff, 'scope>1@4'],
        ['lane.showSlice', inDiff, 'scope>1@5'],
      ],
      'editor/context': [[findingRecord, `isWorkspaceTrusted && ${inDiff}`, '9_stateroom@1']],
      'comments/commentThread/context': [
        ['review.addFinding', `${typing} && !${contextKeys.reviewBegun}`, 'inline@1'],
        ['review.begin', `${typing} && !${contextKeys.reviewBegun}`, 'inline@2'],
        ['review.addToReview', `${typing} && ${contextKeys.reviewBegun}`, 'inline@1'],
        ['review.addFinding', `${typing} && ${contextKeys.reviewBegun}`, 'inline@2'],
        ['review.otherSeverity', typing, 'inline@3'],
        ['review.addSuggestion', typing, 'inline@4'],
        ['review.reply', 'commentController == stateroom.findings && commentThread =~ /^finding /', 'inline@1'],
        ['review.reply', `${replying} && !${contextKeys.reviewBegun}`, 'inline@1'],
        ['review.begin', `${replying} && !${contextKeys.reviewBegun}`, 'inline@2'],
        ['review.addToReview', `${replying} && ${contextKeys.reviewBegun}`, 'inline@1'],
        ['review.reply', `${replying} && ${contextKeys.reviewBegun}`, 'inline@2'],
      ],
      'comments/commentThread/title': [
        ['review.applySuggestion', `${comment} && commentThread =~ /status:open suggestion$/`, 'inline@0'],
      ],
      'comments/comment/title': [
        ['review.finish', draft, 'inline@0'],
        ['review.editDraft', draft, 'inline@1'],
        ['review.changeSeverity', draftFinding, 'inline@2'],
        ['review.deleteDraft', draft, 'inline@3'],
      ],
      'comments/comment/context': [
        ['review.addFinding', `${comment} && comment == unsent`, 'inline@1'],
        ['review.begin', `${comment} && comment == unsent && !${contextKeys.reviewBegun}`, 'inline@2'],
        ['review.addToReview', `${comment} && comment == unsent && ${contextKeys.reviewBegun}`, 'inline@2'],
        ['review.otherSeverity', `${comment} && comment == unsent`, 'inline@3'],
        ['review.reply', `${ours} && comment == unsentReply`, 'inline@1'],
        ['review.saveDraft', draft, 'inline@1'],
        ['review.discard', `${ours} && comment =~ /^(unsent|unsentReply|draft|draftReply)$/`, 'inline@4'],
      ],
    }),
  },
};
