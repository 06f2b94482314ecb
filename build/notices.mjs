import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from './place.mjs';

/**
 * The licences of the packages whose code is in the bundles, as one text to ship with them.
 *
 * @param {string[]} inputs the bundles' source files, from the metafiles
 */
export async function thirdPartyNotices(inputs) {
  const folders = new Set(inputs.map(packageFolder).filter(folder => folder !== undefined));
  const parts = [];
  for (const folder of [...folders].sort()) {
    const home = join(place.root, folder);
    const { name, version, license } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    const file = (await readdir(home)).find(entry => /^(licen[cs]e|copying)/i.test(entry));
    const text = file
      ? (await readFile(join(home, file), 'utf8')).trim()
      : `Licensed under ${license ?? 'terms of its own'}.`;
    parts.push(`${name} ${version}\n\n${text}`);
  }
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `Stateroom contains code of these packages.${rule}${parts.join(rule)}\n`;
}

/** @param {string} input */
function packageFolder(input) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}
