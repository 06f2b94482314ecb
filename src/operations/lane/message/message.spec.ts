import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../../../test/support/testRepository.js';
import type { Actor } from '../../../domain/actor/actor.js';
import type { Message } from '../../../domain/message/message.js';
import { say } from '../../../messages/say.js';
import type { Operation } from '../../operation.js';
import { taskContext } from '../../task/taskContext.js';
import { workerDone } from '../worker/workerDone.js';
import { workerRequestChanges } from '../worker/workerRequestChanges.js';
import { workerStart } from '../worker/workerStart.js';
import { messageAcknowledge } from './messageAcknowledge.js';
import { messageExport } from './messageExport.js';
import { messageList } from './messageList.js';
import { messageSend } from './messageSend.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

const third: Actor = { role: 'agent', name: 'gemini' };

async function send(input: z.input<typeof messageSend.input>, actor: Actor = agent): Promise<Message> {
  return (await repo.ok(messageSend, input, actor)).message;
}

/** What a reader is given: `ref from>to subject`. */
async function inbox(actor: Actor, input: z.input<typeof messageList.input> = {}): Promise<string[]> {
  const { messages } = await repo.ok(messageList, input, actor);
  return messages.map(({ ref, from, to, subject }) => `${ref} ${from}>${to} ${subject}`);
}

const acknowledge = (message: string, actor: Actor, more: { as?: string; close?: boolean } = {}) =>
  repo.ok(messageAcknowledge, { message, ...more }, actor);

