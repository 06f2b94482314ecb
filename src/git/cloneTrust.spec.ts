import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCloneTrust } from './cloneTrust.js';

/** What the number of the disk has grown by since the clone was trusted. */
const disk = vi.hoisted(() => ({ moved: 0n }));

vi.mock(import('node:fs/promises'), async original => {
  const real = await original();
  const stat = async (path: string, options: { bigint: true }) => {
    const found = await real.stat(path, options);
    found.dev += disk.moved;
    return found;
  };
  return { ...real, stat: stat as typeof real.stat };
});

let home: string;
let clone: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-trust-'));
  clone = join(home, 'shop', '.git');
  makeClone();
});

/** Git's folder changes as soon as it is made: the clock has to have moved on since. */
function makeClone(): void {
  mkdirSync(clone, { recursive: true });
  do writeFileSync(join(clone, `HEAD${Date.now()}`), '');
  while (statSync(clone).birthtimeMs === statSync(clone).ctimeMs);
}

afterEach(() => {
  disk.moved = 0n;
  rmSync(home, { recursive: true, force: true });
});

const open = (commonDir = clone) => openCloneTrust(commonDir, { HOME: home, APPDATA: home });
const setup = { setting: 'lane.setup', command: 'npm ci' } as const;
const grant = { commands: [setup], grantedAt: 1_793_613_600_000, grantedBy: 'Ann' };

/** The files of consent that there are. */
function files(): string[] {
  const folder = process.platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config');
  const trust = join(folder, 'stateroom', 'trust');
  return readdirSync(trust).map(name => join(trust, name));
}

describe('the consent for a clone', () => {
  it('is kept for its owner alone, and taken away again', async () => {
    expect(await open().read()).toEqual({ state: 'none' });
    await open().write(grant);
    expect(await open().read()).toEqual({ state: 'granted', grant: { version: 1, clone, ...grant } });
    const [file = ''] = files();
    expect(files()).toHaveLength(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await open().remove()).toBe(true);
    expect(await open().remove()).toBe(false);
    expect(await open().read()).toEqual({ state: 'none' });
  });

  it('stays where a start of the computer gives its disk another number', async () => {
    await open().write(grant);
    disk.moved = 7n;
    expect(await open().read()).toMatchObject({ state: 'granted' });
  });

  it('is not that of another clone, at another path or the same one', async () => {
    await open().write(grant);
    mkdirSync(join(home, 'other', '.git'), { recursive: true });
    expect(await open(join(home, 'other', '.git')).read()).toEqual({ state: 'none' });
    renameSync(clone, `${clone}-before`);
    makeClone();
    expect(await open().read()).toEqual({ state: 'none' });
    // A clone that was moved asks again; back in its place it is the one that was trusted.
    expect(await open(`${clone}-before`).read()).toEqual({ state: 'none' });
    rmSync(clone, { recursive: true });
    renameSync(`${clone}-before`, clone);
    expect(await open().read()).toMatchObject({ state: 'granted' });
    // A link leads to the same clone.
    symlinkSync(join(home, 'shop'), join(home, 'link'));
    expect(await open(join(home, 'link', '.git')).read()).toMatchObject({ state: 'granted' });
  });

  it.each([
    [
      'that is cut',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -10)),
      'not a valid trust file',
    ],
    [
      'of another version',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('"version": 1', '"version": 2')),
      'not a valid trust file',
    ],
    [
      'with a field of nobody',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{"all":true,')),
      'not a valid trust file',
    ],
    [
      'that is too large',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8') + ' '.repeat(4_000_000)),
      'too large',
    ],
    ['that others can change', (file: string) => chmodSync(file, 0o666), 'other users can change it'],
    [
      'that is a link',
      (file: string) => {
        renameSync(file, `${file}.moved`);
        symlinkSync(`${file}.moved`, file);
      },
      'not a regular file',
    ],
  ])('does not count in a file %s', async (_what, damage, reason) => {
    await open().write(grant);
    const [file = ''] = files();
    damage(file);
    expect(await open().read()).toEqual({ state: 'damaged', reason: `${file}: ${reason}` });
    await open().write(grant);
    expect(await open().read()).toMatchObject({ state: 'granted' });
  });

  it('needs a folder of the user, and says so where it cannot be written', async () => {
    const nowhere = openCloneTrust(clone, {});
    expect(await nowhere.read()).toEqual({ state: 'none' });
    await expect(nowhere.write(grant)).rejects.toMatchObject({
      refusal: { message: 'Cannot save your trust decision because HOME is not set.' },
    });
    writeFileSync(join(home, 'file'), '');
    const blocked = openCloneTrust(clone, { HOME: join(home, 'file'), APPDATA: join(home, 'file') });
    await expect(blocked.write(grant)).rejects.toMatchObject({
      refusal: { message: { key: 'git.trustNotSaved', values: { message: expect.stringMatching(/^ENOTDIR/) } } },
    });
  });
});
