import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import { suggestionIn, suggestionOf } from '../../../domain/finding/suggestion.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import { block, fenced } from '../../../present/markdownBlock.js';
import { severityLooks } from '../../../present/severity.js';
import { findingStatusLooks } from '../../../present/status.js';
import { translate } from '../support/translate.js';

/** An unrecorded comment of the person here; with a `key`, which identifies its content, one of an open review. */
interface OwnComment extends vscode.Comment {
  readonly contextValue: string;
  readonly key?: string;
}

export interface ThreadContent {
  readonly label: string;
  readonly state: vscode.CommentThreadState;
  /** For when clauses of menus, and for the commands that a menu calls: `finding ref:F-3 status:open suggestion`. */
  readonly contextValue: string;
  readonly comments: readonly vscode.Comment[];
}

/** Returns the finding as first comment, its replies, reopenings and end. None of it is rendered as Markdown. */
export function threadContent(finding: Finding): ThreadContent {
  const { ref, severity, status } = finding;
  const { Resolved, Unresolved } = vscode.CommentThreadState;
  return {
    label: l10n.t(
      '{0} · {1} · {2}',
      ref,
      severityLooks[severity].word(translate),
      findingStatusLooks[status].word(translate),
    ),
    state: status === 'open' ? Unresolved : Resolved,
    contextValue: `finding ref:${ref} status:${status}${suggestionOf(finding) === undefined ? '' : ' suggestion'}`,
    comments: [
      comment(findingBody(finding), finding.tool ?? finding.actor, finding.createdAt),
      ...finding.replies.map(({ text, actor, at }) => comment(withSuggestion(text) ?? block(text), actor, at)),
      ...(finding.reopenReason === null
        ? []
        : [comment(block(finding.reopenReason), l10n.t('reopened'), finding.reopenedAt ?? finding.updatedAt)]),
      ...(status === 'open' ? [] : [comment(block(ending(finding)), finding.resolvedBy, finding.resolvedAt)]),
    ],
  };
}

/** Applies differences only, since the editor redraws on each change. `drafts`: the person's unsubmitted replies. */
export function renewThread(
  thread: vscode.CommentThread,
  range: vscode.Range | undefined,
  finding: Finding,
  drafts: readonly OwnComment[] = [],
): void {
  const isSame = range === undefined ? thread.range === undefined : thread.range?.isEqual(range) === true;
  if (!isSame) thread.range = range;
  const { label, state, contextValue, comments: recorded } = threadContent(finding);
  const typed = thread.comments.filter(isOwn);
  const unsent = typed.filter(({ key }) => key === undefined);
  // Reuses the shown comment of an unchanged draft, which may be in edit mode.
  const own = drafts.map(draft => typed.find(({ key }) => key === draft.key) ?? draft);
  const comments = [...recorded, ...own, ...unsent];
  if (thread.label !== label) thread.label = label;
  if (thread.state !== state) thread.state = state;
  if (thread.contextValue !== contextValue) thread.contextValue = contextValue;
  if (textOf(thread.comments) !== textOf(comments)) thread.comments = comments;
}

/** Returns the `F-3` of a thread; undefined for other values. */
export function findingOfThread(thread: unknown): string | undefined {
  if (typeof thread !== 'object' || thread === null || !('contextValue' in thread) || !('comments' in thread)) {
    return undefined;
  }
  return /^finding ref:(F-\d+) /.exec(String(thread.contextValue))?.[1];
}

function findingBody({ text, fix }: Finding): string {
  const said = withSuggestion(text) ?? block(text);
  if (fix === null) return said;
  return `${said}\n\n${withSuggestion(fix) ?? l10n.t('Suggested fix: {0}', inlineMarkdown(fix))}`;
}

/** Returns the text with its suggestion as a code block below; undefined for a text without one. */
function withSuggestion(text: string): string | undefined {
  const found = suggestionIn(text);
  if (found === undefined) return undefined;
  const rest = found.rest === '' ? '' : `${block(found.rest)}\n\n`;
  return `${rest}${l10n.t('Suggestion:')}\n\n${fenced(found.lines, '')}`;
}

function ending({ status, note, fixedCommit }: Finding): string {
  const word = findingStatusLooks[status].word(translate);
  const inCommit = fixedCommit === null ? word : l10n.t('{0} in {1}', word, fixedCommit.slice(0, 10));
  return note === null ? inCommit : l10n.t('{0}: {1}', inCommit, note);
}

/** `body` is Markdown in which text written by others is escaped. */
function comment(body: string, author: string | null, at: string | null): vscode.Comment {
  return {
    body: new vscode.MarkdownString(body),
    mode: vscode.CommentMode.Preview,
    author: { name: oneLine(author ?? l10n.t('Someone')) },
    ...(at === null ? {} : { timestamp: new Date(at) }),
  };
}

/** Recorded comments have no context value. */
function isOwn(comment: vscode.Comment): comment is OwnComment {
  return comment.contextValue !== undefined;
}

function textOf(comments: readonly vscode.Comment[]): string {
  return JSON.stringify(
    comments.map(comment => {
      const { body, author } = comment;
      if (isOwn(comment) && comment.key !== undefined) return comment.key;
      return [typeof body === 'string' ? body : body.value, author.name];
    }),
  );
}
