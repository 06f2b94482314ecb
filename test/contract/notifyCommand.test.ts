import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { git, until, userNode, writeIn } from './cliRig.js';
import { hasEnded, makeSessionRig, type SessionRig } from './sessionRig.js';

let rig: SessionRig;

beforeEach(async () => {
  rig = await makeSessionRig();
});

it('the person’s command gets each new entry of Needs You once, and a hanging one is ended', async () => {
  const out = join(rig.env.XDG_CONFIG_HOME ?? '', 'told.txt');
  const code = `
    let text = '';
    process.stdin.on('data', part => (text += part)).on('end', () => {
      require('node:fs').appendFileSync(${JSON.stringify(out)}, text);
      if (text.includes('"permission"')) setInterval(() => {}, 1000);
    });`;
  rig.settings({ notify: { command: [userNode, '-e', code] } });
  await rig.person('queue', 'add', 'Old question', '--question', 'Which?');
  rig.mock('mock', [[{ do: 'listTools' }, { do: 'ask' }, { do: 'die', code: 7 }]]);
  await rig.person('start', 'W-1', 'mock');
  await rig.until(({ asks }) => asks.length > 0);
  const told = () =>
    existsSync(out)
      ? readFileSync(out, 'utf8')
          .trim()
          .split('\n')
          .map(line => JSON.parse(line) as Record<string, unknown>)
      : [];
  await until('the request is told', () => told().length > 0);
  await rig.person('permit', 'W-1');
  await rig.until(hasEnded);
  await until('the runner has ended', () => rig.runnerPid() === undefined);
  expect(told().map(({ kind, ref, item, next }) => [kind, ref, item, next])).toEqual([
    ['permission', 'L-1', 'W-1', 'stateroom permit w1-add-a'],
    ['dead', 'L-1', 'W-1', 'stateroom transcript w1-add-a'],
  ]);
  expect(told()[0]).toMatchObject({ repository: rig.repository, title: 'Run a command' });
});

it('a repository cannot set the command', async () => {
  writeIn(rig.repository, '.stateroom/config.json', '{"notify":{"command":["touch","pwned"]}}');
  git(rig.repository, 'add', '.stateroom');
  git(rig.repository, 'commit', '-qm', 'Notify');
  const { code, stdout } = await rig.attempt('--no-color', 'config', 'show');
  expect([code, stdout]).toEqual([
    2,
    'stateroom: Cannot use .stateroom/config.json: notify runs a program, so it is a setting of your own config.json alone.\n  Fix the file and try again.\n',
  ]);
});
