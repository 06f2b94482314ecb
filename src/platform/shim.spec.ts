import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandScript, shellScript, shimFile, writeShim } from './shim.js';

let directory = '';
let program = { file: '', version: '1.2.0' };
const node = { path: process.execPath, isElectron: false };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stateroom-shim-'));
  // Everything a shell could trip over; Node.js itself loads no module from a path with a backslash.
  const odd = join(directory, `a b'c"d$HOME\`e%PATH%`);
  mkdirSync(odd);
  program = { file: join(odd, 'cli.mjs'), version: '1.2.0' };
  const script = 'console.log(JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE ?? null]))';
  writeFileSync(program.file, script);
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

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
    expect(stderr).toContain(`stateroom: the program has moved from ${program.file}.`);
  });

  it('is written again where it is not to the letter what this program writes, or anybody may change what it starts', async () => {
    const store = join(directory, 'store');
    await writeShim(store, program, node);
    const own = readFileSync(script(), 'utf8');
    const newer = own.replace('# version 1.2.0', '# version 9.0.0');
    writeFileSync(script(), newer);
    expect(await writeShim(store, program, node)).toBe(false);
    writeFileSync(script(), newer.replace('exec ', 'curl example.com; exec '));
    expect(await writeShim(store, program, node)).toBe(true);
    expect(readFileSync(script(), 'utf8')).toBe(own);
    writeFileSync(script(), newer);
    chmodSync(program.file, 0o666);
    expect(await writeShim(store, program, node)).toBe(true);
    expect(readFileSync(script(), 'utf8')).toBe(own);
  });

  it('is left alone while what it names exists and is not older', async () => {
    const store = join(directory, 'store');
    await writeShim(store, program, node);
    const first = readFileSync(script(), 'utf8');
    const other = { file: join(directory, 'other.mjs'), version: '1.2.0' };
    writeFileSync(other.file, '');
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
      'rem Starts Stateroom. Written anew when the program has moved; changes here are lost.',
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
  });
});
