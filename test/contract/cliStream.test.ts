import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answer,
  cleanEnvironment,
  finished,
  linesOf,
  makeRepository,
  missingTerminal,
  programFile,
  run,
  runOnTerminal,
  start,
  storeOf,
  until,
  userNode,
} from './cliRig.js';

describe('events tail --follow', () => {
  it('begins before there is a store, shows each event once as one line of JSON, and ends on Ctrl+C', async () => {
    const cwd = makeRepository();
    const child = start(['events', 'tail', '--follow', '--json'], { cwd });
    const end = finished(child);
    const lines = linesOf(child);
    const types = () => lines.map(line => (JSON.parse(line) as { id: number; type: string }).type);
    await answer(['queue', 'add', 'One'], { cwd });
    await until('the first event is shown', () => lines.length === 1);
    await answer(['queue', 'next'], { cwd, actor: 'ada' });
    await answer(['queue', 'resolve', 'W-1', '--status', 'done'], { cwd, actor: 'ada' });
    await until('all events are shown', () => lines.length === 3);
    expect(types()).toEqual(['work_item_created', 'work_item_claimed', 'work_item_resolved']);
    expect(lines.map(line => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2, 3]);
    child.kill('SIGINT');
    const { code, signal, stderr } = await end;
    expect({ code, signal, stderr }).toEqual({ code: 130, signal: null, stderr: '' });
    expect(lines).toHaveLength(3);
  });

  it('shows what was there, oldest first, and goes on with what its filters let through', async () => {
    const cwd = makeRepository();
    for (const title of ['One', 'Two', 'Three']) await answer(['queue', 'add', title], { cwd });
    const child = start(['events', 'tail', '--follow', '--limit', '2', '--type', 'work_item_created'], { cwd });
    const end = finished(child);
    const lines = linesOf(child);
    await until('the latest two are shown', () => lines.length === 2);
    await answer(['events', 'append', 'deployed'], { cwd });
    await answer(['queue', 'add', 'Four'], { cwd });
    await until('the new one is shown', () => lines.length === 3);
    expect(lines.map(line => line.split('  ')[2])).toEqual(['W-2', 'W-3', 'W-4']);
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ code: 143, signal: null, stderr: '' });
  });

  it('goes on through a compaction and a restore', async context => {
    if (missingTerminal !== undefined) context.skip(missingTerminal);
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd });
    await answer(['store', 'backup', 'backup.sqlite'], { cwd });
    const child = start(['events', 'tail', '--follow', '--json'], { cwd });
    const end = finished(child);
    const lines = linesOf(child);
    const items = () => lines.map(line => (JSON.parse(line) as { id: number; workItem: string | null }).workItem);
    await until('the first event is shown', () => lines.length === 1);
    await answer(['store', 'compact'], { cwd });
    await answer(['queue', 'add', 'Two'], { cwd });
    await answer(['queue', 'add', 'Three'], { cwd });
    await until('the later events are shown', () => lines.length === 3);
    // Goes back to one event and tells of the restore itself; what comes then is numbered above what was shown.
    expect(await runOnTerminal(['store', 'restore', 'backup.sqlite'], { cwd })).toMatchObject({ code: 0 });
    for (const title of ['Two again', 'Three again', 'Four']) await answer(['queue', 'add', title], { cwd });
    await until('the events after the restore are shown', () => lines.length === 7);
    expect(items()).toEqual(['W-1', 'W-2', 'W-3', null, 'W-4', 'W-5', 'W-6']);
    child.kill('SIGINT');
    expect(await end).toMatchObject({ code: 130, stderr: '' });
  });

  it('ends quietly when nobody reads any more', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd });
    const child = start(['events', 'tail', '--follow', '--json'], { cwd });
    const lines = linesOf(child);
    const stderr: string[] = [];
    child.stderr.setEncoding('utf8').on('data', text => stderr.push(text));
    const exit = new Promise<number | null>(done => {
      child.once('exit', code => done(code));
    });
    await until('the first event is shown', () => lines.length === 1);
    child.stdout.destroy();
    await answer(['queue', 'add', 'Two'], { cwd });
    expect([await exit, stderr]).toEqual([0, []]);
  });
});

