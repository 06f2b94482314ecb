import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../../../test/support/memoryHost.js';

let home = '';
let root = '';

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'overrides-cli-')));
  root = join(home, 'shop');
  mkdirSync(join(root, '.git', 'objects'), { recursive: true });
  mkdirSync(join(root, '.git', 'refs'));
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (line: string) =>
  runInMemory(line.split(' '), { directory: root, environment: { HOME: home }, terminal: 'stdin' });

describe('an override', () => {
  const name = '.stateroom/overrides/skills/tdd.md';
  const own = '---\nname: stateroom-tdd\ndescription: "As we do it"\n---\n\nWrite the test with somebody.\n';
  const put = (folder: string, file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  it('of the repository replaces the skill, survives updates, and goes with its file', async () => {
    await run('install --agents codex --project --yes');
    const skill = join(root, '.agents/skills/stateroom-tdd/SKILL.md');
    const ours = readFileSync(skill, 'utf8');
    expect((await run('overrides')).stdout).toBe('There are no overrides.\n');
    put(root, name, own);
    const told = async () => (await run('overrides')).stdout;
    expect(await told()).toBe(`${name}: stateroom-tdd, not installed yet: run stateroom update\n`);
    expect((await run('update --yes')).code).toBe(0);
    expect(readFileSync(skill, 'utf8')).toBe(own);
    expect(await told()).toBe(`${name}: stateroom-tdd, installed\n`);
    expect((await run('update --yes')).stdout).toBe('Everything is in place.\n');
    expect((await run('install --check --quiet')).stdout).toBe('');
    put(root, name, `${own}Then the code.\n`);
    expect(await told()).toBe(`${name}: stateroom-tdd, changed since it was installed: run stateroom update\n`);
    await run('update --yes');
    const ledger = join(root, '.stateroom/installed.json');
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace(/"replaced": "\w+"/, '"replaced": "0"'));
    expect(await told()).toBe(`${name}: stateroom-tdd, installed; the text that it replaces has changed since\n`);
    expect(JSON.parse((await run('overrides --json')).stdout).data.overrides).toEqual([
      { scope: 'project', file: name, name: 'tdd', replaces: 'stateroom-tdd', state: 'outdated' },
    ]);
    rmSync(join(root, name));
    await run('update --yes');
    expect(readFileSync(skill, 'utf8')).toBe(ours);
    expect(readFileSync(ledger, 'utf8')).not.toContain('overrides');
  });

  it('of a person counts for their own files alone', async () => {
    put(home, '.config/stateroom/overrides/skills/tdd.md', own);
    await run('install --agents codex --yes');
    await run('install --agents codex --project --yes');
    expect(readFileSync(join(home, '.agents/skills/stateroom-tdd/SKILL.md'), 'utf8')).toBe(own);
    expect(readFileSync(join(root, '.agents/skills/stateroom-tdd/SKILL.md'), 'utf8')).not.toBe(own);
    expect((await run('overrides --user')).stdout).toContain('stateroom-tdd, installed\n');
    expect((await run('overrides --project')).stdout).toBe('There are no overrides.\n');
  });

  it.each([
    [
      'with an unknown name',
      '.stateroom/overrides/skills/ttd.md',
      own,
      'ttd.md replaces nothing: no skill has this name.',
    ],
    [
      'without a first part',
      name,
      'Write the test.\n',
      'must begin with a line ---, name: stateroom-tdd, a description and',
    ],
    ['of another name', name, own.replace('stateroom-tdd', 'tdd'), 'must begin with a line ---, name: stateroom-tdd,'],
    ['without a description', name, own.replace(/description.*\n/, ''), 'must begin with a line ---'],
    ['with a first part that does not end', name, own.replace(/\n---\n/, '\n'), 'must begin with a line ---'],
  ])('%s changes nothing', async (_title, file, text, sentence) => {
    put(root, file, text);
    const before = readdirSync(root);
    const { code, stderr } = await run('install --agents codex --project --yes');
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(sentence)]);
    expect(readdirSync(root)).toEqual(before);
    expect((await run('overrides')).stderr).toContain(sentence);
  });

  it('is not read through a link out of the repository', async () => {
    put(home, 'private.md', own);
    mkdirSync(dirname(join(root, name)), { recursive: true });
    symlinkSync(join(home, 'private.md'), join(root, name));
    const { code, stderr } = await run('install --agents codex --project --yes');
    expect([code, stderr]).toEqual([2, `stateroom: ${name} leads out of the repository.\n`]);
    expect(readdirSync(root)).toEqual(['.git', '.stateroom']);
  });
});
