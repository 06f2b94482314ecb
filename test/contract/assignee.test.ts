import { expect, it } from 'vitest';
import { answer, makeRepository, run } from './cliRig.js';
import { connect } from './mcpRig.js';

it('an assignee and a parent are the same on the command line and over MCP', async () => {
  const cwd = makeRepository();
  const server = await connect({ cwd, actor: 'dana', args: ['--tools', 'all'] });
  await answer(['queue', 'add', 'Release', '--assignee', 'eli'], { cwd, actor: 'ada' });
  await server.done('add', { title: 'Notes', parent: 'W-1', assignee: 'dana' });
  await server.done('add', { title: 'Package', parent: 'W-1' });

  const table = await run(['queue', 'list', '--parent', 'W-1', '--order', 'created'], { cwd, actor: 'ada' });
  expect(table.stdout).toMatch(/^W-2 .*ready.*Notes +dana +W-1 .*\nW-3 .*ready.*Package +W-1 /m);
  expect((await server.items('show', { id: 'W-2' })).text).toMatch(/ {2}assignee: dana\n {2}parent: W-1\n/);
  expect((await run(['queue', 'show', 'W-1'], { cwd, actor: 'ada' })).stdout).toMatch(
    /assignee +eli\n[\s\S]*children +W-2 Notes — pending\n +W-3 Package — pending\n/,
  );
  expect(await server.done('list', { assignee: 'dana' })).toMatchObject({ items: [{ ref: 'W-2' }] });

  expect(await answer(['queue', 'next'], { cwd, actor: 'ada' })).toMatchObject({ item: { ref: 'W-3' } });
  const none = await run(['queue', 'next'], { cwd, actor: 'ada' });
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringContaining('2 ready items are assigned to others or waiting for open children. Claim one by its id.'),
  ]);
  expect(await server.done('next')).toMatchObject({ item: { ref: 'W-2' } });
  await server.done('edit', { id: 'W-2', assignee: '' });
  await answer(['queue', 'edit', 'W-3', '--parent', ''], { cwd, actor: 'ada' });
  expect(await answer(['queue', 'list', '--parent', 'W-1'], { cwd })).toMatchObject({
    items: [{ ref: 'W-2', assignee: null }],
  });
  await answer(['queue', 'claim', 'W-1'], { cwd, actor: 'ada' });
  const resolved = await run(['queue', 'resolve', 'W-1', '--status', 'done'], { cwd, actor: 'ada' });
  expect(resolved.stdout).toBe('W-1 Release is done.\n  Still open: W-2 Notes (in progress)\n');
  const cyclic = await server.items('edit', { id: 'W-3', parent: 'W-3' });
  expect([cyclic.isError, cyclic.text]).toEqual([true, expect.stringContaining('this would create a cycle')]);
});
