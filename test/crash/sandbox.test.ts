import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { Child, type ChildOptions, untilExists } from './support/child.js';
import { openStore } from './support/openStore.js';
import { newestLog } from './support/rawLog.js';
import { addItems, titlesOf } from './support/rows.js';
import { copyOf, seededTitles, seedStore } from './support/seed.js';

const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
/** A pid namespace of its own, as agents' sandboxes have; what runs in it ends with `unshare` itself. */
const ownPids = ['unshare', ...asUser, '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'];
/** The same, and nothing to be seen under /proc. */
const withoutProc = [
  'unshare',
  ...asUser,
  '--mount',
  '--pid',
  '--fork',
  '--kill-child=SIGKILL',
  'sh',
  '-c',
  'mount -t tmpfs none /proc && exec "$@"',
  'sh',
];

/** The folder cannot be written, whoever one is. */
function readOnlyMount(folder: string): string[] {
  const script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  return ['unshare', ...asUser, '--mount', 'sh', '-c', script, folder];
}

function allowed(prefix: readonly string[]): boolean {
  return spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true']).status === 0;
}

const mayUnshare = allowed(ownPids);
const mayHideProc = allowed(withoutProc);

function skipUnless(can: boolean, context: TestContext, what: string): void {
  if (!can) context.skip(`this machine does not allow ${what} (unshare)`);
}

async function holdIn(directory: string, name: string, options: ChildOptions) {
  const heldFile = join(directory, '..', `${name} holds`);
  const goFile = join(directory, '..', `${name} may go on`);
  const child = await Child.start(directory, options);
  const holding = child.run({ do: 'hold', heldFile, goFile, title: `of ${name}` });
  await untilExists(heldFile);
  return { child, holding, letGo: () => writeFileSync(goFile, '') };
}

describe.each([
  ['with pids of its own', ownPids, () => mayUnshare],
  ['that sees no /proc', withoutProc, () => mayHideProc],
] as const)('an agent in a sandbox %s', (_what, prefix, may) => {
  it('that is killed in the middle of a transaction keeps nobody out', async context => {
    skipUnless(may(), context, 'pid and mount namespaces');
    const directory = copyOf(await seedStore());
    const { child } = await holdIn(directory, 'the sandbox', { prefix });
    await child.kill();
    const store = openStore(directory);
    await addItems(store, ['next']);
    expect(await titlesOf(store)).toEqual([...seededTitles, 'next']);
  });

  it('does its transaction again where one outside was first', async context => {
    skipUnless(may(), context, 'pid and mount namespaces');
    const directory = copyOf(await seedStore());
    const { child, holding, letGo } = await holdIn(directory, 'the sandbox', { prefix });
    const store = openStore(directory);
    await addItems(store, ['first']);
    letGo();
    await holding;
    expect(await titlesOf(store)).toEqual([...seededTitles, 'first', 'of the sandbox']);
    await child.close();
  });

  it('goes on after one that died outside, and before one that is in a transaction there', async context => {
    skipUnless(may(), context, 'pid and mount namespaces');
    const directory = copyOf(await seedStore());
    const dead = await holdIn(directory, 'the dead', {});
    await dead.child.kill();
    const sandboxed = await Child.start(directory, { prefix });
    await sandboxed.run({ do: 'add', titles: ['from inside'] });
    const alive = await holdIn(directory, 'the living', {});
    await sandboxed.run({ do: 'add', titles: ['first'] });
    alive.letGo();
    await alive.holding;
    expect(await titlesOf(openStore(directory))).toEqual([...seededTitles, 'from inside', 'first', 'of the living']);
  });

  it('and another one, with the same pid, take turns', async context => {
    skipUnless(may(), context, 'pid and mount namespaces');
    const directory = copyOf(await seedStore());
    const children = await Child.startAll(2, directory, () => ({ prefix }));
    expect(children.map(child => child.ownPid)).toEqual([1, 1]);
    await Promise.all(
      children.flatMap((child, index) =>
        [0, 1, 2, 3, 4].map(count => child.run({ do: 'add', titles: [`${index} ${count}`] })),
      ),
    );
    expect(await titlesOf(openStore(directory))).toHaveLength(seededTitles.length + 10);
    const held = await holdIn(directory, 'a third', { prefix });
    await held.child.kill();
    await Promise.all(children.map((child, index) => child.run({ do: 'add', titles: [`${index} after`] })));
    expect(await titlesOf(openStore(directory))).toHaveLength(seededTitles.length + 12);
  });
});

describe('an agent for whom the folder is read-only', () => {
  const probe = readOnlyMount('/tmp');
  const may = allowed(probe);

  it('reads what others write, is told the way in when it writes, and leaves no file', async context => {
    skipUnless(may, context, 'mount namespaces');
    const directory = copyOf(await seedStore());
    const names = readdirSync(directory).sort();
    const agent = await Child.start(directory, { prefix: readOnlyMount(join(directory, '..')) });
    expect(await agent.run({ do: 'query', sql: 'select count(*) from work_items' })).toEqual([[6]]);
    await expect(agent.run({ do: 'add', titles: ['x'] })).rejects.toMatchObject({
      code: 'STORE_READ_ONLY',
      message: `STORE_READ_ONLY: This process can read the store in ${directory} but cannot write to it.`,
      hint: 'Reading works. To write from a sandbox, use the tools of the Stateroom MCP server, which runs outside it.',
    });
    await expect(agent.run({ do: 'compact' })).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
    // There is one, which needs no step.
    expect(await agent.run({ do: 'create' })).toBe(false);
    expect(await agent.run({ do: 'health' })).toMatchObject({ state: 'read-only' });
    expect(readdirSync(directory).sort()).toEqual(names);

    const writer = openStore(directory);
    await addItems(writer, ['seven']);
    await writer.maintenance.compact();
    await writer.maintenance.compact();
    await writer.maintenance.compact();
    await addItems(writer, ['eight']);
    expect(await agent.run({ do: 'query', sql: 'select title from work_items where number > 6' })).toEqual([
      ['seven'],
      ['eight'],
    ]);
  });

  it('and that holds no store yet reads nothing, and cannot begin one', async context => {
    skipUnless(may, context, 'mount namespaces');
    const directory = join(copyOf(await seedStore()), '..', 'none', 'store');
    mkdirSync(join(directory, '..'));
    const agent = await Child.start(directory, { prefix: readOnlyMount(join(directory, '..')) });
    expect(await agent.run({ do: 'query', sql: 'select count(*) from work_items' })).toEqual([[0]]);
    await expect(agent.run({ do: 'add', titles: ['x'] })).rejects.toMatchObject({ code: 'STORE_READ_ONLY' });
    expect(readdirSync(join(directory, '..'))).toEqual([]);
  });

  it('and whose store has a torn end reads up to there and cuts nothing', async context => {
    skipUnless(may, context, 'mount namespaces');
    const directory = copyOf(await seedStore());
    const path = newestLog(directory);
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('half')]));
    const bytes = readFileSync(path);
    const agent = await Child.start(directory, { prefix: readOnlyMount(join(directory, '..')) });
    expect(await agent.run({ do: 'query', sql: 'select count(*) from work_items' })).toEqual([[6]]);
    expect(readFileSync(path)).toEqual(bytes);
  });
});
