import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOperation } from '../../src/operations/catalogue.js';
import { partsFor } from '../../src/surfaces/cli/operationGroups.js';
import { runInMemory } from '../support/memoryHost.js';
import {
  cleanEnvironment,
  git,
  makeDirectory,
  makeRepository,
  missingTerminal,
  programFile,
  run,
  runOnTerminal,
  writeIn,
} from './cliRig.js';
import { wholeLife, wholeLifeFiles } from './life/wholeLife.js';
import { schemaProblem } from './schemaProblem.js';

describe('--json', () => {
  it('is one object on stdout and nothing on stderr, with the answer as the operation declares it', async context => {
    if (missingTerminal !== undefined) context.skip(missingTerminal);
    const cwd = makeRepository();
    // What a lane below owns.
    writeIn(cwd, 'src/here.ts', 'export {};\n');
    git(cwd, 'add', 'src');
    git(cwd, 'commit', '-q', '-m', 'Begin');
    for (const [name, text] of Object.entries(wholeLifeFiles)) writeIn(cwd, name, text);
    const envelopeProblem = schemaProblem('answer');
    const begun = new Set<string>();
    /**
     * The first command of each word is a process, and so is what writes files to where its process stands. Those after it
     * load the same, and spare the test seventy starts.
     */
    const runOnce = async (words: readonly string[], directory: string, actor: string) => {
      const word = words[0] ?? '';
      if (!begun.has(word) || word === 'store') {
        begun.add(word);
        return run(words, { cwd: directory, actor });
      }
      const environment = cleanEnvironment({ STATEROOM_ACTOR: actor });
      const { operations } = await partsFor(words);
      return runInMemory(words, { directory, environment, operations, programFile, undisturbed: true });
    };
    for (const [name, args, part, { actor = 'ada', code = 0, byPerson = false, lane, before } = {}] of wholeLife) {
      const operation = findOperation(name);
      if (operation === undefined) throw new Error(`there is no ${name}`);
      // What is for people only needs one: someone at a terminal.
      const needsPerson = byPerson || !operation.roles.includes('agent');
      const words = args.includes('--json') ? [...args] : [...args, '--json'];
      const place = lane === undefined ? cwd : `${cwd}.worktrees/${lane}`;
      before?.(place);
      const done = needsPerson ? await runOnTerminal(words, { cwd: place }) : await runOnce(words, place, actor);
      expect([name, done.code, done.stderr]).toEqual([name, code, '']);
      expect(done.stdout.endsWith('\n')).toBe(true);
      expect([name, envelopeProblem(JSON.parse(done.stdout))]).toEqual([name, undefined]);
      const { ok, data, ...rest } = JSON.parse(done.stdout) as { ok: unknown; data: unknown };
      expect([ok, rest]).toEqual([true, {}]);
      expect(data).toMatchObject(part);
      expect(operation.output.parse(data)).toEqual(data);
    }
  });

  it('also carries what the program says of itself', async () => {
    const cwd = makeDirectory();
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    const said = async (...args: string[]) => JSON.parse((await run([...args, '--json'], { cwd })).stdout) as unknown;
    expect(await said('--version')).toEqual({ ok: true, data: { version } });
    expect(await said('--help')).toMatchObject({
      ok: true,
      data: { help: expect.stringContaining('Usage  stateroom') },
    });
    expect(await said('which')).toMatchObject({ ok: true, data: { shim: null, version } });
    expect(await said('completion', 'bash')).toMatchObject({ ok: true, data: { shell: 'bash' } });
  });

  it('leaves only ids with --quiet, one a line', async () => {
    const cwd = makeRepository();
    const said = async (...args: string[]) => (await run([...args, '--quiet'], { cwd, actor: 'ada' })).stdout;
    expect(await said('queue', 'add', 'One')).toBe('W-1\n');
    expect(await said('queue', 'add', 'Two')).toBe('W-2\n');
    expect(await said('queue', 'ready')).toBe('W-1\nW-2\n');
    expect(await said('queue', 'next')).toBe('W-1\n');
    expect(await said('queue', 'list', '--status', 'failed')).toBe('');
    expect(await said('which')).toBe(`${join(cwd, '.git/stateroom/bin/stateroom')}\n`);
  });
});
