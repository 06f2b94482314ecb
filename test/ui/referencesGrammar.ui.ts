import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ensureEditor } from '../../build/editor.mjs';
import { place } from '../../build/place.mjs';

const run = promisify(execFile);

/** The languages whose grammars the editor uses in the fixtures. */
const builtIn = ['markdown-basics', 'yaml', 'html', 'typescript-basics', 'go', 'git-base'];

interface GrammarEntry {
  path: string;
}

async function grammarsOf(extension: string, from: string): Promise<GrammarEntry[]> {
  const manifest = JSON.parse(await readFile(join(extension, 'package.json'), 'utf8')) as {
    contributes: { grammars?: GrammarEntry[] };
  };
  // The tool joins each path to the folder of its configuration, absolute ones too.
  return (manifest.contributes.grammars ?? []).map(entry => ({
    ...entry,
    path: relative(from, join(extension, entry.path)),
  }));
}

// The snapshots beside test/fixtures/references/*.md are read by a person: STATEROOM_UPDATE_SNAPSHOTS=1 writes them again.
it('marks references in Markdown, comments, messages of commits and the timeline, and nowhere else, with the editor’s own grammars', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stateroom-grammar-'));
  try {
    const extensions = join(await ensureEditor(), 'extensions');
    const folders = [...builtIn.map(name => join(extensions, name)), place.root];
    const grammars = (await Promise.all(folders.map(extension => grammarsOf(extension, folder)))).flat();
    expect(grammars).toContainEqual(expect.objectContaining({ scopeName: 'markdown.references.stateroom' }));
    const configuration = join(folder, 'grammars.json');
    const languages = [
      { id: 'markdown', extensions: ['.md'] },
      { id: 'go', extensions: ['.go'] },
      { id: 'git-commit', extensions: ['.git-commit'] },
      { id: 'stateroom-timeline', extensions: ['.timeline'] },
    ];
    await writeFile(configuration, JSON.stringify({ contributes: { languages, grammars } }));
    const tool = join(place.root, 'node_modules', 'vscode-tmgrammar-test', 'dist', 'snapshot.js');
    const fixtures = ['*.md', '*.go', '*.git-commit', '*.timeline'].map(name =>
      join(place.root, 'test', 'fixtures', 'references', name),
    );
    const update = process.env.STATEROOM_UPDATE_SNAPSHOTS === '1' ? ['--updateSnapshot'] : [];
    const result = await run(process.execPath, [tool, '--config', configuration, ...update, ...fixtures]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );
    expect(result.stdout).not.toContain('Generating snapshot');
    expect(result.code, result.stdout).toBe(0);
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  }
});
