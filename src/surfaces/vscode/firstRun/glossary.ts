import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { l10n } from 'vscode';

const scheme = 'stateroom-glossary';

/**
 * Registers the command that shows docs/glossary.md as a page, in German if the editor is in German. The document has its own scheme: it
 * adds the walkthrough's picture, which the editor omits in a narrow window, and drops links to documents that are not installed.
 */
export function registerGlossary(context: vscode.ExtensionContext): vscode.Disposable {
  const [words, picture] = vscode.env.language.startsWith('de')
    ? ['media/l10n/glossary.de.md', 'media/walkthrough/whole.de.svg']
    : ['docs/glossary.md', 'media/walkthrough/whole.svg'];
  const read = (file: string) => readFile(context.asAbsolutePath(file), 'utf8');
  const page = vscode.Uri.from({ scheme, path: `/${l10n.t('Glossary')}.md` });
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async () => {
        const [title, introduction, ...rest] = withoutDocumentLinks(await read(words)).split('\n\n');
        return [title, introduction, await read(picture), ...rest].join('\n\n');
      },
    }),
    vscode.commands.registerCommand('stateroom.glossary.show', async () => {
      const { executeCommand } = vscode.commands;
      // The editor's Markdown support, which renders the page, may be turned off.
      await executeCommand('markdown.showPreview', page).then(undefined, () => executeCommand('vscode.open', page));
    }),
  );
}

/** Removes links to other documents, each of which follows a sentence. */
function withoutDocumentLinks(markdown: string): string {
  return markdown.replaceAll(/\s\[[^\]]+\]\([^)]+\.md[^)]*\)/g, '');
}
