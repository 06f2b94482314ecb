import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSessionFiles } from './sessionFiles.js';

const session = '01KAZ3V8Q7M2T5W9X4B6C1D0F1';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stateroom-sessions-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the files of a session', () => {
  it('give its transcript line by line, on from where a reader was', async () => {
    const files = openSessionFiles(folder);
    expect(await files.read(session, 100)).toBeUndefined();
    await files.append(session, ['{"n":1}', '{"n":2}']);
    const first = await files.read(session, 100, 0);
    expect(first).toEqual({ lines: ['{"n":1}', '{"n":2}'], end: 16, isLast: true });
    await files.append(session, ['{"n":"ü"}']);
    expect(await files.read(session, 100, first?.end)).toEqual({ lines: ['{"n":"ü"}'], end: 27, isLast: true });
    expect(await files.read(session, 12, 0)).toEqual({ lines: ['{"n":1}'], end: 8, isLast: false });
    expect((await files.read(session, 15))?.lines).toEqual(['{"n":"ü"}']);
  });

  it('lose the older half of a full transcript, and say so', async () => {
    const files = openSessionFiles(folder, 200);
    for (let n = 100; n < 130; n += 1) await files.append(session, [`{"n":${n},"x":1}`]);
    const part = await files.read(session, 1000, 0);
    expect(part?.end).toBeLessThanOrEqual(250);
    const [note, ...rest] = (part?.lines ?? []).map(line => JSON.parse(line) as Record<string, unknown>);
    expect(note).toEqual({ kind: 'shortened', bytes: expect.any(Number) });
    expect(rest.at(-1)).toEqual({ n: 129, x: 1 });
    expect(rest.map(({ n }) => n)).toEqual(rest.map((_, index) => 130 - rest.length + index));
    // A reader who was further on begins with what is there.
    expect((await files.read(session, 1000, 5000))?.lines).toEqual(part?.lines);
  });

  it('give the live facts of all sessions, and nothing else that lies there', async () => {
    const files = openSessionFiles(folder);
    await files.writeLive(session, '{"line":"Reads"}');
    await files.writeLive(session, '{"line":"Writes"}');
    writeFileSync(join(folder, 'other.live.json'), '{}');
    writeFileSync(join(folder, `${session}.jsonl`), '{}\n');
    expect([...(await files.live())]).toEqual([[session, '{"line":"Writes"}']]);
  });

  it('have the name of a session alone', async () => {
    const files = openSessionFiles(folder);
    await expect(files.append('../x', ['{}'])).rejects.toThrow('“../x” is not the ULID of a session.');
  });
});
