import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { severityLooks } from '../../../present/severity.js';
import { translate } from '../support/translate.js';
import { type Draft, isRemark } from './reviewDrafts.js';

/** A comment that a person typed and that is recorded nowhere yet. */
export interface TypedComment {
  readonly thread: vscode.CommentThread;
  readonly text: string;
}

/** One that could not be recorded: it is edited in its thread until it is, or is thrown away. */
class UnsentComment implements vscode.Comment {
  readonly mode = vscode.CommentMode.Editing;
  /** For when clauses of menus: a finding of its own, or a reply to the one above it. */
  readonly contextValue: 'unsent' | 'unsentReply';
  readonly author = { name: l10n.t('Not recorded yet') };

  constructor(
    /** The editor puts here what is typed. */
    public body: string,
    readonly thread: vscode.CommentThread,
    isReply: boolean,
  ) {
    this.contextValue = isReply ? 'unsentReply' : 'unsent';
  }
}

/** A comment of a review that is not submitted. */
export class DraftComment implements vscode.Comment {
  mode = vscode.CommentMode.Preview;
  /** For when clauses of menus. */
  readonly contextValue: 'draft' | 'draftReply';
  readonly label = l10n.t('Pending');
  readonly author: vscode.CommentAuthorInformation;
  /** The editor puts here what is typed. */
  body: string | vscode.MarkdownString;

  /** What it says: another text is another comment. */
  readonly key: string;

  constructor(readonly draft: Draft) {
    this.key = JSON.stringify(draft);
    this.contextValue = isRemark(draft) ? 'draft' : 'draftReply';
    this.author = { name: isRemark(draft) ? severityLooks[draft.severity].word(translate) : l10n.t('Reply') };
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
  const recorded = thread.comments.filter(comment => !(comment instanceof UnsentComment));
  thread.comments = [...recorded, new UnsentComment(text, thread, recorded.length > 0)];
  thread.canReply = false;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
}

/** Takes what was typed out of its thread; a thread with nothing else is gone. */
export function dropTyped({ thread }: TypedComment): void {
  const recorded = thread.comments.filter(comment => !(comment instanceof UnsentComment));
  if (recorded.length === 0) {
    thread.dispose();
    return;
  }
  if (recorded.length < thread.comments.length) thread.comments = recorded;
  thread.canReply = true;
}
