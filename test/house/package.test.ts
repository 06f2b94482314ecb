import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { missingOptional } from '../../build/lockfile.mjs';
import { place } from '../../build/place.mjs';
import { workflowNames } from '../../src/domain/workflow/workflowNames.js';
import { packagedExtension } from '../editor/startEditor.js';
import { zipEntries } from './zipEntries.js';

/** The files of the package. */
const files = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/dist/ThirdPartyNotices.txt',
  'extension/dist/acp.js',
  'extension/dist/cli.mjs',
  'extension/dist/codicon.css',
  'extension/dist/codicon.ttf',
  'extension/dist/core.js',
  'extension/dist/dashboard.css',
  'extension/dist/dashboard.js',
  'extension/dist/diff.js',
  'extension/dist/extension.mjs',
  'extension/dist/git.js',
  'extension/dist/jsonc.js',
  'extension/dist/kysely.js',
  'extension/dist/markdown.js',
  'extension/dist/markdown.js.LEGAL.txt',
  'extension/dist/mcp.mjs',
  'extension/dist/mcpTools.json',
  'extension/dist/pages.js',
  'extension/dist/pages.js.LEGAL.txt',
  'extension/dist/program.cjs',
  'extension/dist/program.cjs.LEGAL.txt',
  'extension/dist/queryWorker.mjs',
  'extension/dist/record.css',
  'extension/dist/record.js',
  'extension/dist/sample.mjs',
  'extension/dist/schemas/config.json',
  'extension/dist/sql-wasm.wasm',
  'extension/dist/sqlite.js',
  'extension/dist/toml.js',
  'extension/dist/toml.js.LEGAL.txt',
  'extension/docs/glossary.md',
  'extension/media/icon.png',
  'extension/media/l10n/bundle.l10n.de.json',
  'extension/media/l10n/glossary.de.md',
  ...workflowNames.map(name => `extension/media/prompts/stateroom.${name}.prompt.md`).sort(),
  'extension/media/retroPreview.js',
  'extension/media/stateroom.svg',
  'extension/media/walkthrough/add.svg',
  'extension/media/walkthrough/connect.svg',
  'extension/media/walkthrough/open.svg',
  'extension/media/walkthrough/review.svg',
  'extension/media/walkthrough/watch.svg',
  'extension/media/walkthrough/whole.de.svg',
  'extension/media/walkthrough/whole.svg',
  'extension/package.json',
  'extension/package.nls.de.json',
  'extension/package.nls.json',
  'extension/readme.md',
  ...workflowNames.map(name => `extension/skills/stateroom-${name}/SKILL.md`).sort(),
  'extension/syntaxes/comments.injection.json',
  'extension/syntaxes/commitMessages.injection.json',
  'extension/syntaxes/references.injection.json',
  'extension/syntaxes/timeline.language.json',
  'extension/syntaxes/timeline.tmLanguage.json',
];

/** Chunks of the editor's code, whose names change with their content. */
const chunkPrefix = 'extension/dist/_';

describe('the package', () => {
  it('holds exactly these files, and the chunks of the last build', async () => {
    const found = [...(await zipEntries(packagedExtension())).keys()].sort();
    const isChunk = (name: string): boolean => name.startsWith(chunkPrefix);
    expect(found.filter(name => !isChunk(name) && !name.startsWith('extension/media/readme/'))).toEqual(files);
    const built: Metafile = JSON.parse(await readFile(join(place.meta, 'editor.json'), 'utf8'));
    const chunks = Object.keys(built.outputs).filter(path => /^dist\/_.*\.mjs(\.LEGAL\.txt)?$/.test(path));
    expect(found.filter(isChunk)).toEqual(chunks.map(path => `extension/${path}`).sort());
  });

  it('holds what its own files load from beside them', async () => {
    const found = await zipEntries(packagedExtension());
    const names = [...found.keys()].filter(name => /^extension\/dist\/[^/]+\.(c?js|mjs)$/.test(name));
    const loaded = names.map(name => {
      const code = found.get(name)?.toString('utf8') ?? '';
      return [...code.matchAll(/(?:require\(|import\(|from|import)"\.\/([\w.-]+)"/g)].map(([, file]) => file);
    });
    const missing = loaded.flat().filter(file => !names.includes(`extension/dist/${file}`));
    expect(loaded.flat()).toContain('git.js');
    expect(missing).toEqual([]);
  });

  it('holds the files as they were built', async () => {
    const found = await zipEntries(packagedExtension());
    const names = [...found.keys()].filter(name => name.startsWith('extension/dist/') && !name.endsWith('.json'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const built = await readFile(join(place.root, name.slice('extension/'.length)));
      expect(found.get(name)?.equals(built), name).toBe(true);
    }
  });

  it('holds JSON without its indentation, otherwise as it is here', async () => {
    const found = await zipEntries(packagedExtension());
    const names = [...found.keys()].filter(name => name.endsWith('.json'));
    expect(names).toContain('extension/package.json');
    for (const name of names) {
      const here = await readFile(join(place.root, name.slice('extension/'.length)), 'utf8');
      expect(found.get(name)?.toString('utf8'), name).toBe(JSON.stringify(JSON.parse(here)));
    }
  });

  it('holds a README without pictures and links that the page of the extension cannot load', async () => {
    const readme = (await zipEntries(packagedExtension())).get('extension/readme.md')?.toString('utf8') ?? '';
    expect(readme.match(/\]\((?!https?:|#)[^)]*\)/g)).toBe(null);
    expect(readme).toContain('\n*Home: a board of ready, working, review and done today');
    expect(readme).toContain('\n- Glossary (docs/glossary.md): the five words');
    expect(readme).toContain('the next agent. docs/handoff.md\n');
  });

  it('tells the first sentence of each change, on a line of its own', async () => {
    const changes = (await zipEntries(packagedExtension())).get('extension/changelog.md')?.toString('utf8') ?? '';
    expect(changes).toContain('\n- Work items have an assignee and a parent (`--assignee`, `--parent`).\n');
    expect(changes).toContain('\n- A run in which no test ran has not passed.\n');
  });

  it('is at most 2.35 MB', async () => {
    const { size } = await stat(packagedExtension());
    // Hooks of agents and what installs them are up to 50 kB of it; agents that Stateroom starts, control and the graph are 250 kB.
    expect(size).toBeLessThanOrEqual(2_350_000);
  });

  it('needs nothing at run time: every package is a development dependency at an exact version', async () => {
    const manifest = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.optionalDependencies).toBeUndefined();
    const loose = Object.entries<string>(manifest.devDependencies).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});

describe('the lockfiles', () => {
  const lockfiles = [
    'package-lock.json',
    'build/node24/package-lock.json',
    'build/chromium/package-lock.json',
    'build/zopfli/package-lock.json',
    'test/editor/server/package-lock.json',
  ];

  for (const file of lockfiles) {
    it(`${file} names no download address and lacks no optional package`, async () => {
      const { packages } = JSON.parse(await readFile(join(place.root, file), 'utf8'));
      const addresses = Object.entries<{ resolved?: string }>(packages).filter(([, entry]) =>
        entry.resolved?.startsWith('http'),
      );
      expect(addresses).toEqual([]);
      // "node build/run.mjs lockfile" fixes both.
      expect(missingOptional(packages)).toEqual([]);
    });
  }
});
