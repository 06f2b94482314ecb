import { html, nothing, type TemplateResult } from 'lit';
import type { View } from './view.js';

/** A list of more rows is folded … */
const longest = 8;
/** … to its first ones, so that the parts below stay in reach. */
const folded = 6;

/** The rows of a list that are on the page, and the button that shows the others and folds them again. */
export function fold<Row>(
  view: View,
  name: string,
  rows: readonly Row[],
): { rows: readonly Row[]; isFolded: boolean; button: TemplateResult | typeof nothing } {
  if (rows.length <= longest) return { rows, isFolded: false, button: nothing };
  const { text, page } = view;
  const isFolded = !page.unfolded.includes(name);
  const words = isFolded ? text.of('fold.more', text.number(rows.length - folded)) : text.of('fold.fewer');
  const unfolded = isFolded ? [...page.unfolded, name] : page.unfolded.filter(other => other !== name);
  const button = html`<p><button type="button" class="link" data-focus="fold ${name}" aria-expanded=${isFolded ? 'false' : 'true'}
    aria-describedby="heading-${name}" @click=${() => view.change({ unfolded })}>${words}</button></p>`;
  return { rows: isFolded ? rows.slice(0, folded) : rows, isFolded, button };
}
