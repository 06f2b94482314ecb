import { describe, expect, it } from 'vitest';
import { readRunFolder } from './runFolder.js';

const problem = {
  ...{ id: 'slow', created_at: '2026-08-01T09:15:00Z', request: 'Why?', intent: 'investigation' },
  ...{ target_properties: [], dirty_worktree: { available: false, paths: [] } },
};
const files = { 'problem.json': JSON.stringify(problem) };
const line = (value: object) => `${JSON.stringify({ event: 'add', ...value })}\n`;

describe('the folder of a run', () => {
  it('keeps the order of each file, also where the clock was set back', () => {
    const found = readRunFolder({
      ...files,
      'hypotheses.jsonl':
        line({ id: 'H001', text: 'First', timestamp: '2026-08-01T09:30:00Z' }) +
        line({ id: 'H002', text: 'Second', timestamp: '2026-08-01T09:20:00Z' }),
      'evidence.jsonl': line({ id: 'E001', text: 'Seen', hypothesis: 'H002', timestamp: '2026-08-01T09:25:00Z' }),
    });
    expect('entries' in found && found.entries.map(({ kind, number }) => [kind, number])).toEqual([
      ['evidence', 1],
      ['hypothesis', 1],
      ['hypothesis', 2],
    ]);
  });

  it('leaves a cut last line and a cut closing out, and names them', () => {
    const found = readRunFolder({ ...files, 'commands.jsonl': '{"id":"C0', 'closeout.json': '{"closed_at"' });
    expect(found).toMatchObject({ entries: [], closing: undefined, torn: ['commands.jsonl', 'closeout.json'] });
  });

  it('cuts a text that is too long', () => {
    const found = readRunFolder({
      ...files,
      'evidence.jsonl': line({ id: 'E001', text: 'x'.repeat(5000), timestamp: '2026-08-01T09:25:00Z' }),
    });
    const [entry] = 'entries' in found ? found.entries : [];
    expect([entry?.text.length, entry?.text.at(-1)]).toEqual([4000, '…']);
  });

  it('keeps as many uncommitted paths as a run that is started, each no longer than a path of it', () => {
    const paths = ['x'.repeat(5000), ...Array.from({ length: 600 }, (_, index) => `src/${index}.ts`)];
    const dirty = { ...problem, dirty_worktree: { available: true, paths } };
    const found = readRunFolder({ 'problem.json': JSON.stringify(dirty) });
    const kept = 'dirtyWorktree' in found ? found.dirtyWorktree : undefined;
    expect([kept?.available, kept?.paths.length, kept?.paths.at(-1)]).toEqual([true, 500, 'src/498.ts']);
    expect([kept?.paths[0]?.length, kept?.paths[0]?.at(-1)]).toEqual([1000, '…']);
  });

  it('takes no id after which no further one can be given', () => {
    const withId = (id: string) => ({
      ...files,
      'hypotheses.jsonl': line({ id, text: 'It is cold', timestamp: '2026-08-01T09:20:00Z' }),
    });
    expect(readRunFolder(withId('H999999'))).toMatchObject({ entries: [{ number: 999_999 }] });
    expect(readRunFolder(withId('H1000000'))).toEqual({ file: 'hypotheses.jsonl', line: 1 });
  });

  it.each([
    [{}, { file: 'problem.json' }],
    [{ 'problem.json': JSON.stringify({ ...problem, id: 'ACTIVE' }) }, { file: 'problem.json' }],
    [
      { ...files, 'commands.jsonl': '{\n{}\n' },
      { file: 'commands.jsonl', line: 1 },
    ],
    // Whole JSON that is no entry is not a cut line.
    [
      { ...files, 'commands.jsonl': '{}' },
      { file: 'commands.jsonl', line: 1 },
    ],
  ])('%j has a problem', (given, expected) => {
    expect(readRunFolder(given)).toEqual(expected);
  });
});
