import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locateStore } from './storeLocation.js';

let root: string;

/** A folder that git would take for a repository. */
function makeRepository(name: string): string {
  const repository = join(root, name);
  for (const part of ['objects', 'refs']) mkdirSync(join(repository, '.git', part), { recursive: true });
  writeFileSync(join(repository, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  return repository;
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-location-')));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('locateStore', () => {
  it('goes by --store, then --repo, then STATEROOM_STORE, then the working directory', () => {
    const here = makeRepository('here');
    const other = makeRepository('other');
    const surroundings = { environment: { STATEROOM_STORE: 'shared' }, directory: here };
    expect(locateStore({ store: '../own', repo: other }, surroundings)).toEqual({
      directory: join(root, 'own'),
      workDirectory: here,
      repository: undefined,
    });
    expect(locateStore({ repo: '../other' }, surroundings)).toEqual({
      directory: join(other, '.git', 'stateroom'),
      workDirectory: other,
      repository: {
        commonDir: join(other, '.git'),
        worktreeRoot: other,
        storeDirectory: join(other, '.git', 'stateroom'),
      },
    });
    expect(locateStore({}, surroundings)).toEqual({
      directory: join(here, 'shared'),
      workDirectory: here,
      repository: undefined,
    });
    expect(locateStore({}, { environment: { STATEROOM_STORE: '' }, directory: here })).toEqual({
      directory: join(here, '.git', 'stateroom'),
      workDirectory: here,
      repository: {
        commonDir: join(here, '.git'),
        worktreeRoot: here,
        storeDirectory: join(here, '.git', 'stateroom'),
      },
    });
  });

  it('needs no repository for a store that was named', () => {
    expect(locateStore({}, { environment: { STATEROOM_STORE: join(root, 'a') }, directory: root })).toMatchObject({
      directory: join(root, 'a'),
    });
    expect(locateStore({}, { environment: {}, directory: root })).toMatchObject({ code: 'no_repository' });
  });

  it.runIf(process.platform === 'linux').each([
    ['/proc/nowhere/store', '/proc/nowhere/store'],
    ['/proc', '/proc'],
    ['/proc/self/task/../store', '/proc/self/store'],
    ['/sys/kernel/store', '/sys/kernel/store'],
  ])('refuses %s, where only the kernel makes folders', (name, shown) => {
    const refusal = {
      code: 'invalid_input',
      message: `--store is ${shown}, a system folder that cannot hold the store.`,
      hint: 'Use a folder on a disk.',
    };
    expect(locateStore({ store: name }, { environment: {}, directory: root })).toMatchObject(refusal);
    expect(locateStore({}, { environment: { STATEROOM_STORE: name }, directory: root })).toMatchObject({
      ...refusal,
      message: `STATEROOM_STORE is ${shown}, a system folder that cannot hold the store.`,
    });
  });

  it.each([
    [{ repo: '' }, '', '--repo is empty.'],
    [{ store: '' }, '', '--store is empty.'],
    [{ store: 'file' }, '', '--store is ROOT/file, which is not a folder and cannot be created as one.'],
    [{}, 'file/below', 'STATEROOM_STORE is ROOT/file/below, which is not a folder and cannot be created as one.'],
    [
      {},
      'postgres://me:secret@host/db',
      'STATEROOM_STORE is a postgres address, but this version keeps its store in a folder.',
    ],
  ])('refuses %j with STATEROOM_STORE=%s and makes nothing', (named, variable, message) => {
    writeFileSync(join(root, 'file'), '');
    const refusal = locateStore(named, { environment: { STATEROOM_STORE: variable }, directory: root });
    expect(refusal).toMatchObject({ code: 'invalid_input', message: message.replace('ROOT', root) });
    expect(readdirSync(root)).toEqual(['file']);
  });
});
