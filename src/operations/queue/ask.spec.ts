import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, otherAgent, person, TestRepository } from '../../../test/support/testRepository.js';
import type { WorkItem } from '../../domain/workItem/workItem.js';
import { eventsTail } from '../events/eventsTail.js';
import { queueAdvance } from './queueAdvance.js';
import { queueAsk } from './queueAsk.js';
import { queueClaim } from './queueClaim.js';
import { queueNext } from './queueNext.js';
import { queueShow } from './queueShow.js';

const minute = 60_000;
const database = { question: 'Which database?', choices: ['Postgres', 'SQLite'], recommended: 'SQLite' } as const;

let repository: TestRepository;
beforeEach(async () => {
  repository = new TestRepository();
  await repository.add('Store the orders');
  await repository.ok(queueClaim, { id: 'W-1' });
});
afterEach(() => repository.close());

async function ask(more: Record<string, unknown> = {}): Promise<WorkItem> {
  return (await repository.ok(queueAsk, { id: 'W-1', ...database, ...more } as never)).item;
}

async function answer(input: Record<string, unknown>): Promise<WorkItem> {
  return (await repository.ok(queueAdvance, { id: 'W-1', ...input } as never, person)).item;
}

async function show(): Promise<WorkItem> {
  return (await repository.ok(queueShow, { id: 'W-1' })).item;
}

async function lastEvent() {
  const [event] = (await repository.ok(eventsTail, { limit: 1 })).events;
  return event && { type: event.type, actor: event.actor, payload: event.payload };
}

describe('an item that is cancelled with one of two questions open', () => {
  it('keeps its questions and the answer that was given', async () => {
    await ask();
    await ask({ question: 'Which port?', choices: undefined, recommended: undefined });
    await answer({ question: 2, answer: '8080' });
    const item = await answer({ to: 'cancelled' });
    expect([item.status, item.question, item.answer]).toEqual(['cancelled', '1. Which database?', '2. 8080']);
    expect(item.questions.map(one => [one.question, one.answer])).toEqual([
      ['Which database?', null],
      ['Which port?', '8080'],
    ]);
  });

  it('keeps it beside the words of the cancellation', async () => {
    await ask();
    await ask({ question: 'Which port?', choices: undefined, recommended: undefined });
    await answer({ question: 2, answer: '8080' });
    expect((await answer({ to: 'cancelled', answer: 'Not needed' })).answer).toBe('2. 8080\nNot needed');
  });
});

