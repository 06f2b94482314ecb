import { oneLine } from '../../../domain/text/oneLine.js';
import { codeSpan } from '../../../present/codeSpan.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import { block } from '../../../present/markdownBlock.js';
import type { Tooltip, TooltipPart } from '../../../present/tooltip.js';
import type { RowCommand } from '../../../present/viewRow.js';
import { commandLink } from '../support/commandLink.js';

/** Converts a tooltip to Markdown; `commands` are the only ones that its links can run. */
export function tooltipMarkdown({ heading, lines }: Tooltip): { text: string; commands: readonly string[] } {
  const commands = new Set<string>();
  const link = (text: string, opens: RowCommand | undefined): string => {
    if (opens === undefined) return text;
    commands.add(opens.command);
    return `[${text}](${commandLink(opens.command, ...opens.arguments)})`;
  };
  const written = (part: TooltipPart): string => {
    const { name, text, icon, code, opens } = part;
    const shown = link(code === true ? codeSpan(text) : inlineMarkdown(text), opens);
    return [icon && `$(${icon})`, name && `**${inlineMarkdown(name)}:**`, shown].filter(Boolean).join(' ');
  };
  const paragraphs = lines.map(([first, ...others]) => {
    // The start of a line must not become a list or a heading.
    const isBare = first !== undefined && Object.keys(first).length === 1;
    const beginning = first === undefined ? '' : isBare ? block(oneLine(first.text)) : written(first);
    return [beginning, ...others.map(written)].join(' · ');
  });
  const title =
    heading === undefined ? [] : [`${link(`**${heading.ref}**`, heading.opens)}\u2002${inlineMarkdown(heading.title)}`];
  return { text: [...title, ...paragraphs].join('\n\n'), commands: [...commands].sort() };
}
