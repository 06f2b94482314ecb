import { describe, expect, it } from 'vitest';
import { need } from '../../../../../test/support/need.js';
import { workItem } from '../../../../../test/support/workItem.js';
import { RowNodes } from '../rowNodes.js';
import { type NeedsYouRow, needsYouRows } from './needsYouRows.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const asked = (number: number) => workItem(number, { section: 'needs_you', status: 'waiting_human' });

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
