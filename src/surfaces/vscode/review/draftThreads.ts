import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { placeRange } from '../problems/placeRange.js';
import { type FindingDraft, isFindingDraft, type ReviewDrafts } from '../repository/reviewDrafts.js';
import type { Revision } from '../repository/revision.js';
import { DraftComment } from './typedComment.js';

export class DraftThreads {
  /** Threads by document URI, then by draft id. */
  private readonly shown = new Map<string, Map<string, vscode.CommentThread>>();

  constructor(private readonly drafts: ReviewDrafts) {}

  get all(): readonly vscode.CommentThread[] {
    return [...this.shown.values()].flatMap(threads => [...threads.values()]);
  }

  /** Shows the drafts on this side of a file; above the file if on an earlier commit, since lines have moved. */
  show(document: vscode.TextDocument, revision: Revision, controller: vscode.CommentController): void {
    const key = document.uri.toString();
    const threads = this.shown.get(key) ?? new Map<string, vscode.CommentThread>();
    this.shown.set(key, threads);
    const wanted = this.drafts
      .of(revision)
      .filter(isFindingDraft)
      .filter(({ revision: { path, side } }) => path === revision.path && side === revision.side);
    for (const [id, thread] of threads) {
      if (wanted.some(draft => draft.id === id)) continue;
      thread.dispose();
      threads.delete(id);
    }
    for (const draft of wanted) {
      const thread = threads.get(draft.id);
      if (thread !== undefined && !isSame(thread, draft)) thread.comments = [new DraftComment(draft)];
      if (thread !== undefined) continue;
      const isHere = draft.revision.commit === revision.commit;
      const range =
        isHere && draft.lines !== null
          ? placeRange(document, { path: revision.path, lines: draft.lines, outdated: false })
          : undefined;
      const made = controller.createCommentThread(document.uri, range as vscode.Range, [new DraftComment(draft)]);
      made.canReply = false;
      made.label = isHere ? l10n.t('Your review') : l10n.t('Your review of an earlier commit');
      made.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
      threads.set(draft.id, made);
    }
  }

  forget(key: string): void {
    for (const thread of this.shown.get(key)?.values() ?? []) thread.dispose();
    this.shown.delete(key);
  }
}

function isSame({ comments: [comment] }: vscode.CommentThread, draft: FindingDraft): boolean {
  return comment instanceof DraftComment && JSON.stringify(comment.draft) === JSON.stringify(draft);
}
