import { expect, it } from 'vitest';
import { answer, makeRepository, programFile } from './cliRig.js';
import { connect } from './mcpRig.js';
import { installedVersion010 } from './version010/installedVersion010.js';

const old = installedVersion010();

it('0.1.0 reads and changes work items with ids, labels and titles that it would not take itself', async () => {
  const cwd = makeRepository();
  const now = { cwd, actor: 'ada', program: programFile };
  const before = { cwd, actor: 'ada', program: old.cli };
  const ids = ['42', 'w9', '<a@mail.example>', 'owner/repo#7', 'two words'];
  for (const id of ids) {
    const words = ['queue', 'add', `Title  of ${id}`, '--id', id, '--label', 'Release notes, UI'];
    await answer(words, now);
  }
  const items = async (program: typeof now) =>
    ((await answer(['queue', 'list', '--order', 'created'], program)) as { items: Record<string, unknown>[] }).items;
  expect((await items(before)).map(({ key, title, labels }) => ({ key, title, labels }))).toEqual(
    ids.map(key => ({ key, title: `Title  of ${key}`, labels: ['Release notes', 'UI'] })),
  );
  expect(await items(before)).toEqual(
    (await items(now)).map(({ assignee: _assignee, parent: _parent, ...known }) => known),
  );

  const list = (await answer(['queue', 'list', '--label', 'ui'], before)) as { items: object[] };
  expect(list.items).toHaveLength(ids.length);
  expect(await answer(['queue', 'show', 'two words'], before)).toMatchObject({ item: { ref: 'W-5' } });
  expect(await answer(['queue', 'annotate', 'owner/repo#7', '{"step":1}'], before)).toMatchObject({
    item: { ref: 'W-4', notes: { step: 1 }, labels: ['Release notes', 'UI'] },
  });
  const server = await connect({ cwd, actor: 'ada', program: [old.mcp], args: ['--tools', 'all'] });
  expect(await server.done('show', { id: 'W-1' })).toMatchObject({
    item: { key: '42', labels: ['Release notes', 'UI'] },
  });
  expect(await server.done('claim', { id: 'W-2' })).toMatchObject({ item: { key: 'w9' } });
  await server.close();
  expect(await answer(['store', 'check'], before)).toMatchObject({ ok: true, problems: [] });
  expect(await answer(['queue', 'show', 'id:w9'], now)).toMatchObject({ item: { ref: 'W-2', status: 'in_flight' } });
});
