import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { mustRun } from './command.mjs';
import { compressAgain } from './compressAgain.mjs';
import { withLock } from './lock.mjs';
import { place } from './place.mjs';
import { duration, say } from './say.mjs';

/**
 * Builds and packages the extension as dist/stateroom-<version>.vsix. `isSmall: false` is for this machine alone: it takes seconds
 * where the package for others takes up to minutes, and is a tenth larger.
 *
 * @param {{ isSmall?: boolean }} [options]
 * @returns {Promise<string>} the path of the package
 */
export async function packageVsix({ isSmall = true } = {}) {
  await bundle();
  // Another build meanwhile would change what is packed.
  return withLock('package', () => withLock('build', () => pack(isSmall)));
}

/** @param {boolean} isSmall */
async function pack(isSmall) {
  const started = performance.now();
  const { name, version } = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
  const path = join(place.dist, `${name}-${version}.vsix`);
  const draft = join(place.cache, `package-${process.pid}.vsix`);
  const vsce = join(place.root, 'node_modules', '@vscode', 'vsce', 'vsce');
  try {
    // Without --no-dependencies vsce would pack node_modules; the bundles hold what they need.
    await mustRun(
      process.execPath,
      [
        vsce,
        'package',
        '--no-dependencies',
        '--allow-missing-repository',
        '--no-rewrite-relative-links',
        '--out',
        draft,
      ],
      {
        cwd: place.root,
        what: 'vsce package',
        // The prepublish script that vsce runs finds the build done.
        env: { STATEROOM_BUILT: '1' },
      },
    );
    const pages = { 'extension/readme.md': readmeOfPage, 'extension/changelog.md': changelogOfPage };
    await compressAgain(draft, pages, isSmall);
    for (const old of await readdir(place.dist)) {
      if (old.endsWith('.vsix') && join(place.dist, old) !== path) await rm(join(place.dist, old), { force: true });
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  const { size } = await stat(path);
  say(
    'package',
    `dist/${name}-${version}.vsix, ${(size / 1_048_576).toFixed(2)} MB, in ${duration(performance.now() - started)}`,
  );
  return path;
}

/**
 * README.md for the page of the extension, which loads no file of a package: a picture is replaced by what it shows, a link to
 * another file by its words and the file's path.
 *
 * @param {string} text
 */
function readmeOfPage(text) {
  const toFile = /\[([^\]]*)\]\((?![a-z]+:|#)([^)#]*)[^)]*\)/g;
  return text
    .replace(/!\[([^\]]*)\]\((?!https:)[^)]*\)/g, '*$1*')
    .replace(toFile, (_, words, path) => (words === path ? path : `${words} (${path})`));
}

/**
 * CHANGELOG.md for the page of the extension: of each entry its first sentence, which is what people read there and a third of the size.
 *
 * @param {string} text
 */
function changelogOfPage(text) {
  const entry = /^- (?:.|\n {2})+/gm;
  const firstSentence = /^.*?[.)](?= [A-Z*`]|$)/;
  return readmeOfPage(text).replace(entry, lines => {
    const line = lines.replaceAll('\n  ', ' ');
    return firstSentence.exec(line)?.[0] ?? line;
  });
}
