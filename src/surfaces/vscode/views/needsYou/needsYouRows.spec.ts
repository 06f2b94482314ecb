import { describe, expect, it } from 'vitest';
import { need } from '../../../../../test/support/need.js';
import { workItem } from '../../../../../test/support/workItem.js';
import { RowNodes } from '../rowNodes.js';
import { type NeedsYouRow, needsYouRows } from './needsYouRows.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const asked = (number: number) => workItem(number, { section: 'needs_you', status: 'waiting_human' });

const questionWith = (choices: string[]) => ({
  ...{ number: 1, question: '', choices, recommended: null, ifNoAnswer: null, from: null, askedAt: null },
  ...{ answer: null, answeredBy: null, answeredAt: null, how: null, before: null },
});

describe('the rows of what needs a person', () => {
  it('are in the order of what they block; work items that are not ranked come last', () => {
    const needs = [need('workItem', 'W-2'), need('approval', 'L-2'), need('question', 'M-7')];
    const rows = needsYouRows({ needs, needsYou: [asked(1), asked(2), asked(3)] }, now);
    expect(rows.map(({ id, type, contextValue }) => [id, type, contextValue])).toEqual([
      ['id-2', 'workItem', 'workItem section:needs_you status:waiting_human act:worker.show'],
      ['need/approval.L-2', 'need', 'need kind:approval ofLane'],
      ['need/question.M-7', 'need', 'need kind:question ofLane'],
      ['id-1', 'workItem', 'workItem section:needs_you status:waiting_human'],
      ['id-3', 'workItem', 'workItem section:needs_you status:waiting_human'],
    ]);
  });

  it('of an item whose lanes have ended name what goes on from there, with its input', () => {
    const acts = [{ operation: 'worker.retry', input: { lane: 'docs' } }];
    const [row] = needsYouRows({ needs: [need('workItem', 'W-1', { acts })], needsYou: [asked(1)] }, now);
    expect(row?.contextValue).toBe('workItem section:needs_you status:waiting_human act:worker.retry');
    expect(row?.inputs).toEqual({ 'worker.retry': { lane: 'docs' } });
    const answer = [{ operation: 'queue.advance', input: { id: 'W-1' } }];
    const [question] = needsYouRows({ needs: [need('workItem', 'W-1', { acts: answer })], needsYou: [asked(1)] }, now);
    expect(question?.contextValue).toBe('workItem section:needs_you status:waiting_human');
  });

  it('of a question with choices list them', () => {
    const [one, other] = ['5', '10'];
    const question = { ...questionWith([one, other]), question: '5 or 10 logins a minute?' };
    const item = workItem(1, { section: 'needs_you', status: 'waiting_human', questions: [question] });
    const acts = [{ operation: 'queue.advance', input: { id: 'W-1' } }];
    const asks = need('workItem', 'W-1', { acts, title: 'Limit logins', text: question.question, lane: null });
    const [row] = needsYouRows({ needs: [asks], needsYou: [item] }, now);
    expect([row?.label, row?.description]).toEqual([
      '5 or 10 logins a minute?',
      '5 / 10 · question · 1 h ago · Limit logins · W-1',
    ]);
    const two = { ...item, questions: [question, { ...question, number: 2 }] };
    expect(needsYouRows({ needs: [asks], needsYou: [two] }, now)[0]?.description).not.toContain('5 / 10');
  });

  it('are told apart one by one when one of fifty changes, within 100 ms', () => {
    const needs = Array.from({ length: 50 }, (_, index) => need('approval', `L-${index + 1}`));
    const nodes = new RowNodes<NeedsYouRow>();
    nodes.show(needsYouRows({ needs, needsYou: [] }, now));
    const began = performance.now();
    const changed = nodes.show(
      needsYouRows({ needs: needs.with(20, { ...need('approval', 'L-21'), blocks: 2 }), needsYou: [] }, now),
    );
    expect(performance.now() - began).toBeLessThan(100);
    expect(changed === 'all' ? changed : changed.map(({ id }) => id)).toEqual(['need/approval.L-21']);
    expect(nodes.changesAt).toBe(Date.UTC(2026, 10, 21, 13, 0, 0));
  });
});
