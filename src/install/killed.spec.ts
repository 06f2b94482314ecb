import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, makePlaces, named, planned, read, treeOf, uninstall, write } from '../../test/support/installRig.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { identifyThisProcess } from '../platform/processIdentity.js';
import { applyPlan, type InstallPlan, isChange, planUninstall } from './install.js';

const chosen = named('gemini', 'copilot');

function start() {
  const places = makePlaces();
  write(join(places.home, '.gemini/settings.json'), '{\r\n\t"theme": "x" // mine\r\n}\r\n', 0o600);
  write(join(places.home, '.copilot/copilot-instructions.md'), '# Mine\n');
  return places;
}

/** What is on disk before each write of a plan, as a process that is killed there leaves it. */
async function snapshots(home: string, plan: InstallPlan): Promise<string[]> {
  const kept = join(home, '..', `${home.split('/').at(-1)}-kept`);
  const folders: string[] = [];
  await applyPlan(plan, () => {
    const folder = join(kept, String(folders.length));
    cpSync(home, folder, { recursive: true });
    folders.push(folder);
  });
  return folders;
}

function bringBack(home: string, folder: string): void {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  cpSync(folder, home, { recursive: true });
}

describe('an install that is killed', () => {
  it('is undone by the next one, whichever file it was at', async () => {
    const { home, place } = start();
    const before = treeOf(home);
    const folders = await snapshots(home, await planned(place('user'), chosen));
    const after = treeOf(home);
    expect(folders.length).toBeGreaterThan(13);
    for (const [at, folder] of folders.entries()) {
      bringBack(home, folder);
      const plan = await planned(place('user'), chosen);
      expect(plan.recovered, folder).toBe(true);
      expect(treeOf(home), folder).toEqual(before);
      if (at % 5 !== 0) continue;
      await applyPlan(plan);
      expect(treeOf(home), folder).toEqual(after);
    }
    rmSync(join(folders[0] ?? '', '..'), { recursive: true });
  });

  it('leaves what somebody changed after it', async () => {
    const { home, place } = start();
    const folders = await snapshots(home, await planned(place('user'), chosen));
    bringBack(home, folders.at(-1) ?? '');
    writeFileSync(join(home, '.gemini/settings.json'), '{"theme": "y"}');
    await planned(place('user'), chosen);
    expect(read(join(home, '.gemini/settings.json'))).toBe('{"theme": "y"}');
    expect(read(join(home, '.copilot/copilot-instructions.md'))).toBe('# Mine\n');
    rmSync(join(folders[0] ?? '', '..'), { recursive: true });
  });

  it('while it uninstalls is undone by the next one as well', async () => {
    const { home, place } = start();
    await install(place('user'), chosen);
    const before = treeOf(home);
    const plan = await planUninstall(place('user'));
    if (plan === undefined || isRefusal(plan)) throw new Error('no plan');
    const folders = await snapshots(home, plan);
    for (const folder of folders) {
      bringBack(home, folder);
      const again = await planned(place('user'), []);
      expect(treeOf(home), folder).toEqual(before);
      expect(again.files.filter(isChange)).toEqual([]);
    }
    await uninstall(place('user'));
    expect(readdirSync(home).sort()).toEqual(['.copilot', '.gemini', 'code']);
    rmSync(join(folders[0] ?? '', '..'), { recursive: true });
  });

  it('while it writes down what it is about to do has done nothing', async () => {
    const { home, place } = start();
    const before = treeOf(home);
    mkdirSync(join(home, '.config/stateroom'), { recursive: true });
    writeFileSync(place('user').journal, '{"owner": {"pid"');
    await planned(place('user'), chosen);
    expect(existsSync(place('user').journal)).toBe(false);
    rmSync(join(home, '.config'), { recursive: true });
    expect(treeOf(home)).toEqual(before);
  });

  it('takes its drafts with it', async () => {
    const { home, place } = start();
    const before = treeOf(home);
    const folders = await snapshots(home, await planned(place('user'), chosen));
    bringBack(home, folders[1] ?? '');
    write(join(home, '.gemini/settings.json.4711.0123abcd.draft'), '{');
    await planned(place('user'), chosen);
    expect(treeOf(home)).toEqual(before);
    rmSync(join(folders[0] ?? '', '..'), { recursive: true });
  });
});

it('undoes nothing that this process is about to write', async () => {
  const { place } = start();
  const looked: Promise<InstallPlan>[] = [];
  let seen = 0;
  // As the page does, which reads what is installed whenever it is shown.
  const plan = await planned(place('user'), chosen);
  await applyPlan(plan, () => {
    seen += 1;
    if (seen === 3) looked.push(planned(place('user'), chosen));
  });
  const [found] = await Promise.all(looked);
  expect(found?.recovered).toBe(false);
  expect(found?.files.filter(isChange)).toEqual([]);
  expect((await planned(place('user'), chosen)).files.filter(isChange)).toEqual([]);
});

it('waits for another process that installs', async () => {
  const { place } = start();
  const { journal } = place('user');
  const parent = { ...identifyThisProcess(), pid: process.ppid, start: 0 };
  write(journal, JSON.stringify({ owner: parent, files: [], made: [] }));
  await expect(planned(place('user'), chosen)).rejects.toThrow('Another process is installing.');
  expect(existsSync(journal)).toBe(true);
});
