import * as vscode from 'vscode';
import { escapeMarkdown, type Markup, markdownMarkup } from '../../../reports/markup.js';
import type { Repository } from '../repository.js';
import { commandLink } from '../support/commandLink.js';

/** Takes the id of a repository of the window, and a reference; shows a page and writes nothing. */
const openPageCommand = 'stateroom.openPage';

/** A file anchor in text to be written; user text cannot match, since its `<` is escaped. */
const anchor = /<place:([^<>:]*):(\d*)>/;

/** Records become links, since an anchor would show a page's file name; files become marks for `writeChat`. */
export function chatMarkup(repository: Repository): Markup {
  return {
    ...markdownMarkup(ref => commandLink(openPageCommand, repository.id, ref)),
    place: (path, line) => {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      return `${escapeMarkdown(folder)}<place:${Buffer.from(path).toString('base64url')}:${line ?? ''}>`;
    },
  };
}

/** Writes text of `chatMarkup`; paths are relative to the folder `top`. */
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
  // Enables only the links' command, so that a title that looks like a command link stays text.
  markdown.isTrusted = { enabledCommands: [openPageCommand] };
  return markdown;
}
