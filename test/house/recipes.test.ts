import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const skills = join('.agents', 'skills');
const pages = [
  'AGENTS.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, skills)).map(name => join(skills, name, 'SKILL.md')),
];
/** Made by a run, and not in a fresh clone. */
const madeByTests = 'test/ui/output';
/** A path in code, from a folder of the repository on; one with a placeholder names no file. */
const path = /`((?:src|test|docs|build|media|webview-ui|\.agents)\/[\w./@-]+?)\/?`/g;

it('every path in the instructions for who changes this repository is there', () => {
  const missing = pages.flatMap(page =>
    [...readFileSync(join(root, page), 'utf8').matchAll(path)]
      .map(([, named = '']) => named)
      .filter(named => named !== madeByTests && !existsSync(join(root, named)))
      .map(named => `${page}: ${named}`),
  );
  expect(missing).toEqual([]);
});

it('the recipes are these', () => {
  expect(readdirSync(join(root, skills)).sort()).toEqual([
    'add-agent',
    'add-gate-reason',
    'add-operation',
    'add-record',
    'add-row-action',
  ]);
});
