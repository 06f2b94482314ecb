import * as vscode from 'vscode';
import type { Tooltip } from '../../../present/tooltip.js';
import { tooltipMarkdown } from './tooltipMarkdown.js';

/** Returns a tooltip with text written by others escaped, in which only its own links can run a command. */
export function recordTooltip(tooltip: Tooltip): vscode.MarkdownString {
  const { text, commands } = tooltipMarkdown(tooltip);
  const markdown = new vscode.MarkdownString(text, true);
  markdown.isTrusted = { enabledCommands: commands };
  return markdown;
}
