import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { add, cli, run, stateroom, until } from './stateroom.js';

describe('The Queue view', () => {
  let api: StateroomApi;

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.queue.focus');
  });

  const rowsOf = async (section: string) =>
    (await api.queue()).sections.find(part => part.section === section)?.rows ?? [];
  const readyOf = async (refs: readonly string[]): Promise<string[]> =>
    (await rowsOf('ready')).map(({ ref }) => ref).filter(ref => refs.includes(ref));

  it('shows each work item where it stands', async () => {
    const parent = await add('A parent', { priority: 1 });
    const blocked = await add('A blocked one', { dependsOn: [parent] });
    const later = await add('A later one', { notBefore: '+3h' });
    const asked = await add('A question', { question: 'Which colour?' });
    const ended = await add('An ended one');
    await run('queue.resolve', { id: ended, status: 'failed' });
    const find = async (section: string, ref: string) => (await rowsOf(section)).find(row => row.ref === ref);
    strictEqual((await find('ready', parent))?.description, `${parent} · P1`);
    strictEqual((await find('waiting', blocked))?.description, `${blocked} · waiting for ${parent}`);
    strictEqual((await find('waiting', later))?.description, `${later} · in 3 h`);
    strictEqual((await find('waiting', asked))?.description, `${asked} · “Which colour?”`);
    strictEqual((await find('done', ended))?.description, `${ended} · failed`);
    const { badge, rows } = await api.needsYou();
    strictEqual(badge, rows.length);
    strictEqual(rows.find(({ ref }) => ref === asked)?.description, `question · just now · A question · ${asked}`);
  });

  it('shows what other processes do, with the holder', async () => {
    const ref = await add('Claimed elsewhere');
    await cli('codex-7', 'queue', 'claim', ref, '--lease', '20m');
    const row = await until('the row in progress', async () =>
      (await rowsOf('in_flight')).find(row => row.ref === ref),
    );
    strictEqual(row.description, `${ref} · in progress · codex-7`);
    await cli('codex-7', 'queue', 'resolve', ref, '--status', 'done');
    await until('the row under Done', async () => (await rowsOf('done')).find(row => row.ref === ref));
  });

  it('moves rows up, down and to the top', async () => {
    const refs = [await add('Move a'), await add('Move b'), await add('Move c')];
    const [a = '', b = '', c = ''] = refs;
    deepStrictEqual(await readyOf(refs), [a, b, c]);
    await vscode.commands.executeCommand('stateroom.queue.moveUp', await rowOf(c));
    deepStrictEqual(await readyOf(refs), [a, c, b]);
    await vscode.commands.executeCommand('stateroom.queue.moveDown', await rowOf(a));
    deepStrictEqual(await readyOf(refs), [c, a, b]);
    await vscode.commands.executeCommand('stateroom.queue.moveToTop', await rowOf(b));
    strictEqual((await rowsOf('ready'))[0]?.ref, b);
    await run('queue.reprioritise', { id: c, before: b });
    strictEqual((await rowsOf('ready'))[0]?.ref, c);
  });

  it('pages long parts', async () => {
    const jsonl = Array.from({ length: 600 }, (_, index) => JSON.stringify({ title: `Row ${index}`, priority: 4 }));
    await run('queue.import', { jsonl: jsonl.join('\n') });
    const ready = (await api.queue()).sections.find(part => part.section === 'ready');
    strictEqual(ready?.rows.length, 500);
    ok((ready?.count ?? 0) >= 600);
    await vscode.commands.executeCommand('stateroom.queue.showMore', 'ready');
    const more = (await api.queue()).sections.find(part => part.section === 'ready');
    strictEqual(more?.rows.length, more?.count);
  });

  it('tells in the status bar what needs you and what runs', async () => {
    const { visible, tooltip } = api.statusBar();
    strictEqual(visible, true);
    match(tooltip, /^Stateroom: (Nothing needs your attention|\d+ needs? you), \d+ in progress, \d+ ready$/);
  });

  /** The id of a row, as the commands take it. */
  async function rowOf(ref: string): Promise<{ id: string }> {
    const row = (await rowsOf('ready')).find(each => each.ref === ref);
    ok(row, `${ref} is not under Ready`);
    return { id: row.id };
  }
});
