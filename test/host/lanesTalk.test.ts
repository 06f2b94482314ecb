import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { Message } from '../../src/domain/message/message.js';
import type { WorkerReport } from '../../src/domain/worker/workerReport.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { cli, folder, refused, run, stateroom, until } from './stateroom.js';

describe('What lanes say and need', () => {
  let api: StateroomApi;
  let talk: Lane;

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.lanes.focus');
    talk = await run<Lane>('worker.spawn', { lane: 'talk', noFetch: true, description: 'Talk it over' });
  });

  const needs = async (): Promise<string[]> =>
    (await api.needsYou()).rows.map(({ label, description }) => `${label} | ${description}`);
  const needing = (words: RegExp) =>
    until(`a need with ${words}`, async () => (await needs()).find(text => words.test(text)));
  const gone = (words: RegExp) =>
    until(`no need with ${words}`, async () => ((await needs()).some(text => words.test(text)) ? undefined : true));
  const inbox = async (lane: string): Promise<string[]> =>
    (await cli<{ messages: Message[] }>('reader', 'message', 'list', '--as', lane)).messages.map(
      ({ from, kind, text, replyTo }) => [from, kind, text ?? '', replyTo ?? '-'].join(' | '),
    );

  it('is asked in the list of what needs you, counted in the badge, and answered from there', async () => {
    const before = (await api.needsYou()).badge;
    const { message } = await cli<{ message: Message }>(
      'talk-agent',
      'message',
      'send',
      'May I?',
      '--kind',
      'question',
      '--lane',
      'talk',
    );
    strictEqual(await needing(/May I\?/), `May I? | ${message.ref} · question · just now`);
    strictEqual((await api.needsYou()).badge, before + 1);
    const answered = await vscode.commands.executeCommand<{ message: Message }>('stateroom.lane.answer', {
      message: message.ref,
      text: 'You may',
    });
    deepStrictEqual(
      [answered.message.kind, answered.message.to, answered.message.from],
      ['answer', 'talk-agent', 'Robin'],
    );
    await gone(/May I\?/);
    deepStrictEqual(await inbox('talk-agent'), [`Robin | answer | You may | ${message.ref}`]);
  });

  it('asks a person by name as well: the editor reads as who acts in it', async () => {
    const { message } = await cli<{ message: Message }>(
      'talk-agent',
      'message',
      'send',
      'Robin?',
      '--kind',
      'question',
      '--to',
      'Robin',
    );
    match((await needing(/Robin\?/)) ?? '', / \| M-\d+ · question · just now$/);
    await vscode.commands.executeCommand('stateroom.lane.answer', { message: message.ref, text: 'Here' });
    await gone(/Robin\?/);
  });

  it('is written to a lane, as a note and as a brief', async () => {
    await run('message.send', { to: 'talk', kind: 'note', text: 'The API has moved' });
    await run('message.send', { to: 'talk', kind: 'brief', reason: 'Logins fail', actions: ['Look', 'Mend'] });
    deepStrictEqual(await inbox('talk'), ['Robin | note | The API has moved | -', 'Robin | brief |  | -']);
    strictEqual((await refused('message.send', { to: 'L-999', kind: 'note', text: 'Nobody' })).code, 'not_found');
  });

  it('is reported, and goes from the list once somebody has read it', async () => {
    await cli('talk-agent', 'worker', 'start', 'talk');
    const { report } = await cli<{ report: WorkerReport }>(
      'talk-agent',
      'report',
      'submit',
      'blocked',
      'No key',
      '--lane',
      'talk',
    );
    strictEqual(await needing(/No key/), `No key | ${report.ref} · report · just now`);
    const read = await run<{ report: WorkerReport }>('report.acknowledge', { report: report.ref });
    strictEqual(read.report.acknowledgedBy, 'Robin');
    await gone(/No key/);
  });

  it('is changed where the lane stands: what it is for, its paths, and that work cannot continue', async () => {
    await run('lane.update', { lane: 'talk', description: 'Talk it over again' });
    await run('lane.update', { lane: 'talk', owns: ['src/talk/**'] });
    await run('lane.update', { lane: 'talk', status: 'blocked' });
    const lane = await cli<Lane>('reader', 'lane', 'show', 'talk');
    deepStrictEqual(
      [lane.description, lane.ownedPaths, lane.status],
      ['Talk it over again', ['src/talk/**'], 'blocked'],
    );
    match((await needing(/Talk it over again/)) ?? '', /\| L-\d+ · blocked · just now$/);
    await run('lane.update', { lane: 'talk', status: 'active' });
    await gone(/Talk it over again/);
  });

  it('makes a lane of a worktree of another tool, and leaves it as it is', async () => {
    const tree = join(folder(), '.claude', 'worktrees', 'adopted');
    await promisify(execFile)('git', ['worktree', 'add', '-q', '-b', 'claude/adopted', tree], { cwd: folder() });
    writeFileSync(join(tree, 'new.txt'), 'new\n');
    const lane = await run<Lane & { made: boolean }>('lane.adopt', { path: tree });
    deepStrictEqual([lane.lane, lane.made, lane.adopted], ['adopted', true, true]);
    strictEqual(readFileSync(join(tree, 'new.txt'), 'utf8'), 'new\n');
    const row = await until('its row', async () =>
      (await api.lanes()).rows.find(({ lane: name }) => name === 'adopted'),
    );
    match(row.context, /adopted/);
    await run('lane.close', { lane: 'adopted' });
    ok(existsSync(tree));
    // Within the repository, it would be a change of the other suites' tasks.
    await promisify(execFile)('git', ['worktree', 'remove', '--force', tree], { cwd: folder() });
    rmSync(join(folder(), '.claude'), { recursive: true });
  });

  it('is rid of what tools make again', async () => {
    writeFileSync(join(talk.worktreePath, '.gitignore'), 'node_modules\n');
    mkdirSync(join(talk.worktreePath, 'node_modules', 'left'), { recursive: true });
    writeFileSync(join(talk.worktreePath, 'node_modules', 'left', 'index.js'), '0;\n');
    const cleaned = await run<{ removed: boolean; folders: { path: string }[] }>('lane.clean', {
      lane: 'talk',
      remove: true,
    });
    deepStrictEqual([cleaned.removed, cleaned.folders.map(({ path }) => path)], [true, ['node_modules']]);
    strictEqual(existsSync(join(talk.worktreePath, 'node_modules')), false);
    await run('lane.close', { lane: 'talk' });
  });
});
