import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from './support/openStore.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';
import { tempFolder } from './support/tempFolder.js';

/** Files of the store itself, without which there is none. */
const isOfStore = (name: string): boolean => /^(base|image|journal|log|pages|turn)\b/.test(name);

function moveAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter(isOfStore)) renameSync(join(from, name), join(to, name));
}

describe('a folder without the files of its store', () => {
  const traces = [
    'torn.1790000000000.0a1b2c3d',
    'before-migration.v1.1.4.sqlite',
    'before-restore.1790000000000.0a1b2c3d.sqlite',
    'replaced/T-1-01JABCDEFGHJKMNPQRSTVWXYZ0.json',
    'secrets/login/1/.env',
  ];

  it.each(traces)('in which it left %s is refused until they are back', async trace => {
    const directory = copyOf(await seedStore());
    mkdirSync(dirname(join(directory, trace)), { recursive: true });
    writeFileSync(join(directory, trace), 'x');
    const away = join(directory, '..', 'away');
    moveAll(directory, away);
    const store = openStore(directory);
    const refusal = { code: 'STORE_CORRUPT', message: 'Cannot read the store: the files that contain it are missing.' };
    await expect(addItems(store, ['x'])).rejects.toMatchObject(refusal);
    await expect(titlesOf(store)).rejects.toMatchObject(refusal);
    expect(readdirSync(directory).filter(isOfStore)).toEqual([]);
    moveAll(away, directory);
    await addItems(store, ['seven']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'seven']);
  });

  it('is given a store where the others may have come before the first commit', async () => {
    const directory = join(tempFolder('before'), 'store');
    const early = [
      'bin/stateroom',
      'hooks/pre-commit',
      'logs/login.log',
      'evidence/01JABCDEFGHJKMNPQRSTVWXYZ0.log',
      'messages/01JABCDEFGHJKMNPQRSTVWXYZ0.json',
      'journeys/login.json',
      'kept/distances.json',
      'proc.999999999.0a1b2c3d4e5f',
      'journal.00000001.log.tmp999999999',
    ];
    for (const name of early) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), '');
    }
    for (const name of ['secrets', 'replaced', 'waiting', 'beats']) mkdirSync(join(directory, name));
    const store = openStore(directory);
    await addItems(store, ['one']);
    expect(await titlesOf(openStore(directory))).toEqual(['one']);
  });
});