describe('a question with choices', () => {
  it('is shown with them, and its event has them', async () => {
    const item = await ask({ choices: ['Postgres', ' SQLite '], recommended: '2' });
    expect(item).toMatchObject({ status: 'waiting_human', question: 'Which database?', answer: null });
    expect(item.questions).toEqual([
      {
        number: 1,
        question: 'Which database?',
        choices: ['Postgres', 'SQLite'],
        recommended: 'SQLite',
        ifNoAnswer: null,
        from: 'codex',
        askedAt: '2026-11-02T10:00:00.000Z',
        answer: null,
        answeredBy: null,
        answeredAt: null,
        how: null,
        before: null,
      },
    ]);
    expect(await lastEvent()).toEqual({
      type: 'work_item_asked',
      actor: 'codex',
      payload: {
        status: 'waiting_human',
        question: 'Which database?',
        choices: ['Postgres', 'SQLite'],
        recommended: 'SQLite',
      },
    });
  });

  it.each([
    ['1', 'Postgres'],
    ['sqlite', 'SQLite'],
    [' Postgres ', 'Postgres'],
  ])('is answered by number or text: %s', async (given, text) => {
    await ask();
    expect(await answer({ answer: given, to: 'in_flight' })).toMatchObject({
      status: 'in_flight',
      owner: 'codex',
      answer: text,
      questions: [{ answer: text, answeredBy: 'Ada', how: 'person' }],
    });
    expect(await lastEvent()).toEqual({
      type: 'work_item_advanced',
      actor: 'Ada',
      payload: { status: 'in_flight', question: 'Which database?', answer: text, choices: ['Postgres', 'SQLite'] },
    });
  });

  it('refuses what is no choice, naming them, but takes other words that are marked as such', async () => {
    await ask();
    expect(await repository.refused(queueAdvance, { id: 'W-1', answer: '3' }, person)).toMatchObject({
      code: 'invalid_input',
      message: '“3” is not one of the choices 1. “Postgres”, 2. “SQLite”.',
      hint: 'Give the number or text of a choice, or mark the answer as one in other words.',
    });
    expect(await answer({ answer: 'Use files', other: true })).toMatchObject({
      status: 'pending',
      answer: 'Use files',
    });
  });

  it.each([
    [{ choices: ['Yes', 'yes'] }, 'choices: two of them are the same.'],
    [{ choices: ['Yes'] }, 'choices: it has fewer than 2 entries.'],
    [{ choices: ['1', '2', '3', '4', '5', '6', '7'] }, 'choices: it has more than 6 entries.'],
    [{ choices: undefined }, 'recommended needs choices.'],
    [{ recommended: 'Mongo' }, 'recommended must be one of the choices 1. “Postgres”, 2. “SQLite” (got “Mongo”).'],
    [{ ifNoAnswer: 'soon: SQLite' }, 'The wait for an answer, “soon”, is not a duration between 1m and 30d.'],
    [
      { ifNoAnswer: { after: '2h', take: 'Mongo' } },
      'ifNoAnswer must be one of the choices 1. “Postgres”, 2. “SQLite” (got “Mongo”).',
    ],
  ])('refuses %j', async (more, problem) => {
    const refusal = await repository.refused(queueAsk, { id: 'W-1', ...database, ...more });
    expect(refusal).toMatchObject({ code: 'invalid_input' });
    expect(refusal.message).toContain(problem.replace(/\.$/, ''));
  });
});

describe('several questions', () => {
  const port = { question: 'Which port?', choices: undefined, recommended: undefined } as const;

  it('stay open until each has its answer', async () => {
    await ask();
    const both = await ask(port);
    expect(both).toMatchObject({
      status: 'waiting_human',
      question: '1. Which database?\n2. Which port?',
      answer: null,
    });
    expect(await repository.refused(queueAdvance, { id: 'W-1', answer: '8080' }, person)).toMatchObject({
      code: 'invalid_input',
      message: 'W-1 “Store the orders” has 2 open questions: 1. “Which database?”, 2. “Which port?”.',
    });
    expect(await answer({ question: 2, answer: '8080', to: 'in_flight' })).toMatchObject({
      status: 'waiting_human',
      question: '1. Which database?',
      answer: '2. 8080',
    });
    expect(await answer({ answer: '2', to: 'in_flight' })).toMatchObject({
      status: 'in_flight',
      owner: 'codex',
      question: '1. Which database?\n2. Which port?',
      answer: '1. SQLite\n2. 8080',
    });
    expect(await repository.eventTypes()).toEqual([
      'work_item_created',
      'work_item_claimed',
      'work_item_asked',
      'work_item_asked',
      'work_item_advanced',
      'work_item_advanced',
    ]);
  });

  it('are not asked twice by a repeated call', async () => {
    await ask();
    expect((await ask()).questions).toHaveLength(1);
    expect((await ask({ choices: ['Postgres', 'SQLite', 'Neither'] })).questions).toHaveLength(2);
    expect(await repository.eventTypes()).toHaveLength(4);
  });

  it('are refused of an agent that does not hold the item, and beyond twenty', async () => {
    await ask();
    expect(await repository.refused(queueAsk, { id: 'W-1', question: 'Why?' }, otherAgent)).toMatchObject({
      code: 'conflict',
    });
    for (let number = 2; number <= 20; number += 1) await ask({ ...port, question: `Question ${number}?` });
    expect(await repository.refused(queueAsk, { id: 'W-1', question: 'One more?' }, agent)).toMatchObject({
      code: 'conflict',
      message: 'W-1 “Store the orders” already has 20 questions.',
    });
    expect(await repository.refused(queueAdvance, { id: 'W-1', question: 21, answer: 'x' }, person)).toMatchObject({
      code: 'invalid_input',
    });
  });

  it('are the text alone where an older program wrote it', async () => {
    await ask();
    await repository.store.transaction(async transaction => {
      const row = await transaction.workItems.find({ by: 'number', number: 1 });
      if (row !== undefined) await transaction.workItems.change(row, { question: 'Asked by 0.1.0?', answer: null });
    });
    expect((await show()).questions).toMatchObject([
      { number: 1, question: 'Asked by 0.1.0?', choices: [], how: null },
    ]);
    expect(await answer({ answer: 'Yes' })).toMatchObject({ question: 'Asked by 0.1.0?', answer: 'Yes' });
  });
});