describe('messages', () => {
  it('come to whom they are for in one order, until each reader acknowledged them', async () => {
    await send({ to: 'claude', text: 'One' });
    await send({ to: 'all', text: 'Two\nwith a second line' });
    await send({ to: 'gemini', text: 'Three' });
    await send({ to: 'codex', text: 'Four' }, otherAgent);
    expect(await inbox(otherAgent)).toEqual(['M-1 codex>claude One', 'M-2 codex>all Two']);
    expect(await inbox(third)).toEqual(['M-2 codex>all Two', 'M-3 codex>gemini Three']);
    // What one said to all does not come back.
    expect(await inbox(agent)).toEqual(['M-4 claude>codex Four']);
    // Not acknowledged, they come again.
    expect(await inbox(otherAgent)).toEqual(['M-1 codex>claude One', 'M-2 codex>all Two']);
    expect(await acknowledge('M-1', otherAgent)).toEqual({
      reader: 'claude',
      acknowledged: 'M-1',
      unread: 1,
      status: 'acknowledged',
    });
    expect(await inbox(otherAgent)).toEqual(['M-2 codex>all Two']);
    expect(await inbox(third)).toEqual(['M-2 codex>all Two', 'M-3 codex>gemini Three']);
    expect(await inbox(otherAgent, { all: true })).toEqual(['M-1 codex>claude One', 'M-2 codex>all Two']);
  });

  it('to an agent by its name come to it in its lane, too, and are acknowledged there', async () => {
    const lane = await repo.spawn('login');
    repo.place = lane.worktreePath;
    await repo.ok(workerStart, {});
    repo.place = repo.repository;
    await send({ to: agent.name, text: 'One' }, otherAgent);
    await send({ to: 'login', text: 'Two' }, otherAgent);
    await send({ to: third.name, text: 'Three' }, otherAgent);
    repo.place = lane.worktreePath;
    const both = ['M-1 claude>codex One', 'M-2 claude>login Two'];
    expect(await inbox(agent)).toEqual(both);
    expect(await repo.ok(taskContext, {}, agent)).toMatchObject({
      messages: ['M-1 from claude: One', 'M-2 from claude: Two'],
    });
    expect(await acknowledge('M-1', agent)).toMatchObject({ reader: 'login', unread: 1, status: 'acknowledged' });
    expect(await inbox(agent)).toEqual(both.slice(1));
  });

  it('are acknowledged each by its reader: the matrix', async () => {
    await send({ to: 'claude', text: 'Direct' });
    await send({ to: 'all', text: 'Broadcast' });
    await send({ kind: 'question', text: 'May I?' });
    await send({ kind: 'question', to: 'claude', text: 'Will you?' });
    const table: string[] = [];
    const row = async (act: string, actor: Actor, input: z.input<typeof messageAcknowledge.input>) => {
      const answered = await repo.call(messageAcknowledge, input, actor);
      const { messages } = await repo.ok(messageList, { all: true, as: 'claude' }, person);
      const asked = (await repo.ok(messageList, { all: true, kind: 'question' }, person)).messages;
      const states = [...messages, ...asked].map(({ ref, status }) => `${ref} ${status}`).join(', ');
      const said = 'refused' in answered ? answered.message : `${answered.acknowledged}, ${answered.unread} left`;
      table.push(`${act} | ${say(said)} | ${states}`);
    };
    await row('another agent, a direct one', third, { message: 'M-1' });
    await row('another agent in its name', third, { message: 'M-1', as: 'claude' });
    await row('its reader, a direct one', otherAgent, { message: 'M-1' });
    await row('again', otherAgent, { message: 'M-1' });
    await row('another reader, a broadcast', third, { message: 'M-2' });
    await row('its reader, all', otherAgent, { message: '4' });
    await row('back to an earlier one', otherAgent, { message: 'M-2' });
    await row('an agent, what is for a person', otherAgent, { message: 'M-3' });
    await row('a person, a question', person, { message: 'M-3' });
    await row('a person, in another name', person, { message: 'M-2', as: 'gemini' });
    await row('a person, a question that needs no answer', person, { message: 'M-3', close: true });
    await row('its reader, the same', otherAgent, { message: 'M-4', close: true });
    await row('one that is not there', otherAgent, { message: 'M-9' });
    expect(table).toEqual([
      'another agent, a direct one | M-1 is addressed to claude, not to gemini. | M-1 open, M-2 open, M-4 open, M-3 open',
      'another agent in its name | You cannot acknowledge messages to claude. | M-1 open, M-2 open, M-4 open, M-3 open',
      'its reader, a direct one | M-1, 2 left | M-1 acknowledged, M-2 open, M-4 open, M-3 open',
      'again | M-1, 2 left | M-1 acknowledged, M-2 open, M-4 open, M-3 open',
      'another reader, a broadcast | M-2, 0 left | M-1 acknowledged, M-2 open, M-4 open, M-3 open',
      'its reader, all | M-4, 0 left | M-1 acknowledged, M-2 open, M-4 acknowledged, M-3 open',
      'back to an earlier one | M-4, 0 left | M-1 acknowledged, M-2 open, M-4 acknowledged, M-3 open',
      'an agent, what is for a person | M-3 is addressed to person, not to claude. | M-1 acknowledged, M-2 open, M-4 acknowledged, M-3 open',
      'a person, a question | M-3, 0 left | M-1 acknowledged, M-2 open, M-4 acknowledged, M-3 acknowledged',
      'a person, in another name | M-2, 0 left | M-1 acknowledged, M-2 open, M-4 acknowledged, M-3 acknowledged',
      'a person, a question that needs no answer | M-3, 0 left | M-1 acknowledged, M-2 open, M-4 acknowledged, M-3 closed',
      'its reader, the same | M-4, 0 left | M-1 acknowledged, M-2 open, M-4 closed, M-3 closed',
      'one that is not there | Message M-9 not found. | M-1 acknowledged, M-2 open, M-4 closed, M-3 closed',
    ]);
    expect(await repo.eventTypes()).toEqual([
      'message_sent',
      'message_sent',
      'message_sent',
      'message_sent',
      'messages_acknowledged',
      'messages_acknowledged',
      'messages_acknowledged',
      'messages_acknowledged',
      'messages_acknowledged',
      'messages_acknowledged',
    ]);
  });

  it('are sent once under one dispatch id, and that belongs to its sender', async () => {
    const first = await repo.ok(messageSend, { to: 'all', text: 'Once', dispatchId: 'd-1' });
    const again = await repo.ok(messageSend, { to: 'all', text: 'Once more', dispatchId: 'd-1' });
    expect([first.sent, again.sent]).toEqual([true, false]);
    expect(again.message).toEqual(first.message);
    expect(await inbox(third)).toEqual(['M-1 codex>all Once']);
    expect(await repo.refused(messageSend, { to: 'all', text: 'Mine', dispatchId: 'd-1' }, otherAgent)).toMatchObject({
      code: 'conflict',
      message: 'codex already sent M-1 with this dispatch id.',
    });
  });

  it('ask and answer: what a person was asked is closed by a person alone', async () => {
    const question = await send({ kind: 'question', text: 'May I change the schema?' });
    expect(question).toMatchObject({ to: 'person', status: 'open', subject: 'May I change the schema?' });
    const byAgent = await send({ replyTo: 'M-1', text: 'I think so' }, otherAgent);
    expect(byAgent).toMatchObject({ kind: 'answer', to: 'codex', replyTo: 'M-1' });
    const status = async () => (await repo.ok(messageList, { kind: 'question' }, person)).messages[0]?.status;
    expect(await status()).toBe('open');
    await send({ replyTo: 'M-1', text: 'Yes, with a migration' }, person);
    expect(await status()).toBe('closed');
    expect(await inbox(agent)).toEqual(['M-2 claude>codex I think so', 'M-3 Ada>codex Yes, with a migration']);
  });

  it('brief: reason, actions and artifacts, from the lane they come from', async () => {
    await repo.spawn('login');
    const brief = await send({
      to: 'login',
      lane: 'login',
      reason: 'Logins are tried too often',
      actions: ['Limit them by address'],
      artifacts: ['src/login.ts', 'F-3'],
      data: { limit: 5 },
    });
    expect(brief).toMatchObject({
      kind: 'brief',
      subject: 'Logins are tried too often',
      text: null,
      data: { limit: 5 },
      brief: {
        sourceLane: 'login',
        reason: 'Logins are tried too often',
        requiredActions: ['Limit them by address'],
        artifacts: ['src/login.ts', 'F-3'],
      },
    });
    expect(await repo.refused(messageSend, { to: 'login', kind: 'brief', text: 'Do it' })).toMatchObject({
      code: 'invalid_input',
      message: 'A brief needs a reason.',
    });
  });

  it('come and go in the name of the lane whose worktree an agent stands in', async () => {
    await send({ to: 'all', text: 'Before there was a lane' }, otherAgent);
    const lane = await repo.spawn('login');
    await send({ to: 'L-1', text: 'To the lane' }, otherAgent);
    repo.place = lane.worktreePath;
    expect(await inbox(agent)).toEqual(['M-2 claude>login To the lane']);
    expect(await send({ to: 'all', text: 'From the lane' })).toMatchObject({ from: 'login', lane: 'login' });
    // A person is a person wherever it stands.
    expect(await send({ to: 'login', text: 'Hello' }, person)).toMatchObject({ from: 'Ada', lane: null });
    expect(await repo.ok(messageAcknowledge, { message: 'M-2' })).toMatchObject({ reader: 'login' });
    repo.place = repo.repository;
    expect(await inbox(otherAgent, { lane: 'login' })).toEqual([
      'M-2 claude>login To the lane',
      'M-3 login>all From the lane',
      'M-4 Ada>login Hello',
    ]);
    expect(await inbox(otherAgent, { as: 'L-1' })).toEqual(['M-4 Ada>login Hello']);
  });

  it('tell a worker what has to change when its work is sent back, once', async () => {
    const lane = await repo.spawn('login');
    repo.place = lane.worktreePath;
    await repo.ok(workerStart, {});
    repo.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Limit');
    await repo.ok(workerDone, {});
    repo.place = repo.repository;
    const sent = { lane: 'login', message: 'By user, with token=hunter2222' };
    await repo.ok(workerRequestChanges, sent, person);
    await repo.ok(workerRequestChanges, sent, person);
    repo.place = lane.worktreePath;
    const { messages } = await repo.ok(messageList, {});
    expect(messages).toMatchObject([
      {
        ref: 'M-1',
        from: 'Ada',
        fromRole: 'human',
        to: 'login',
        kind: 'note',
        subject: 'Changes requested',
        text: 'By user, with token=[redacted]',
      },
    ]);
  });

  it('that are large lie in files, and say so when those are gone or were changed', async () => {
    const text = 'ä'.repeat(50_000);
    const { id } = await send({ to: 'claude', text, data: { kept: true } });
    const folder = join(repo.directory, 'store', 'messages');
    expect(readdirSync(folder)).toEqual([`${id}.json`]);
    const { rows } = await repo.store.maintenance.query('select payload, blob from messages', 10);
    expect(rows).toEqual([[null, `${id}.json`]]);
    const read = async () => (await repo.ok(messageList, {}, otherAgent)).messages[0];
    expect(await read()).toMatchObject({ text, data: { kept: true }, problem: null });
    writeFileSync(join(folder, `${id}.json`), readFileSync(join(folder, `${id}.json`), 'utf8').replace('ä', 'o'));
    expect(await read()).toMatchObject({
      text: null,
      problem: `The file with its content, messages/${id}.json next to the store, was changed.`,
    });
    rmSync(join(folder, `${id}.json`));
    expect(await read()).toMatchObject({
      text: null,
      problem: `The file with its content, messages/${id}.json next to the store, is missing.`,
    });
    // 16 kB still fit into the row.
    await send({ to: 'claude', text: 'x'.repeat(16 * 1024 - 50) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keep no secrets', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const message = await send({
      to: 'claude',
      text: `Use ${token}`,
      data: { password: 'hunter22', deep: [{ note: token, count: 3 }], plain: 'word' },
    });
    expect(message).toMatchObject({
      subject: 'Use [redacted]',
      text: 'Use [redacted]',
      data: { password: '[redacted]', deep: [{ note: '[redacted]', count: 3 }], plain: 'word' },
    });
    expect(await repo.dump()).not.toContain(token);
    const places = { pwd: '/home/ann/shop', PWD: 'packages/web', db_pwd: 'aB3xK9/zQ2', in: { pwd: 'hunter22' } };
    expect(await send({ to: 'claude', text: 'Here', data: places })).toMatchObject({
      data: { pwd: '/home/ann/shop', PWD: 'packages/web', db_pwd: '[redacted]', in: { pwd: '[redacted]' } },
    });
    expect(await send({ to: 'claude', subject: token, reason: token, actions: [token] })).toMatchObject({
      subject: '[redacted]',
      brief: { reason: '[redacted]', requiredActions: ['[redacted]'] },
    });
  });

  it('come in pages', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await send({ to: 'claude', text });
    const first = await repo.ok(messageList, { limit: 2 }, otherAgent);
    expect([first.messages.map(({ ref }) => ref), first.nextCursor, first.unread]).toEqual([['M-1', 'M-2'], 'M-2', 5]);
    const second = await repo.ok(messageList, { limit: 3, cursor: 'M-2' }, otherAgent);
    expect([second.messages.map(({ ref }) => ref), second.nextCursor]).toEqual([['M-3', 'M-4', 'M-5'], null]);
  });

  it('are refused with a sentence each', async () => {
    await repo.spawn('login');
    await repo.store.transaction(async transaction => {
      const [lane] = await transaction.lanes.list();
      if (lane !== undefined) await transaction.lanes.change(lane, { status: 'closed', close_reason: 'finished' });
    });
    const said = async (operation: Operation, input: object): Promise<string> =>
      (await repo.refused(operation, input)).message;
    const sending = messageSend as unknown as Operation;
    const listing = messageList as unknown as Operation;
    expect([
      await said(sending, { text: 'x' }),
      await said(sending, { to: 'claude' }),
      await said(sending, { to: 'L-9', text: 'x' }),
      await said(sending, { to: 'login', text: 'x' }),
      await said(sending, { to: 'claude', text: 'x', lane: 'nowhere' }),
      await said(sending, { to: 'claude', text: 'x', kind: 'answer' }),
      await said(sending, { to: 'claude', text: 'x', replyTo: 'M-1' }),
      await said(sending, { to: 'claude', text: 'x', kind: 'note', actions: ['y'] }),
      await said(sending, { to: 'claude', text: 'x', kind: 'shout' }),
      await said(sending, { to: 'a\u0007b', text: 'x' }),
      await said(sending, { to: 'claude', text: ' \0 ' }),
      await said(sending, { to: 'claude', text: 'ä'.repeat(600_000) }),
      await said(sending, { to: 'claude', data: [1] }),
      await said(listing, { cursor: 'yesterday' }),
      await said(listing, { as: 'claude', lane: 'login' }),
      await said(listing, { lane: 'nowhere' }),
      await said(listing, { limit: 201 }),
    ]).toEqual([
      'No recipient given.',
      'The message is empty.',
      'Lane L-9 not found.',
      'L-1 (login) is closed, so its messages are not read.',
      'Lane nowhere not found.',
      'An answer must name the question it answers.',
      'Message M-1 not found.',
      'Reason, actions and artifacts are only for briefs; this message is of kind note.',
      'Invalid input: kind: it must be one of note, brief, question, answer, report, handoff.',
      'Invalid input: to: it contains control characters.',
      'Invalid input: text: it is empty.',
      'The message is 1172 kB; the limit is 1024 kB.',
      'Invalid input: data: it must be an object, not a list.',
      'cursor: does not belong to this list.',
      'Use as or lane, not both.',
      'Lane nowhere not found.',
      'Invalid input: limit: it must be 200 or less.',
    ]);
  });

  it('are exported with lanes and reports, a record each', async () => {
    await repo.spawn('login');
    await send({ to: 'login', text: 'One' });
    await send({ to: 'all', text: 'Two' });
    const { records, ...counts } = await repo.ok(messageExport, {});
    expect(counts).toEqual({ lanes: 1, reports: 0, messages: 2, file: null });
    expect(records?.map(({ record, ref }) => `${record} ${ref}`)).toEqual(['lane L-1', 'message M-1', 'message M-2']);
    expect(await repo.ok(messageExport, { file: 'out/messages.jsonl' })).toEqual({
      lanes: 1,
      reports: 0,
      messages: 2,
      file: 'out/messages.jsonl',
      records: null,
    });
    const lines = readFileSync(join(repo.repository, 'out/messages.jsonl'), 'utf8').split('\n');
    expect(lines.map(line => (line === '' ? null : (JSON.parse(line) as { ref: string }).ref))).toEqual([
      'L-1',
      'M-1',
      'M-2',
      null,
    ]);
    expect(await repo.refused(messageExport, { file: 'out/messages.jsonl' })).toMatchObject({
      message: 'File out/messages.jsonl already exists.',
    });
  });
});
