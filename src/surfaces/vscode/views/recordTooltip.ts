import * as vscode from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';

/** A paragraph: a text, or facts beside each other; what is undefined or empty is left out. */
type Paragraph = string | undefined | readonly (string | undefined)[];

/** What hovering a row tells. Only `appendText` touches data: nothing in a title is read as markup. */
export function recordTooltip(
  title: { readonly ref: string; readonly title: string } | undefined,
  paragraphs: readonly Paragraph[],
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  if (title !== undefined) {
    tooltip.appendMarkdown('**').appendText(title.ref).appendMarkdown('**\u2002').appendText(oneLine(title.title));
  }
  for (const paragraph of paragraphs) {
    const facts = (Array.isArray(paragraph) ? paragraph : [paragraph]).filter(fact => fact !== undefined);
    if (facts.length === 0) continue;
    if (tooltip.value !== '') tooltip.appendMarkdown('\n\n');
    tooltip.appendText(oneLine(facts.join(' · ')));
  }
  return tooltip;
}
