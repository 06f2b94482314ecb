import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ReviewDrafts } from '../repository/reviewDrafts.js';
import { Disposables } from '../support/disposables.js';

/** Offers to finish the review from every diff, even in editors where an extension cannot add to the title. */
export class UnfinishedReviewItem implements vscode.Disposable {
  private readonly owned = new Disposables();

  constructor(drafts: ReviewDrafts) {
    const item = this.owned.add(
      vscode.window.createStatusBarItem('stateroom.review', vscode.StatusBarAlignment.Left, 0),
    );
    item.name = l10n.t('Stateroom Review');
    item.command = 'stateroom.review.finish';
    item.tooltip = l10n.t('Only you see these comments until you finish the review.');
    const show = (): void => {
      const { length } = drafts.all;
      item.text = `$(comment-discussion) ${l10n.t('Finish Review ({0})', length)}`;
      if (length === 0) item.hide();
      else item.show();
    };
    this.owned.add(drafts.onDidChange(show));
    show();
  }

  dispose(): void {
    this.owned.dispose();
  }
}
