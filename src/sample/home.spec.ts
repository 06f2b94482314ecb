import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, sampleObstacle } from './home.js';
import type { Tools } from './tools.js';

const tools: Tools = { program: '/nowhere/cli.mjs', environment: process.env };
const fails = async (): Promise<void> => {
  throw new Error('called off');
};
let around: string;

beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), 'home-'));
});

afterEach(() => rmSync(around, { recursive: true }));

it('keeps a file of the person that is named as the folder', async () => {
  const file = join(around, 'thesis.txt');
  writeFileSync(file, 'a year of work');
  await expect(makeHome(file, tools, fails)).rejects.toThrow();
  expect(readFileSync(file, 'utf8')).toBe('a year of work');
});

it('keeps what came into the folder while it was filled', async () => {
  const home = join(around, 'home');
  mkdirSync(home);
  const fill = async (): Promise<void> => {
    writeFileSync(join(home, 'thesis.txt'), 'a year of work');
    throw new Error('called off');
  };
  await expect(makeHome(home, tools, fill)).rejects.toThrow('called off');
  expect(readdirSync(home)).toEqual(['thesis.txt']);
});

it('leaves an empty folder that was there, and a link to one, as they were', async () => {
  const [home, link] = [join(around, 'home'), join(around, 'link')];
  mkdirSync(home);
  symlinkSync(home, link, 'junction');
  await expect(makeHome(link, tools, fails)).rejects.toThrow('called off');
  expect(readdirSync(around)).toEqual(['home', 'link']);
  expect(readdirSync(home)).toEqual([]);
  writeFileSync(join(home, 'later.txt'), '');
  expect(readdirSync(link)).toEqual(['later.txt']);
});

it('leaves nothing where nothing was', async () => {
  const home = join(around, 'home');
  await expect(makeHome(home, tools, fails)).rejects.toThrow('called off');
  expect(existsSync(home)).toBe(false);
});

describe('a folder that has the mark of a sample', () => {
  const mark = 'Created by Stateroom as a sample. “Stateroom: Remove Sample Repository” deletes this folder.\n';

  it('is no sample where the repository is somebody’s, or a folder is a link or no worktree of it', async () => {
    const home = join(around, 'home');
    mkdirSync(join(home, 'shop', '.git'), { recursive: true });
    writeFileSync(join(home, '.stateroom-sample'), mark);
    const settings = join(home, 'shop', '.git', 'config');
    writeFileSync(settings, '[user]\n\temail = ada@example.com\n');
    expect(await sampleObstacle(home)).toBe('more-in-it');
    writeFileSync(settings, '[user]\n\temail = robin@example.com\n');
    expect(await sampleObstacle(home)).toBeUndefined();
    mkdirSync(join(home, 'shop.worktrees', 'mine'), { recursive: true });
    expect(await sampleObstacle(home)).toBeUndefined();
    writeFileSync(join(home, 'shop.worktrees', 'mine', 'thesis.txt'), 'a year of work');
    expect(await sampleObstacle(home)).toBe('more-in-it');
    rmSync(join(home, 'shop.worktrees'), { recursive: true });
    symlinkSync(around, join(home, 'shop.worktrees'), 'junction');
    expect(await sampleObstacle(home)).toBe('more-in-it');
  });

  it('may have been made by version 0.1.0', async () => {
    const home = join(around, 'home');
    mkdirSync(join(home, 'harbour', '.git'), { recursive: true });
    mkdirSync(join(home, 'harbour-feature-ferry-timetable'));
    writeFileSync(join(home, '.stateroom-sample'), mark);
    writeFileSync(join(home, 'harbour', '.git', 'config'), '[user]\n\temail = robin@example.com\n');
    expect(await sampleObstacle(home)).toBeUndefined();
    mkdirSync(join(home, 'thesis'));
    expect(await sampleObstacle(home)).toBe('more-in-it');
  });

  it('is no sample where the mark is a link', async () => {
    const home = join(around, 'home');
    mkdirSync(home);
    writeFileSync(join(around, 'mark'), mark);
    symlinkSync(join(around, 'mark'), join(home, '.stateroom-sample'));
    expect(await sampleObstacle(home)).toBe('no-sample');
  });
});