describe('without an answer in time', () => {
  it.each([['2h: SQLite'], [{ after: '120m', take: 'sqlite' }], ['2h=2']])(
    'takes %j at the next look, not before',
    async ifNoAnswer => {
      await ask({ ifNoAnswer });
      repository.now += 119 * minute;
      expect((await show()).status).toBe('waiting_human');
      repository.now += minute;
      expect(await show()).toMatchObject({
        status: 'in_flight',
        owner: 'codex',
        token: 1,
        leaseUntil: '2026-11-02T12:15:00.000Z',
        question: 'Which database?',
        answer: 'SQLite (taken after 2h without an answer)',
        questions: [
          {
            answer: 'SQLite',
            how: 'noAnswer',
            ifNoAnswer: { after: '2h', take: 'SQLite', at: '2026-11-02T12:00:00.000Z' },
          },
        ],
      });
      expect(await lastEvent()).toEqual({
        type: 'work_item_answer_taken',
        actor: 'stateroom',
        payload: {
          status: 'in_flight',
          question: 'Which database?',
          answer: 'SQLite',
          choices: ['Postgres', 'SQLite'],
          after: '2h',
        },
      });
      await show();
      expect((await repository.eventTypes()).filter(type => type === 'work_item_answer_taken')).toHaveLength(1);
    },
  );

  it('is changed by a person who answers later; the holder keeps its claim', async () => {
    await ask({ ifNoAnswer: '2h: SQLite' });
    repository.now += 120 * minute;
    await repository.call(queueNext, {}, otherAgent);
    expect(await answer({ answer: 'Postgres' })).toMatchObject({
      status: 'in_flight',
      owner: 'codex',
      token: 1,
      answer: 'Postgres (changed; before: SQLite (taken after 2h without an answer))',
      questions: [{ answer: 'Postgres', how: 'person', answeredBy: 'Ada' }],
    });
    expect(await lastEvent()).toMatchObject({
      type: 'work_item_advanced',
      actor: 'Ada',
      payload: { status: 'in_flight', answer: 'Postgres', before: 'SQLite (taken after 2h without an answer)' },
    });
    // A person's own answer stays.
    expect(await repository.refused(queueAdvance, { id: 'W-1', answer: 'SQLite' }, person)).toMatchObject({
      code: 'transition_not_allowed',
    });
  });

  it('is kept beside a later question, so that it can still be changed', async () => {
    await ask({ ifNoAnswer: '2h: SQLite' });
    repository.now += 120 * minute;
    await show();
    expect(await ask({ question: 'Which port?', choices: undefined, recommended: undefined })).toMatchObject({
      question: '2. Which port?',
      answer: '1. SQLite (taken after 2h without an answer)',
    });
    expect(await answer({ question: 1, answer: 'Postgres' })).toMatchObject({ status: 'waiting_human' });
    expect(await answer({ answer: '8080', to: 'in_flight' })).toMatchObject({
      answer: '1. Postgres (changed; before: SQLite (taken after 2h without an answer))\n2. 8080',
    });
  });
});
