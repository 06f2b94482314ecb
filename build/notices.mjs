import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from './place.mjs';

/** Licences that may be named by their address, as Creative Commons says of its own. */
const addresses = new Map([['CC-BY-4.0', 'https://creativecommons.org/licenses/by/4.0/legalcode']]);

/**
 * The licences of the packages whose code is in the bundles, as one text to ship with them; each text once.
 *
 * @param {string[]} inputs the bundles' source files, from the metafiles
 */
export async function thirdPartyNotices(inputs) {
  const folders = new Set(inputs.map(packageFolder).filter(folder => folder !== undefined));
  /** @type {Map<string, string[]>} */
  const packages = new Map();
  for (const folder of [...folders].sort()) {
    const home = join(place.root, folder);
    const { name, version, license } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    const address = addresses.get(license);
    const file = (await readdir(home)).find(entry => /^(licen[cs]e|copying)/i.test(entry));
    const text =
      file && address === undefined
        ? (await readFile(join(home, file), 'utf8')).trim()
        : `Licensed under ${license ?? 'terms of its own'}${address === undefined ? '' : ` (${address})`}.`;
    packages.set(text, [...(packages.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...packages].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `Stateroom contains code of these packages.${rule}${parts.join(rule)}\n`;
}

/** @param {string} input */
function packageFolder(input) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}
