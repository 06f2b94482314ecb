import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordList } from '../../src/domain/records.js';
import { contextKeys } from '../../src/manifest/contextKeys.js';
import { holds } from '../../src/surfaces/vscode/support/whenClause.js';
import { isInAllCommands, isOffered } from '../editor/fake/palette.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { readManifest } from '../house/contribution/manifestJson.js';

const run = promisify(execFile);

/** What the conditions of the palette look at, in each state that a test makes. */
const noGit = { workspaceFolderCount: 1, isWorkspaceTrusted: true, [contextKeys.repositoryState]: 'noRepository' };
const noStore = { ...noGit, [contextKeys.repositoryState]: 'absent', [contextKeys.queueEmpty]: true };
const oneItem = { ...noGit, [contextKeys.repositoryState]: 'ready', [contextKeys.enabled]: true };
const holdings = ['live_task', 'plan', ...recordList.flatMap(([, { counter }]) => counter ?? [])];
const everything = {
  ...oneItem,
  ...Object.fromEntries([contextKeys.inFlight, contextKeys.needsYou, contextKeys.nowTask].map(key => [key, true])),
  [contextKeys.holds]: ` ${holdings.join(' ')} `,
};

type State = Readonly<Record<string, unknown>>;

/** What the manifest offers in the palette there, as `Stateroom Queue: Claim`. */
async function titlesFor(state: State): Promise<string[]> {
  const { contributes, offeredAs } = await readManifest();
  const keys = new Map(Object.entries(state));
  return contributes.commands
    .filter(({ command, enablement = 'true' }) => holds(enablement, keys) && isOffered(command, keys))
    .map(({ command }) => offeredAs(command))
    .sort();
}

/** What it offers in Stateroom's own list of commands, by the titles there. */
async function listedTitlesFor(state: State): Promise<string[]> {
  const { contributes, fullTitleOf } = await readManifest();
  const keys = new Map(Object.entries(state));
  return contributes.commands
    .filter(({ command, enablement = 'true' }) => holds(enablement, keys) && isInAllCommands(command, keys))
    .filter(({ command }) => command !== 'stateroom.allCommands')
    .map(({ command }) => fullTitleOf(command))
    .sort();
}

/** A record of each kind, and a work item in each state that a command is about. */
async function fill(path: string): Promise<void> {
  const cli = (...words: string[]) => mustRunCli(path, 'Ada', words);
  await mkdir(join(path, '.stateroom', 'plans'), { recursive: true });
  await writeFile(join(path, '.stateroom', 'plans', 'limits.md'), '# Limits\n\n- [ ] Count logins\n');
  await run('git', ['add', '.'], { cwd: path });
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  await run('git', [...who, 'commit', '--quiet', '--allow-empty', '--message=Plan'], { cwd: path });
  for (const [title, verb, ...more] of [
    ['Ask me', 'ask', '--question', 'Red or blue?'],
    ['Do me', 'claim'],
    ['Leave me', 'show'],
  ] as const) {
    const { item } = await mustRunCli<{ item: { ref: string } }>(path, 'Ada', ['queue', 'add', title]);
    if (verb === 'ask') await cli('queue', 'claim', item.ref);
    await cli('queue', verb, item.ref, ...more);
  }
  await cli('task', 'start', 'Limit logins', '--ref', 'limits-9', '--here');
  await cli('plan', 'register', 'limits');
  await cli('slice', 'start', 'Count them');
  await cli('decision', 'record', 'ada_choice_limits-9_one_bucket', 'One bucket, because it is simpler');
  await cli('blocker', 'add', 'No key');
  await cli('action', 'add', 'Ask for the key');
  await cli('evidence', 'record', 'npm test', '--exit-code', '0');
  await cli('review', 'start');
  await cli('finding', 'record', '--severity', 'low', '--path', 'README.md', '--text', 'It says little');
  await cli('run', 'start', 'Why is it slow?');
  await cli('worker', 'spawn', 'login', '--no-fetch');
  await cli('report', 'submit', 'blocked', 'No key', '--lane', 'login', '--blockers', 'Ask Ada');
}

describe('the palette offers what can be done', () => {
  let home: string;
  let path: string;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'stateroom-palette-'));
    path = home;
    opened = await openWorkbench({ repo: path });
  });

  afterAll(async () => {
    await opened?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  /** Of Stateroom itself: to its views the editor goes by commands that it makes. */
  const offered = async (workbench = opened.workbench): Promise<string[]> =>
    (await workbench.ownCommands()).filter(title => !/: Focus on [\w ]+ View$/.test(title));

  const offersIn = async (state: State, count: number, listed: number) => {
    const titles = await titlesFor(state);
    expect(titles.length).toBe(count);
    await expect.poll(() => offered(), { timeout: 60_000 }).toEqual(titles);
    const all = await listedTitlesFor(state);
    expect(all.length).toBe(listed);
    expect(await opened.workbench.listedCommands()).toEqual(all);
  };

  it('in a folder without git', async () => {
    await offersIn(noGit, 11, 11);
  });

  it('in a repository without a store, as soon as it is made', async () => {
    await run('git', ['init', '--quiet', '--initial-branch=main'], { cwd: path });
    await offersIn(noStore, 22, 36);
  });

  it('in one without a task, once there is a work item', async () => {
    await opened.workbench.runCommand('Stateroom Queue: Add Work Item…');
    await opened.workbench.quickInput.answer('Limit the logins');
    await offersIn(oneItem, 31, 90);
  });

  it('in one that has everything', async () => {
    await fill(path);
    await offersIn(everything, 58, 208);
  });
});

describe('the palette in Restricted Mode', () => {
  let repo: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repo = await makeScratchRepository('shop');
    await fill(repo.path);
    opened = await openWorkbench({ repo: repo.path, trust: false });
  });

  afterAll(async () => {
    await opened?.close();
    await repo?.remove();
  });

  it('offers what reads, and nothing that writes, runs or asks git', async () => {
    const all = await titlesFor({ ...everything, isWorkspaceTrusted: false });
    const titles = (names: readonly string[]) => names.map(name => `stateroom.${name}`).map(offeredAs);
    const { offeredAs } = await readManifest();
    expect(all).toEqual(expect.arrayContaining(titles(['queue.show', 'finding.show', 'dashboard.open'])));
    for (const title of titles([
      'queue.add',
      'task.start',
      'worker.spawn',
      'evidence.run',
      'gate.check',
      'sample.fill',
    ]))
      expect(all).not.toContain(title);
    const own = async () =>
      (await opened.workbench.ownCommands()).filter(title => !/: Focus on [\w ]+ View$/.test(title));
    await expect.poll(own, { timeout: 60_000 }).toEqual(all);
  });
});
