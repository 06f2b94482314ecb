import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { severityLooks } from '../../../present/severity.js';
import { type Draft, isFindingDraft } from '../repository/reviewDrafts.js';
import { translate } from '../support/translate.js';

export interface TypedComment {
  readonly thread: vscode.CommentThread;
  readonly text: string;
}

/** A comment that could not be recorded: stays editable in its thread until recorded or discarded. */
class UnsentComment implements vscode.Comment {
  readonly mode = vscode.CommentMode.Editing;
  /** For when clauses of menus: a new finding, or a reply to the one above it. */
  readonly contextValue: 'unsent' | 'unsentReply';
  readonly author = { name: l10n.t('Not recorded yet') };

  constructor(
    /** Updated by the editor while the person types. */
    public body: string,
    readonly thread: vscode.CommentThread,
    isReply: boolean,
  ) {
    this.contextValue = isReply ? 'unsentReply' : 'unsent';
  }
}

export class DraftComment implements vscode.Comment {
  mode = vscode.CommentMode.Preview;
  /** For when clauses of menus. */
  readonly contextValue: 'draft' | 'draftReply';
  readonly label = l10n.t('Pending');
  readonly author: vscode.CommentAuthorInformation;
  /** Updated by the editor while the person types. */
  body: string | vscode.MarkdownString;

  /** Identity of the comment, which includes its text. */
  readonly key: string;

  constructor(readonly draft: Draft) {
    this.key = JSON.stringify(draft);
    this.contextValue = isFindingDraft(draft) ? 'draft' : 'draftReply';
    this.author = { name: isFindingDraft(draft) ? severityLooks[draft.severity].word(translate) : l10n.t('Reply') };
    // As plain text, so that links and images are not rendered.
    this.body = new vscode.MarkdownString().appendText(draft.text);
  }
}

/** Reads the argument of a comment box's button: a reply, or a comment being edited. */
export function typedIn(given: unknown): TypedComment | undefined {
  if (given instanceof UnsentComment) return { thread: given.thread, text: given.body };
  if (typeof given !== 'object' || given === null || !('thread' in given) || !('text' in given)) return undefined;
  return { thread: given.thread as vscode.CommentThread, text: String(given.text) };
}

/** Keeps the typed text in its thread, to be sent again. */
export function keepTyped({ thread, text }: TypedComment): void {
  const recorded = thread.comments.filter(comment => !(comment instanceof UnsentComment));
  thread.comments = [...recorded, new UnsentComment(text, thread, recorded.length > 0)];
  thread.canReply = false;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
}

/** Removes the typed text; disposes the thread if nothing else is in it. */
export function dropTyped({ thread }: TypedComment): void {
  const recorded = thread.comments.filter(comment => !(comment instanceof UnsentComment));
  if (recorded.length === 0) {
    thread.dispose();
    return;
  }
  if (recorded.length < thread.comments.length) thread.comments = recorded;
  thread.canReply = true;
}
