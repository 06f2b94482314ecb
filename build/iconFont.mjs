import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from './place.mjs';
import { RigError } from './say.mjs';

const library = 'node_modules/@vscode/codicons/dist';
/** The icons of the web page, with the meaning of each. */
const named = 'webview-ui/src/icons.json';

/** The files of which something is shipped. */
export const iconSources = [`${library}/codicon.css`, `${library}/codicon.ttf`];

/**
 * Stylesheet and font with the pictures that the page uses: the library's own hold six hundred, twenty times as much.
 *
 * @returns {Promise<{ css: Buffer, font: Buffer }>}
 */
export async function iconFont() {
  const { default: subsetFont } = await import('subset-font');
  const names = Object.keys(JSON.parse(await readFile(join(place.root, named), 'utf8')));
  const sheet = await readFile(join(place.root, library, 'codicon.css'), 'utf8');
  const drawn = new Map(
    [...sheet.matchAll(/^\.codicon-([\w-]+):before \{ content: "\\([\da-f]+)" \}$/gm)].map(
      ([, name = '', code = '']) => [name, code],
    ),
  );
  const rules = names.map(name => {
    const code = drawn.get(name);
    if (code === undefined) throw new RigError(`${named} names "${name}", which the icon library has not.`);
    return {
      rule: `.codicon-${name}:before { content: "\\${code}" }`,
      glyph: String.fromCodePoint(parseInt(code, 16)),
    };
  });
  const face = /@font-face \{[^}]*\}/.exec(sheet)?.[0];
  const base = /\.codicon\[class\*='codicon-'\] \{[^}]*\}/.exec(sheet)?.[0];
  if (face === undefined || base === undefined) throw new RigError('The icon library’s stylesheet is not as expected.');
  const css = `${[face, base, ...rules.map(({ rule }) => rule)].join('\n')}\n`;
  const whole = await readFile(join(place.root, library, 'codicon.ttf'));
  const font = await subsetFont(whole, rules.map(({ glyph }) => glyph).join(''), { targetFormat: 'truetype' });
  return { css: Buffer.from(css), font };
}
