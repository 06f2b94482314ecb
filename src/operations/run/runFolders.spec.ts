import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { StoreBook } from '../../records/run/storeBook.js';
import { runClose } from './runClose.js';
import { runEvidence } from './runEvidence.js';
import { runImport } from './runImport.js';
import { runLearnings } from './runLearnings.js';
import { runReopen } from './runReopen.js';
import { runShow } from './runShow.js';
import { runStart } from './runStart.js';
import { runStatus } from './runStatus.js';

let repository: GitTestRepository;
let runs: string;
beforeEach(() => {
  repository = new GitTestRepository();
  runs = join(repository.repository, '.agents/runs');
});
afterEach(() => repository.close());

/** A folder as another program writes it, with these lines of evidence. */
function foreignFolder(...evidence: readonly (readonly [id: string, text: string])[]): string {
  const folder = join(repository.directory, 'slow');
  mkdirSync(folder, { recursive: true });
  const problem = {
    ...{ id: 'slow', created_at: '2026-08-01T09:15:00Z', request: 'Why?', intent: 'investigation' },
    ...{ target_properties: [], dirty_worktree: { available: false, paths: [] } },
  };
  writeFileSync(join(folder, 'problem.json'), JSON.stringify(problem));
  const lines = evidence.map(([id, text]) =>
    JSON.stringify({ event: 'add', id, text, hypothesis: null, timestamp: '2026-08-01T09:20:00Z' }),
  );
  writeFileSync(join(folder, 'evidence.jsonl'), `${lines.join('\n')}\n`);
  return folder;
}

describe('the folder of a run', () => {
  it('has no closing files once the run is reopened, so that its import leaves it open', async () => {
    await repository.ok(runStart, { request: 'Why is it slow?', name: 'why' });
    await repository.ok(runClose, { summary: 'It is not' });
    const closing = () => ['closeout.json', 'closeout.md'].map(file => existsSync(join(runs, 'why', file)));
    expect(closing()).toEqual([true, true]);
    await repository.ok(runReopen, { run: 'R-1' });
    expect(closing()).toEqual([false, false]);
    expect((await repository.ok(runImport, { path: '.agents/runs/why' })).run.status).toBe('active');
    await repository.ok(runClose, { summary: 'It is' });
    expect(closing()).toEqual([true, true]);
  });

  it('keeps a page that somebody wrote while the run is open', async () => {
    await repository.ok(runStart, { request: 'Why is it slow?', name: 'why' });
    const page = join(runs, 'why', 'closeout.md');
    writeFileSync(page, 'Mine\n');
    await repository.ok(runEvidence, { text: 'At night' });
    expect(readFileSync(page, 'utf8')).toBe('Mine\n');
  });

  it('is not imported where an entry has another text than before', async () => {
    await repository.ok(runImport, { path: foreignFolder(['E001', 'At night']) });
    expect((await repository.ok(runImport, { path: foreignFolder(['E001', 'At night']) })).added).toBe(0);
    const folder = foreignFolder(['E001', 'At noon']);
    expect(await repository.refused(runImport, { path: folder })).toMatchObject({
      code: 'conflict',
      message: `R-1 has other entries than ${folder}.`,
      hint: 'To import it as another run, change the id in its problem.json.',
      next: [{ operation: 'run.show', input: { run: 'R-1' } }],
    });
  });

  it('is not imported where a learning has another reason than before', async () => {
    const learned = (reason: string) => {
      const folder = foreignFolder();
      const line = { event: 'add', id: 'L001', kind: 'test-gap', summary: 'Cache it', repo_action: 'none', path: null };
      writeFileSync(
        join(folder, 'learning.jsonl'),
        `${JSON.stringify({ ...line, reason, timestamp: '2026-08-01T09:20:00Z' })}\n`,
      );
      return folder;
    };
    await repository.ok(runImport, { path: learned('Only here') });
    expect((await repository.ok(runImport, { path: learned('Only here') })).added).toBe(0);
    expect((await repository.refused(runImport, { path: learned('Too small') })).code).toBe('conflict');
  });

  it.each(['../../../etc/passwd', '.', '/nowhere/at/all'])(
    'can be closed with a reason where a learning of it points to %s',
    async path => {
      const folder = foreignFolder();
      const line = { event: 'add', id: 'L001', kind: 'test-gap', summary: 'Cache it', repo_action: 'docs', path };
      writeFileSync(
        join(folder, 'learning.jsonl'),
        `${JSON.stringify({ ...line, timestamp: '2026-08-01T09:20:00Z' })}\n`,
      );
      await repository.ok(runImport, { path: folder });
      expect((await repository.ok(runStatus, {})).unresolvedLearnings).toEqual(['L001']);
      expect((await repository.ok(runLearnings, {})).learnings).toMatchObject([{ path, resolved: false }]);
      expect(await repository.refused(runClose, {})).toMatchObject({
        ...{ code: 'not_allowed', message: 'R-1 cannot be closed while these are unresolved: L001.' },
      });
      expect((await repository.ok(runClose, { allowOpen: 'It is elsewhere' })).leftOpen).toEqual(['L001']);
      expect((await repository.ok(runImport, { path: folder })).added).toBe(0);
    },
  );

  it.each(['problem.json', 'evidence.jsonl'])('is not imported where %s is a folder or a broken link', async file => {
    const path = join(foreignFolder(['E001', 'At night']), file);
    const refusal = {
      code: 'invalid_input',
      message: `${file} is not a regular file.`,
      hint: 'Correct it, then import the folder again.',
    };
    rmSync(path);
    mkdirSync(path);
    expect(await repository.refused(runImport, { path: join(path, '..') })).toMatchObject(refusal);
    rmSync(path, { recursive: true });
    symlinkSync(join(path, '../nowhere'), path, 'junction');
    expect(await repository.refused(runImport, { path: join(path, '..') })).toMatchObject(refusal);
  });

  it('is not imported where two entries have one id', async () => {
    const folder = foreignFolder(['E001', 'At night'], ['E001', 'At noon']);
    expect(await repository.refused(runImport, { path: folder })).toMatchObject({
      code: 'invalid_input',
      message: `${folder} has more than one entry E001.`,
      hint: 'Correct it, then import the folder again.',
    });
  });

  it('leaves ACTIVE where it names a run of another program, and renews one that names a run without a folder', async () => {
    const active = join(runs, 'ACTIVE');
    mkdirSync(join(runs, 'theirs'), { recursive: true });
    writeFileSync(active, 'theirs\n');
    await repository.ok(runStart, { request: 'Why is it slow?', name: 'why' });
    expect(readFileSync(active, 'utf8')).toBe('theirs\n');
    writeFileSync(active, 'gone\n');
    await repository.ok(runEvidence, { text: 'At night' });
    expect(readFileSync(active, 'utf8')).toBe('why\n');
  });

  it('is found by agent-run under its name alone', async () => {
    await repository.ok(runStart, { request: 'Why is it slow?', name: 'why' });
    const book = new StoreBook(repository.context());
    expect((await book.find('why'))?.run.name).toBe('why');
    expect([await book.find('1'), await book.find('R-1')]).toEqual([undefined, undefined]);
    expect((await repository.ok(runShow, { run: '1' })).run.name).toBe('why');
  });
});
