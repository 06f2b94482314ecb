import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { l10n } from 'vscode';

const scheme = 'stateroom-glossary';

/** Shows the glossary with the walkthrough's picture, which narrow windows omit, without links to missing documents. */
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
