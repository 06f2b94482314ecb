import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
  'extension/dist/cli.mjs',
  'extension/dist/codicon.css',
  'extension/dist/codicon.ttf',
  'extension/dist/dashboard.css',
  'extension/dist/dashboard.js',
  'extension/dist/dashboard.js.LEGAL.txt',
  'extension/dist/extension.js',
  'extension/dist/git.js',
  'extension/dist/laneSurface.js',
  'extension/dist/laneTrees.js',
  'extension/dist/markdown.js',
  'extension/dist/markdown.js.LEGAL.txt',
  'extension/dist/mcp.mjs',
  'extension/dist/messages.js',
  'extension/dist/program.cjs',
  'extension/dist/program.cjs.LEGAL.txt',
  'extension/dist/queryWorker.mjs',
  'extension/dist/sample.js',
  'extension/dist/sql-wasm.wasm',
  'extension/dist/workflowSurface.js',
  'extension/media/icon.png',
  'extension/media/l10n/bundle.l10n.de.json',
  'extension/media/l10n/bundle.l10n.json',
  ...workflowNames.map(name => `extension/media/prompts/stateroom.${name}.prompt.md`).sort(),
  ...workflowNames.map(name => `extension/media/skills/stateroom-${name}/SKILL.md`).sort(),
  'extension/media/stateroom.svg',
  'extension/media/walkthrough/add.svg',
  'extension/media/walkthrough/connect.svg',
  'extension/media/walkthrough/open.svg',
  'extension/media/walkthrough/review.svg',
  'extension/media/walkthrough/watch.svg',
  'extension/package.json',
  'extension/package.nls.de.json',
  'extension/package.nls.json',
  'extension/readme.md',
  'extension/syntaxes/comments.injection.json',
  'extension/syntaxes/commitMessages.injection.json',
  'extension/syntaxes/references.injection.json',
];

describe('the package', () => {
  it('holds exactly these files', async () => {
    const found = await zipEntries(packagedExtension());
    expect(found.filter(name => !name.startsWith('extension/media/readme/'))).toEqual(files);
  });

  it('holds what its own files load from beside them', async () => {
    const names = files.filter(name => /^extension\/dist\/[^/]+\.(c?js|mjs)$/.test(name));
    const loaded = await Promise.all(
      names.map(async name => {
        const code = await readFile(join(place.dist, name.slice('extension/dist/'.length)), 'utf8');
        return [...code.matchAll(/(?:require|import)\("\.\/([\w.-]+)"\)/g)].map(([, file]) => `extension/dist/${file}`);
      }),
    );
    const missing = loaded.flat().filter(name => !files.includes(name));
    expect(loaded.flat()).toContain('extension/dist/messages.js');
    expect(missing).toEqual([]);
  });

  it('is at most 1.8 MB', async () => {
    const { size } = await stat(packagedExtension());
    expect(size).toBeLessThanOrEqual(1_800_000);
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
