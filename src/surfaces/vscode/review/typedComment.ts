import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { severityLooks } from '../../../present/severity.js';
import { translate } from '../support/translate.js';
import type { Draft } from './reviewDrafts.js';

/** A comment that a person typed and that is recorded nowhere yet. */
export interface TypedComment {
  readonly thread: vscode.CommentThread;
  readonly text: string;
}

/** One that could not be recorded: it is edited in its thread until it is, or is thrown away. */
class UnsentComment implements vscode.Comment {
  readonly mode = vscode.CommentMode.Editing;
  readonly contextValue = 'unsent';
  readonly author = { name: l10n.t('Not recorded yet') };

  constructor(
    /** The editor puts here what is typed. */
    public body: string,
    readonly thread: vscode.CommentThread,
  ) {}
}

/** A comment of a review that is not submitted. */
export class DraftComment implements vscode.Comment {
  mode = vscode.CommentMode.Preview;
  readonly contextValue = 'draft';
  readonly label = l10n.t('Pending');
  readonly author: vscode.CommentAuthorInformation;
  /** The editor puts here what is typed. */
  body: string | vscode.MarkdownString;

  constructor(readonly draft: Draft) {
    this.author = { name: severityLooks[draft.severity].word(translate) };
    // Plain text: what looks like a link or a picture is none.
    this.body = new vscode.MarkdownString().appendText(draft.text);
  }
}

/** What the editor gives to the buttons of a comment's box: a reply, or a comment that is edited. */
export function typedIn(given: unknown): TypedComment | undefined {
  if (given instanceof UnsentComment) return { thread: given.thread, text: given.body };
  if (typeof given !== 'object' || given === null || !('thread' in given) || !('text' in given)) return undefined;
  return { thread: given.thread as vscode.CommentThread, text: String(given.text) };
}

/** Keeps what was typed in its thread, to be sent again. */
export function keepTyped({ thread, text }: TypedComment): void {
  thread.comments = [new UnsentComment(text, thread)];
  thread.canReply = false;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
}
