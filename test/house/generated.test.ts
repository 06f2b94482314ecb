import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { staleFiles } from '../../build/generate.mjs';
import { generatedFiles, groupsOf } from '../../build/generatedFiles.mjs';
import { place } from '../../build/place.mjs';
import { declaredIn } from '../../build/readOperations.mjs';

describe('the lists in src', () => {
  it('are as the folders require: if not, run “node build/run.mjs generate”', async () => {
    expect(await staleFiles(await generatedFiles())).toEqual([]);
  });

  it('name an operation by what its declaration writes out', () => {
    const text = [
      "export const doorOpen = defineOperation({ name: 'door.open', order: 20, cli: { examples: ['door open'] } });",
      "export const doorList = defineOperation({ name: 'door.list', order: null, cli: { path: ['doors'] } });",
    ].join('\n');
    const file = 'src/operations/door/doorOpen.ts';
    expect(declaredIn(file, text)).toEqual([
      { file, declaration: 'doorOpen', name: 'door.open', order: 20, command: 'door' },
      { file, declaration: 'doorList', name: 'door.list', order: null, command: 'doors' },
    ]);
  });

  const unread: [text: string, sentence: string][] = [
    [
      "export const doorOpen = defineOperation({ name: 'door.open' });",
      'door.ts: write out the name and the order of doorOpen.',
    ],
    [
      "export const doorOpen = defineOperation({ name: 'door.open', order: 10, cli: { path } });",
      'door.ts: write out the path of doorOpen.',
    ],
    [
      'const doorOpen = defineOperation({});',
      'door.ts: declare each operation as “export const … = defineOperation({ … })”.',
    ],
  ];
  for (const [text, sentence] of unread) {
    it(`are not made from ${text}`, () => {
      expect(() => declaredIn('door.ts', text)).toThrow(sentence);
    });
  }

  it('have operations in their order, and groups that are not in the list of words last', () => {
    const declared = (group: string, name: string, order: number) => ({
      ...{ file: `src/operations/${group}/${name}.ts`, declaration: name, name, order, command: name },
    });
    const groups = groupsOf([
      declared('yard', 'yard.rake', 10),
      declared('lane', 'worker.start', 10),
      declared('attic', 'attic.tidy', 10),
      declared('queue', 'queue.show', 20),
      declared('lane', 'lane.show', 30),
      declared('queue', 'queue.add', 10),
    ]);
    expect(groups.map(({ operations }) => operations.map(({ name }) => name))).toEqual([
      ['queue.add', 'queue.show'],
      ['lane.show', 'worker.start'],
      ['attic.tidy'],
      ['yard.rake'],
    ]);
  });
});

// The build brings these files up to date before any test sees them; in a fresh clone a difference was not committed.
// In a checkout where someone is at work a difference is nothing but work.
if (process.env.CI === 'true') {
  it('the files made from the catalogue are committed as the build makes them', async () => {
    const files = ['package.json', 'package.nls.json', 'docs/operations.md', 'media/l10n/bundle.l10n.json'];
    const difference = await new Promise(resolve => {
      execFile('git', ['diff', '--stat', '--', ...files], { cwd: place.root }, (error, stdout) =>
        resolve(error?.message ?? stdout),
      );
    });
    expect(difference).toBe('');
  });
} else {
  it('the files made from the catalogue are there', async () => {
    const tracked = await new Promise(resolve => {
      const files = ['package.nls.json', 'docs/operations.md', 'media/l10n/bundle.l10n.json'];
      execFile('git', ['ls-files', ...files], { cwd: place.root }, (_error, stdout) => resolve(stdout));
    });
    expect(tracked).toBe('docs/operations.md\nmedia/l10n/bundle.l10n.json\npackage.nls.json\n');
  });
}