describe('a broken pipe', () => {
  it('ends a long list without a word', async () => {
    const cwd = makeRepository();
    const items = Array.from({ length: 3000 }, (_, index) =>
      JSON.stringify({ title: `Item ${index} ${'x'.repeat(100)}` }),
    );
    await run(['queue', 'add', '--from-file', '-'], { cwd, input: items.join('\n') });
    const list = `"${userNode}" "${programFile}" queue list --limit 3000`;
    const child = spawn('bash', ['-c', `set -o pipefail; ${list} | head -n 1; echo "code \${PIPESTATUS[0]}"`], {
      cwd,
      env: cleanEnvironment(),
    });
    const { stdout, stderr } = await finished(child);
    expect(stdout.split('\n').at(-2)).toBe('code 0');
    expect(stderr).toBe('');
  });
});

/** Where a process shows that it is writing. */
const turnOf = (cwd: string): string => join(storeOf(cwd), 'turn');

/** Suspends a writer in the middle of its work. One that was done before is followed by another. */
async function suspendedWriter(cwd: string) {
  const items = Array.from({ length: 9000 }, (_, index) => JSON.stringify({ title: `Item ${index}` })).join('\n');
  for (let writers = 1; ; writers += 1) {
    const writer = start(['queue', 'add', '--from-file', '-'], { cwd });
    const end = finished(writer);
    writer.stdin.end(items);
    await until('it writes', () => existsSync(turnOf(cwd)) || writer.exitCode !== null);
    writer.kill('SIGSTOP');
    if (existsSync(turnOf(cwd))) return { writer, end, writers };
    writer.kill('SIGCONT');
    await end;
  }
}

describe('a writer that is suspended', () => {
  it('holds nobody up, and does its work again on what others wrote', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd });
    const { writer, end, writers } = await suspendedWriter(cwd);
    await answer(['queue', 'add', 'Two'], { cwd });
    writer.kill('SIGCONT');
    expect((await end).code).toBe(0);
    expect(await answer(['store', 'check'], { cwd })).toMatchObject({
      ok: true,
      workItems: 9000 * writers + 2,
      events: 9000 * writers + 2,
    });
  });
});

describe('Ctrl+C during a write', () => {
  it('leaves all or nothing of a long import', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd });
    const items = Array.from({ length: 10_000 }, (_, index) => JSON.stringify({ title: `Item ${index}` }));
    for (const wait of [0, 1]) {
      const child = start(['queue', 'add', '--from-file', '-'], { cwd });
      const end = finished(child);
      child.stdin.on('error', () => undefined);
      child.stdin.end(items.join('\n'));
      if (wait === 1) await until('the write has begun', () => existsSync(turnOf(cwd)) || child.exitCode !== null);
      child.kill('SIGINT');
      const { code, signal } = await end;
      expect(['SIGINT', 0]).toContain(signal ?? code);
      const { ok, workItems } = await answer(['store', 'check'], { cwd });
      expect(ok).toBe(true);
      expect(((workItems as number) - 1) % 10_000).toBe(0);
    }
  });

  it('ends an import in batches between two of them and says what stands', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd });
    const items = Array.from({ length: 20_000 }, (_, index) => JSON.stringify({ title: `Item ${index}` }));
    const child = start(['queue', 'add', '--from-file', '-', '--batch', '10', '--json'], { cwd });
    const end = finished(child);
    child.stdin.end(items.join('\n'));
    await until('the import has begun', () => existsSync(turnOf(cwd)));
    child.kill('SIGINT');
    const { code, stdout, stderr } = await end;
    const { message, details } = JSON.parse(stdout) as { message: string; details: { lines: number } };
    expect([code, details]).toEqual([130, { lines: details.lines, inserted: details.lines }]);
    expect(message).toMatch(
      /^The import was stopped (before anything was written|after \d+ of 20000 work items\. These are kept)\.$/,
    );
    expect(stderr).toContain(message);
    expect(await answer(['store', 'check'], { cwd })).toMatchObject({ ok: true, workItems: details.lines + 1 });
  });
});
