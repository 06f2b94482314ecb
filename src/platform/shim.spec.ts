import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandScript, shellScript, shimFile, shimProblem, writeShim } from './shim.js';

let directory = '';
let temporary: string | undefined;
let program = { file: '', version: '1.2.0' };
const node = { path: process.execPath, isElectron: false };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stateroom-shim-'));
  // What is installed is not among temporary files.
  temporary = process.env.TMPDIR;
  process.env.TMPDIR = join(directory, 'temporary');
  // Everything a shell could trip over; Node.js itself loads no module from a path with a backslash.
  const odd = join(directory, `a b'c"d$HOME\`e%PATH%`);
  mkdirSync(odd);
  program = { file: join(odd, 'cli.mjs'), version: '1.2.0' };
  const script = 'console.log(JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE ?? null]))';
  writeFileSync(program.file, script);
});

afterEach(() => {
  if (temporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = temporary;
  rmSync(directory, { recursive: true, force: true });
});

/** An installed Stateroom, as a package of an editor holds it. */
function install(folder: string, version: string): { file: string; version: string } {
  mkdirSync(join(directory, folder, 'dist'), { recursive: true });
  writeFileSync(join(directory, folder, 'package.json'), JSON.stringify({ name: 'stateroom', version }));
  const file = join(directory, folder, 'dist', 'cli.mjs');
  writeFileSync(file, '');
  return { file, version };
}

describe.skipIf(process.platform === 'win32')('the shim for shells', () => {
  const script = () => join(directory, 'store/bin/stateroom');

  it('starts the program with the words it is given, whatever is in them', async () => {
    expect(await writeShim(join(directory, 'store'), program, node)).toBe(true);
    expect(statSync(script()).mode & 0o777).toBe(0o755);
    const words = ['queue', 'add', `it's "quoted" $HOME * \\`, ''];
    expect(JSON.parse(execFileSync(script(), words, { encoding: 'utf8' }))).toEqual([words, null]);
  });

  it('tells an editor’s executable to be Node.js', async () => {
    await writeShim(join(directory, 'store'), program, { path: process.execPath, isElectron: true });
    expect(JSON.parse(execFileSync(script(), ['x'], { encoding: 'utf8' }))).toEqual([['x'], '1']);
  });

  it('falls back to the node on the PATH when its runtime has gone', async () => {
    await writeShim(join(directory, 'store'), program, { path: '/gone/node', isElectron: false });
    const env = { PATH: `${join(process.execPath, '..')}:${process.env.PATH ?? ''}` };
    expect(JSON.parse(execFileSync(script(), ['x'], { encoding: 'utf8', env }))).toEqual([['x'], null]);
  });

  it('says what to do when the program has gone', async () => {
    await writeShim(join(directory, 'store'), program, node);
    rmSync(program.file);
    const { status, stderr } = spawnSync(script(), [], { encoding: 'utf8' });
    expect(status).toBe(127);
    expect(stderr).toContain(`stateroom: the program is no longer at ${program.file}.`);
  });

  it('is written again where it is not to the letter what this program writes', async () => {
    const store = join(directory, 'store');
    await writeShim(store, program, node);
    const own = readFileSync(script(), 'utf8');
    const newer = own.replace('# version 1.2.0', '# version 9.0.0');
    writeFileSync(script(), newer);
    expect(await writeShim(store, program, node)).toBe(false);
    writeFileSync(script(), newer.replace('exec ', 'curl example.com; exec '));
    expect(await writeShim(store, program, node)).toBe(true);
    expect(readFileSync(script(), 'utf8')).toBe(own);
  });

  it('is believed and left alone where 0.1.0 wrote it', async () => {
    const store = join(directory, 'store');
    mkdirSync(join(store, 'bin'), { recursive: true });
    const plain = { file: join(directory, 'cli.mjs'), version: '0.1.0' };
    writeFileSync(plain.file, '');
    const text = `#!/bin/sh
# Starts Stateroom. Written anew when the program has moved; changes here are lost.
# version 0.1.0
runtime='${process.execPath}'
program='${plain.file}'
if [ ! -f "$program" ]; then
  printf '%s\\n' "stateroom: the program has moved from $program. Open this repository in the editor once, or run the program where it is now." >&2
  exit 127
fi
if [ ! -x "$runtime" ]; then runtime=node; fi
exec "$runtime" "$program" "$@"
`;
    writeFileSync(script(), text);
    expect(await shimProblem(store, plain.file)).toBe(undefined);
    expect(await writeShim(store, plain, node)).toBe(false);
    expect(await writeShim(store, { ...plain, version: '0.2.0' }, node)).toBe(true);
    expect(readFileSync(script(), 'utf8')).toContain('# Starts Stateroom. Rewritten when the program moves;');
  });

  describe('that starts another program', () => {
    let store: string;

    beforeEach(async () => {
      store = join(directory, 'repository/.git/stateroom');
      mkdirSync(join(store, 'bin'), { recursive: true });
      await writeShim(store, program, node);
    });

    const plant = (text: string) => writeFileSync(join(store, 'bin/stateroom'), text);

    /** Named by the check, written again by the next command. */
    const refused = async (text: string, problem: string): Promise<void> => {
      plant(text);
      expect(await shimProblem(store, program.file)).toBe(`it starts another program: ${problem}`);
      expect(await writeShim(store, program, node)).toBe(true);
      expect(readFileSync(join(store, 'bin/stateroom'), 'utf8')).toBe(shellScript(program, node));
      expect(await shimProblem(store, program.file)).toBe(undefined);
    };

    it('is believed of a newer one that is installed', async () => {
      // As by a version manager that is a clone.
      mkdirSync(join(directory, '.git'));
      plant(shellScript(install('stateroom-9.0.0', '9.0.0'), node));
      expect(await shimProblem(store, program.file)).toBe(undefined);
      expect(await writeShim(store, program, node)).toBe(false);
    });

    it('is not believed of one in the repository, its git directory or its worktrees', async () => {
      writeFileSync(join(directory, 'repository', 'evil.mjs'), '');
      const evil = join(directory, 'repository/evil.mjs');
      await refused(shellScript({ file: evil, version: '99.0.0' }, node), `${evil} is not an installed Stateroom`);
      for (const folder of ['repository/tools', 'repository/.git/x', 'repository.worktrees/login/tools']) {
        const planted = install(folder, '99.0.0');
        await refused(shellScript(planted, node), `${planted.file} is in this repository`);
      }
      const elsewhere = install('elsewhere/tools', '99.0.0');
      writeFileSync(join(directory, 'elsewhere/.git'), `gitdir: ${directory}/repository/.git/worktrees/tools\n`);
      await refused(shellScript(elsewhere, node), `${elsewhere.file} is in this repository`);
    });

    it('is not believed of one that a link or .. leads to', async () => {
      install('repository/tools', '99.0.0');
      symlinkSync(join(directory, 'repository/tools'), join(directory, 'linked'));
      const linked = join(directory, 'linked/dist/cli.mjs');
      await refused(shellScript({ file: linked, version: '99.0.0' }, node), `${linked} is in this repository`);
      const crooked = `${directory}/x/../repository/tools/dist/cli.mjs`;
      mkdirSync(join(directory, 'x'));
      await refused(
        shellScript({ file: crooked, version: '99.0.0' }, node),
        `${crooked} is not an installed Stateroom`,
      );
    });

    it('is not believed of one that is temporary, anybody’s, something else or of another version', async () => {
      const gone = install('temporary/stateroom', '99.0.0');
      await refused(shellScript(gone, node), `${gone.file} is in a folder for temporary files`);
      const open = install('open', '99.0.0');
      chmodSync(join(directory, 'open'), 0o777);
      await refused(shellScript(open, node), `${open.file} is writable by all users`);
      chmodSync(join(directory, 'open'), 0o755);
      chmodSync(open.file, 0o666);
      await refused(shellScript(open, node), `${open.file} is writable by all users`);
      const old = install('old', '0.0.1');
      await refused(shellScript({ ...old, version: '99.0.0' }, node), `${old.file} is not version 99.0.0`);
      writeFileSync(join(directory, 'old/package.json'), '{"name":"other"}');
      await refused(shellScript(old, node), `${old.file} is not an installed Stateroom`);
    });

    it('is not believed with a runtime that is in the repository or is no program', async () => {
      const evil = join(directory, 'repository', 'node');
      writeFileSync(evil, '#!/bin/sh\n', { mode: 0o755 });
      await refused(shellScript(program, { path: evil, isElectron: false }), `${evil} is in this repository`);
      const text = join(directory, 'node.txt');
      writeFileSync(text, '', { mode: 0o644 });
      await refused(shellScript(program, { path: text, isElectron: false }), `${text} is not a program`);
      await refused(shellScript(program, { path: 'node', isElectron: false }), 'node is not a program');
    });
  });

  it('is left alone while what it names exists and is not older', async () => {
    const store = join(directory, 'repository/.git/stateroom');
    mkdirSync(join(store, 'bin'), { recursive: true });
    const script = () => join(store, 'bin/stateroom');
    await writeShim(store, install('stateroom-1.2.0', '1.2.0'), node);
    const first = readFileSync(script(), 'utf8');
    const other = { file: join(directory, 'other.mjs'), version: '1.2.0' };
    writeFileSync(other.file, '');
    expect(await writeShim(store, other, { path: '/gone/node', isElectron: false })).toBe(false);
    expect(await writeShim(store, other, node)).toBe(false);
    expect(await writeShim(store, { ...other, version: '1.1.9' }, node)).toBe(false);
    expect(readFileSync(script(), 'utf8')).toBe(first);
  });

  it('is written anew for a newer program, and when the old one has moved', async () => {
    const store = join(directory, 'store');
    await writeShim(store, program, node);
    const newer = { file: join(directory, 'newer.mjs'), version: '1.10.0' };
    writeFileSync(newer.file, '');
    expect(await writeShim(store, newer, node)).toBe(true);
    expect(readFileSync(script(), 'utf8')).toContain(`program='${newer.file}'`);
    rmSync(newer.file);
    expect(await writeShim(store, program, node)).toBe(true);
    expect(JSON.parse(execFileSync(script(), ['back'], { encoding: 'utf8' }))).toEqual([['back'], null]);
  });

  it('is written anew when somebody has edited it into something else', async () => {
    const store = join(directory, 'store');
    mkdirSync(join(store, 'bin'), { recursive: true });
    writeFileSync(script(), '#!/bin/sh\necho mine\n');
    expect(await writeShim(store, program, node)).toBe(true);
    expect(readFileSync(script(), 'utf8')).toBe(shellScript(program, node));
  });
});

describe('the shim for cmd.exe', () => {
  it('quotes what it names and doubles percent signs', () => {
    const text = commandScript(
      { file: 'C:\\100% mine\\cli.mjs', version: '1.2.0' },
      { path: 'C:\\Program Files\\Code\\Code.exe', isElectron: true },
    );
    expect(text.split('\r\n')).toEqual([
      '@echo off',
      'rem Starts Stateroom. Rewritten when the program moves; changes here are overwritten.',
      'rem version 1.2.0',
      'setlocal',
      'set "ELECTRON_RUN_AS_NODE=1"',
      'set "runtime=C:\\Program Files\\Code\\Code.exe"',
      'set "program=C:\\100%% mine\\cli.mjs"',
      'if not exist "%runtime%" set "runtime=node"',
      '"%runtime%" "%program%" %*',
      '',
    ]);
  });

  it('is the one that people are pointed to on Windows', () => {
    expect(shimFile('store', 'win32')).toBe(join('store', 'bin', 'stateroom.cmd'));
    expect(shimFile('store', 'linux')).toBe(join('store', 'bin', 'stateroom'));
  });

  it('stands beside the one for shells there', async () => {
    const store = join(directory, 'store');
    await writeShim(store, program, node, 'win32');
    expect(readFileSync(join(store, 'bin/stateroom.cmd'), 'utf8')).toBe(commandScript(program, node));
    expect(readFileSync(join(store, 'bin/stateroom'), 'utf8')).toBe(shellScript(program, node));
    expect(await writeShim(store, program, node, 'win32')).toBe(false);
    writeFileSync(join(store, 'bin/stateroom.cmd'), '@echo planted');
    expect(await writeShim(store, program, node, 'win32')).toBe(true);
    expect(readFileSync(join(store, 'bin/stateroom.cmd'), 'utf8')).toBe(commandScript(program, node));
  });
});
