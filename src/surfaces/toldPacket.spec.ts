import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actorOf, hookCalls, type told } from '../../test/support/hookRig.js';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../test/support/testRepository.js';
import type { Lane } from '../domain/lane/lane.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import { findingRecord } from '../operations/finding/findingRecord.js';
import { invoke } from '../operations/invoke.js';
import { messageSend } from '../operations/lane/message/messageSend.js';
import { workerShow } from '../operations/lane/worker/workerShow.js';
import { workerStart } from '../operations/lane/worker/workerStart.js';
import { withNextCommands } from '../operations/nextSteps.js';
import { queueAdvance } from '../operations/queue/queueAdvance.js';
import { queueAsk } from '../operations/queue/queueAsk.js';
import { queueShow } from '../operations/queue/queueShow.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskContext } from '../operations/task/taskContext.js';
import { taskStart } from '../operations/task/taskStart.js';
import { briefText } from '../packet/brief.js';
import { packetReplyBytes, packetText } from '../packet/packetText.js';
import { beginAttempt, endAttempt } from '../records/attempt/attempts.js';
import { contextText } from './cli/format/contextText.js';
import { makeStyle } from './cli/format/style.js';
import { withNextCalls } from './mcp/withNextCalls.js';
import { toldPacket } from './toldPacket.js';

let repo: LaneTestRepository;
let lane: Lane;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const { ask, recorded } = hookCalls(() => repo);

/** W-1 in L-1, asked and answered, after an attempt of claude. */
async function openTheLane(): Promise<void> {
  repo.agree('Ask', '{"gate":{"commands":["test -f README.md"]}}');
  const item = await repo.add('Limit the rate', { notes: 'Only the web form', payload: { limit: 5 } });
  const { by, ...where } = { itemId: item.id, laneId: '01KAZ3V8Q7M2T5W9X4B6C1D0F2', taskId: null, by: otherAgent };
  await repo.store.transaction(async transaction => {
    const act = { transaction, actor: otherAgent, now: repo.now };
    await beginAttempt(act, { ...where, by });
    await endAttempt(act, where, { reason: 'failed', why: 'No access', backup: 'refs/stateroom/rescue/login/1' });
  });
  lane = await repo.spawn('W-1', { owns: ['src/login/**'] });
  await repo.ok(queueAsk, { id: 'W-1', question: 'Per user?' });
  await repo.ok(queueAdvance, { id: 'W-1', answer: 'By address' }, person);
  await repo.ok(messageSend, { to: lane.lane, text: 'Use the table' }, person);
  repo.place = lane.worktreePath;
  mkdirSync(join(lane.worktreePath, 'src/login'), { recursive: true });
  writeFileSync(join(lane.worktreePath, 'src/login/a.ts'), 'export {};\n');
}

async function packetWith(withNext: typeof withNextCalls, actor = agent) {
  const context = { ...repo.context(actor), withNext, answerBytes: packetReplyBytes };
  const packet = await invoke(taskContext, context, {});
  if (!('profile' in packet)) throw new Error(JSON.stringify(packet));
  return packet;
}

