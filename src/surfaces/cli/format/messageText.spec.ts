import { describe, expect, it } from 'vitest';
import { findOperation } from '../../../operations/catalogue.js';
import { texts as laneText } from './laneText.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';
import type { View } from './view.js';

const view: View = { style: makeStyle(false), width: 100, now: Date.parse('2026-11-02T10:00:00.000Z') };

function say(name: string, data: unknown, shown: Partial<View> = {}): string {
  const asked = {};
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  return resultText(operation, data, { ...view, ...shown }, asked, laneText);
}

const question = {
  ref: 'M-7',
  kind: 'question',
  from: 'login',
  to: 'person',
  at: '2026-11-02T09:58:00.000Z',
  status: 'open',
  replyTo: null,
  lane: 'login',
  subject: 'May I change the schema?',
  text: 'May I change the schema?\nIt lacks a column.',
  brief: null,
  data: null,
  problem: null,
};

describe('messages on the command line', () => {
  it('are read one below the other, with what to do then', () => {
    const page = { reader: 'person', unread: 1, messages: [question], nextCursor: 'abc' };
    expect(say('message.list', page, { width: undefined })).toBe(
      `M-7  May I change the schema?
  sent    question from login to person, 2026-11-02T09:58:00.000Z
  status  open
  text    It lacks a column.
For more: --cursor abc

1 unread. To acknowledge these: stateroom message acknowledge M-7`,
    );
  });

  it('are sent in a sentence', () => {
    expect(say('message.send', { message: question, sent: true })).toBe('Sent M-7 to person.');
  });
});

describe('what waiting for a person', () => {
  it('is told with who waits and what goes on from here', () => {
    const need = {
      ref: 'L-2',
      kind: 'approval',
      lane: 'login',
      task: null,
      title: 'Limit logins',
      text: null,
      from: 'codex-1',
      since: '2026-11-02T09:00:00.000Z',
      blocks: 2,
      next: 'worker approve login',
    };
    expect(say('lane.needsYou', { total: 3, needs: [need] })).toBe(
      'L-2  ready for review  Limit logins\n  blocks 2 · login · codex-1 · 1 h ago\n  stateroom worker approve login\n\n2 more: --limit 3',
    );
    expect(say('lane.needsYou', { total: 0, needs: [] })).toBe('Nothing needs your attention.');
  });
});
