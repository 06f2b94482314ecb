import { describe, expect, it } from 'vitest';
import type { SessionFiles } from '../platform/sessionFiles.js';
import { Transcript } from './transcript.js';

const now = Date.UTC(2026, 10, 2, 10);

function opened() {
  const lines: string[] = [];
  const live: string[] = [];
  const files: SessionFiles = {
    path: session => session,
    append: async (_session, more) => void lines.push(...more),
    read: async () => undefined,
    writeLive: async (_session, text) => void live.push(text),
    live: async () => new Map(),
  };
  const transcript = new Transcript(files, 'session', { now: () => now }, error => expect(error).toBeUndefined());
  const entries = () => lines.map(line => JSON.parse(line) as Record<string, unknown>);
  const facts = () => JSON.parse(live.at(-1) ?? '{}') as Record<string, unknown>;
  return { transcript, entries, facts };
}

describe('a transcript', () => {
  it('has each update with its time, cut and without secrets', async () => {
    const { transcript, entries } = opened();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    transcript.add({ kind: 'message', text: `Uses ${token} ${'x'.repeat(20_000)}` });
    transcript.add({
      kind: 'tool',
      id: 't',
      title: 'Edit',
      diffs: [{ path: 'a', before: null, after: 'y'.repeat(17_000) }],
    });
    await transcript.finish();
    const [message, tool] = entries();
    expect([message?.at, message?.kind]).toEqual(['2026-11-02T10:00:00.000Z', 'message']);
    expect(String(message?.text)).toMatch(/^Uses \[redacted\] x+… \(20016 characters\)$/);
    expect(JSON.stringify(tool)).toContain('… (17000 characters)');
    expect(JSON.stringify(tool).length).toBeLessThan(16_300);
  });

  it('has no password of a command, a plan or what the agent does now', async () => {
    const { transcript, entries, facts } = opened();
    transcript.add({
      kind: 'tool',
      id: 't',
      title: 'PGPASSWORD=hunter22xx psql',
      command: 'PGPASSWORD=hunter22xx psql',
    });
    transcript.add({ kind: 'plan', entries: [{ text: 'Set password=hunter22xx', state: 'pending' }] });
    await transcript.finish();
    expect(JSON.stringify(entries())).not.toContain('hunter22xx');
    expect(JSON.stringify(facts())).not.toContain('hunter22xx');
    expect(entries()[0]).toMatchObject({ kind: 'tool', id: 't', command: 'PGPASSWORD=[redacted] psql' });
  });

  it('keeps 2,000 updates of a flood until the next write, and counts the rest', async () => {
    const { transcript, entries } = opened();
    for (let n = 0; n < 2500; n += 1) transcript.add({ kind: 'thought', text: String(n) });
    await transcript.finish();
    expect([entries().length, entries().at(-1)]).toEqual([2001, { kind: 'left-out', updates: 500 }]);
  });

  it('tells what the agent does now, and when it last got on', async () => {
    const { transcript, facts } = opened();
    transcript.add({ kind: 'tool', id: 't', title: 'Read\nsrc/a.ts', tool: 'read', state: 'completed' });
    await transcript.finish();
    expect(facts()).toEqual({ line: 'Read src/a.ts', outputAt: now });
    transcript.add({ kind: 'tool', id: 't', tool: 'edit', state: 'completed' });
    transcript.add({ kind: 'usage', meaning: 'turn', input: 1 });
    await transcript.finish();
    expect(facts()).toEqual({ line: 'Read src/a.ts', outputAt: now, progressAt: now });
    transcript.add({ kind: 'message', text: 'First\nLast line\n' });
    await transcript.finish();
    expect(facts()).toEqual({ line: 'Last line', outputAt: now, progressAt: now });
  });
});