describe('the facts of a lane and its task', () => {
  it('are told on each surface as this table says', async () => {
    await openTheLane();
    const self = actorOf('claude', recorded('claude', 'sessionStart'));
    await repo.ok(workerStart, {}, self);
    await repo.ok(sliceStart, { title: 'Count the calls', test: 'false' }, self);
    const place = { path: 'src/login/a.ts', line: '1' };
    await repo.ok(findingRecord, { ...place, severity: 'high', text: 'No limit' }, self);
    await repo.ok(evidenceRun, { command: ['test -f README.md'] }, self);

    const mcp = packetText(await packetWith(withNextCalls, self));
    const view = { style: makeStyle(false), width: undefined, now: repo.now };
    const cli = contextText(await packetWith(withNextCommands, self), view);
    const hook = ((await ask('claude', 'sessionStart')) as ReturnType<typeof told>).hookSpecificOutput;
    const file = readFileSync(join(lane.worktreePath, '.worker-ctx.json'), 'utf8');
    const { item } = await repo.ok(queueShow, { id: 'W-1' });
    const { ref, title, answer } = item;
    const prompt = briefText({ ref, title, place: lane.ref, branch: lane.branch, answer });
    repo.place = repo.repository;
    const shown = await invoke(workerShow, { ...repo.context(person), withNext: withNextCommands }, { lane: 'L-1' });
    const show = 'told' in shown && shown.told !== null ? packetText(shown.told) : '';
    const editor = (await toldPacket(repo.context(person), await repo.ok(workerShow, { lane: 'L-1' })))?.text ?? '';
    const surfaces = [mcp, cli, show, editor, hook.additionalContext, prompt, file];
    const has = (...words: string[]) => surfaces.map(text => (words.some(word => text.includes(word)) ? 'x' : '-'));
    const row = (...words: string[]) => has(...words).join(' ');

    expect({
      //                                                                  mcp cli show editor hook prompt file
      title: row('Limit the rate'),
      notes: row('Only the web form'),
      payload: row('"limit":5'),
      question: row('Per user?'),
      answer: row('By address'),
      finding: row('F-1 high src/login/a.ts:1 No limit'),
      message: row(' from Robin: Use the table', ' from ada: Use the table', `from ${person.name}: Use the table`),
      gate: row('test -f README.md: passed (E-2)'),
      slice: row('S-1 Count the calls'),
      proof: row('last run: E-1 failed at 2026-11-02T10:00:00.000Z', 'test: false; last run failed'),
      dirty: row('uncommitted: src/login/a.ts', 'uncommitted    src/login/a.ts'),
      attempt: row(
        'attempt 1: claude, ended 2026-11-02T10:00Z (failed: No access), backup refs/stateroom/rescue/login/1',
      ),
      holder: row(`held by ${self.name} since 2026-11-02T10:00:00.000Z`),
      owned: row('src/login/**'),
      port: row(`port ${lane.port}`),
      call: row(
        'Call load_session',
        'Call evidence {"command":["false"],"slice":"S-1"}',
        'Run `stateroom evidence run --slice S-1 -- false`',
      ),
    }).toEqual({
      title: 'x x x x x x x',
      notes: 'x x x x - - -',
      payload: 'x x x x - - -',
      question: 'x x x x - - -',
      answer: 'x x x x x x -',
      finding: 'x x x x x - -',
      message: 'x x x x - - -',
      gate: 'x x x x - - -',
      slice: 'x x x x x - -',
      proof: 'x x x x x - -',
      dirty: 'x x x x - - -',
      attempt: 'x x x x - - -',
      holder: 'x x x x - - -',
      owned: 'x x x x x - x',
      port: 'x x x x - - -',
      call: 'x x x x x x x',
    });
    expect(editor.replace(/^digest.*$/m, '')).toBe(mcp.replace(/^digest.*$/m, ''));
    expect(Buffer.byteLength(mcp)).toBeLessThanOrEqual(4000);
    const [first = ''] = hook.additionalContext.split('\n');
    expect([first, prompt].map(text => Buffer.byteLength(text) <= 300)).toEqual([true, true]);
    expect(prompt).toBe(first);
  });

  it('are those of a lane without a task and with a light one, in the same sections', async () => {
    await openTheLane();
    const keys = async () => Object.keys(await packetWith(withNextCalls)).join(' ');
    expect(await keys()).toBe(
      'profile task hint next item attempts lane mustPass uncommitted findings messages verdicts documents omitted work digest',
    );
    await repo.ok(taskStart, { objective: 'Limit the rate', light: true, here: true, workItem: 'W-1' });
    expect(await keys()).toBe(
      'profile task next item attempts lane mustPass uncommitted gates findings messages verdicts blockers nextActions slices decisions touchedFiles documents omitted work digest',
    );
  });

  it('keep to the budget with long texts, and what is cut is named', async () => {
    await repo.add('Long '.repeat(60), { notes: 'n'.repeat(9000), payload: 'p'.repeat(9000) });
    lane = await repo.spawn('W-1');
    repo.place = lane.worktreePath;
    const packet = await packetWith(withNextCalls);
    expect(packetReplyBytes(packet)).toBeLessThanOrEqual(4000);
    expect(packet.omitted).toEqual(['item.notes: 1000 of 9000 characters', 'item.payload: 1000 of 9002 characters']);
  });
});

it('a brief of long words is cut to 300 bytes, with the call at its end', () => {
  const long = 'ein sehr langer Satz über Grüße '.repeat(20);
  const text = briefText({ ref: 'W-1', title: long, place: 'L-1', branch: 'b'.repeat(190), answer: long });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300);
  expect(text).toMatch(
    /^Your work: W-1 ein sehr .*, in L-1 on branch b+…\. A person answered: ein sehr .*… Call load_session, or run stateroom context\.$/,
  );
});
