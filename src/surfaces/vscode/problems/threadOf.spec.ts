import { expect, it, vi } from 'vitest';
import { finding } from '../../../../test/support/finding.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

import * as vscode from 'vscode';
import { DraftComment, dropTyped, keepTyped } from '../review/typedComment.js';
import { renewThread, threadContent } from './threadOf.js';

const at = '2026-11-21T12:00:00.000Z';
const reply = (actor: string, text: string) => ({ key: null, actor, role: 'agent', text, at }) as const;
const draft = (id: string, text: string) => ({
  id,
  text,
  finding: 'F-1',
  revision: {
    ...{ repository: '/shop/.git', top: '/shop', lane: 'login', side: 'head' as const, path: 'a.ts', commit: 'abc1' },
    across: { path: 'a.ts', commit: '' },
  },
});

function threadOf(comments: readonly vscode.Comment[]): vscode.CommentThread {
  return { comments, canReply: true, dispose: vi.fn() } as unknown as vscode.CommentThread;
}

const said = ({ comments }: vscode.CommentThread): string[] =>
  comments.map(({ body, author, mode }) => {
    const text = typeof body === 'string' ? body : body.value;
    return `${author.name}: ${text}${mode === vscode.CommentMode.Editing ? ' (edited)' : ''}`;
  });

it('shows replies below the finding, before what ended it, and nothing of them as Markdown', () => {
  const replies = [reply('codex', 'The caller [counts](command:x)'), reply('Ada', 'It does not')];
  const ended = { status: 'wontfix', note: 'as meant', resolvedBy: 'Ada', resolvedAt: at } as const;
  expect(said(threadOf(threadContent(finding(1, { replies, ...ended })).comments))).toEqual([
    'codex: Remark 1',
    'codex: The caller \\[counts\\](command:x)',
    'Ada: It does not',
    'Ada: won’t fix: as meant',
  ]);
});

it('keeps what is typed in a thread while its finding changes, until it is sent', () => {
  const thread = threadOf(threadContent(finding(1)).comments);
  keepTyped({ thread, text: 'Not sent' });
  expect([said(thread), thread.canReply]).toEqual([['codex: Remark 1', 'Not recorded yet: Not sent (edited)'], false]);
  expect(thread.comments[1]?.contextValue).toBe('unsentReply');
  renewThread(thread, undefined, finding(1, { replies: [reply('Ada', 'Meanwhile')] }));
  expect(said(thread)).toEqual(['codex: Remark 1', 'Ada: Meanwhile', 'Not recorded yet: Not sent (edited)']);
  dropTyped({ thread, text: 'Not sent' });
  expect([said(thread), thread.canReply]).toEqual([['codex: Remark 1', 'Ada: Meanwhile'], true]);
  expect(thread.dispose).not.toHaveBeenCalled();
});

it('shows replies of a review that is not finished, and leaves the box of one that is edited', () => {
  const thread = threadOf(threadContent(finding(1)).comments);
  renewThread(thread, undefined, finding(1), [new DraftComment(draft('1', 'Why?'))]);
  expect(said(thread)).toEqual(['codex: Remark 1', 'Reply: Why?']);
  const edited = thread.comments[1] as DraftComment;
  Object.assign(edited, { mode: vscode.CommentMode.Editing, body: 'Why' });
  renewThread(thread, undefined, finding(1, { replies: [reply('Ada', 'Meanwhile')] }), [
    new DraftComment(draft('1', 'Why?')),
  ]);
  expect(said(thread)).toEqual(['codex: Remark 1', 'Ada: Meanwhile', 'Reply: Why (edited)']);
  renewThread(thread, undefined, finding(1), [new DraftComment(draft('1', 'Why now?'))]);
  expect(said(thread)).toEqual(['codex: Remark 1', 'Reply: Why now?']);
  renewThread(thread, undefined, finding(1));
  expect(said(thread)).toEqual(['codex: Remark 1']);
});

it('is gone with what was typed where nothing was recorded', () => {
  const thread = threadOf([]);
  keepTyped({ thread, text: 'A finding' });
  expect(thread.comments[0]?.contextValue).toBe('unsent');
  dropTyped({ thread, text: 'A finding' });
  expect(thread.dispose).toHaveBeenCalledOnce();
});
