import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runInMemory } from '../../../../test/support/memoryHost.js';

let directory = '';

const run = (...words: string[]) =>
  runInMemory(['--store', join(directory, 'store'), ...words], {
    directory,
    environment: { HOME: directory, PATH: process.env.PATH ?? '', STATEROOM_ACTOR: 'ada' },
    undisturbed: true,
  });
const said = async (...words: string[]) => (await run('events', 'export', ...words)).stdout;
/** The lines without their times. */
const lines = (text: string) => text.split('\n').map(line => line.replace(/^ {2}\d\d:\d\d:\d\d/, ''));

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'export-'));
  await run('queue', 'add', 'One');
  await run('queue', 'add', 'Two');
  await run('events', 'append', 'deploy_started', '--payload', '{"finding":"F-1"}');
  await run('--actor', 'codex', 'queue', 'claim', 'W-2');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('events export', () => {
  it('writes all events as text, the oldest first', async () => {
    const [day, ...others] = lines(await said());
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(others).toEqual([
      '  W-1     ada                   added it',
      '  W-2     ada                   added it',
      '          ada                   deploy_started {"finding":"F-1"}',
      expect.stringMatching(/^ {2}W-2 {5}codex {17}claimed it/),
      '',
    ]);
  });

  it.each([
    [['--by', 'codex'], ['work_item_claimed']],
    [
      ['--type', 'work_item_*'],
      ['work_item_created', 'work_item_created', 'work_item_claimed'],
    ],
    [
      ['--about', 'W-2'],
      ['work_item_created', 'work_item_claimed'],
    ],
    [['--from', '+1h'], []],
    [['--to', '-1h'], []],
    [
      ['--from', '-1h', '--to', '+1h'],
      ['work_item_created', 'work_item_created', 'deploy_started', 'work_item_claimed'],
    ],
  ])('filters with %j, and writes JSON in lines', async (words, types) => {
    const written = await said('--json', ...words);
    const events = written === '' ? [] : written.trimEnd().split('\n');
    expect(events.map(line => (JSON.parse(line) as { type: string }).type)).toEqual(types);
  });

  it('writes a new file, never over another, and leaves none behind that is not whole', async () => {
    const file = join(directory, 'all.timeline');
    expect(await run('events', 'export', 'all.timeline', '--json')).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ ok: true, data: { file, events: 4 } })}\n`,
    });
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(5);
    const again = await run('events', 'export', 'all.timeline');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(5);
    const refused = await run('events', 'export', 'other.timeline', '--from', 'soonish');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('“soonish” is not a valid time') });
    expect(existsSync(join(directory, 'other.timeline'))).toBe(false);
    const nowhere = await run('events', 'export', 'missing/all.timeline');
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${join(directory, 'missing')} is not a`),
    });
    const quiet = await run('events', 'export', 'quiet.timeline', '-q');
    expect(quiet).toMatchObject({ code: 0, stdout: '' });
  });

  it('removes a file that could not be flushed to the disk', async () => {
    const handle = await open(join(directory, 'probe'), 'w');
    await handle.close();
    const failed = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
    failed.mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error, fsync'), { syscall: 'fsync' }));
    const { code, stderr } = await run('events', 'export', 'lost.timeline');
    failed.mockRestore();
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('EIO: i/o error')]);
    expect(existsSync(join(directory, 'lost.timeline'))).toBe(false);
  });

  it('waits for a reader that is slow', async () => {
    const waits: number[] = [];
    const text = await said();
    const { stdout } = await runInMemory(['--store', join(directory, 'store'), 'events', 'export'], {
      directory,
      environment: { HOME: directory, STATEROOM_ACTOR: 'ada' },
      undisturbed: true,
      onDrain: written => waits.push(written),
    });
    expect([stdout, waits]).toEqual([text, [text.length]]);
  });

  it('is what filters by time, which a stream of new events does not', async () => {
    expect(await run('events', 'tail', '--follow', '--from', '-1h')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--follow prints new events.'),
    });
  });
});
