import * as vscode from 'vscode';
import { escapeMarkdown, type Markup, markdownMarkup } from '../../../reports/markup.js';
import type { Repository } from '../repository.js';
import { commandLink } from '../support/commandLink.js';

/** Takes the id of a repository of the window, and a reference; it shows something and writes nothing. */
const openPageCommand = 'stateroom.openPage';

/** An anchor in a text that is going to be written: no text of someone's making has a bare `<`. */
const anchor = /<place:([^<>:]*):(\d*)>/;

/**
 * The Markdown of an answer in the chat. Records are links to their pages, because an anchor would show the page's file name;
 * files are marks, of which `writeChat` makes anchors, behind the folder that they are in, which an anchor does not show.
 */
export function chatMarkup(repository: Repository): Markup {
  return {
    ...markdownMarkup(ref => commandLink(openPageCommand, repository.id, ref)),
    place: (path, line) => {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      return `${escapeMarkdown(folder)}<place:${Buffer.from(path).toString('base64url')}:${line ?? ''}>`;
    },
  };
}

/** Writes a text of `chatMarkup`; `top` is the folder from which paths are counted. */
export function writeChat(stream: vscode.ChatResponseStream, text: string, top: vscode.Uri): void {
  let rest = `${text}\n\n`;
  for (let found = anchor.exec(rest); found !== null; found = anchor.exec(rest)) {
    const [mark, encoded = '', line = ''] = found;
    if (found.index > 0) stream.markdown(trusted(rest.slice(0, found.index)));
    const path = Buffer.from(encoded, 'base64url').toString();
    const uri = vscode.Uri.joinPath(top, path);
    if (line === '') stream.anchor(uri, path);
    else stream.anchor(new vscode.Location(uri, new vscode.Position(Number(line) - 1, 0)), `${path}:${line}`);
    rest = rest.slice(found.index + mark.length);
  }
  stream.markdown(trusted(rest));
}

function trusted(text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text);
  // Only what the links need: a title that reads like a command link stays a text.
  markdown.isTrusted = { enabledCommands: [openPageCommand] };
  return markdown;
}
