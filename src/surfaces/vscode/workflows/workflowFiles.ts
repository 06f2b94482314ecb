import * as vscode from 'vscode';
import { isSecretName } from '../../../git/rescue/secretFile.js';
import { redactTokens } from '../../../platform/redact.js';
import type { WorkflowFiles } from '../../../workflows/workflow.js';
import type { RepositoryFiles } from '../repository/openRepository.js';
import type { Repository } from '../repository.js';

/** Files above this are not source that someone wrote, in bytes. */
const maxBytes = 200_000;

/**
 * The files of a worktree of the repository, as they are in the editor, changes that are not saved included. Only what git would
 * list is read: nothing ignored, nothing behind a link, and nothing whose name or text says that a secret is in it.
 */
export function openWorkflowFiles(
  repository: Repository,
  tree: RepositoryFiles,
  references: readonly vscode.ChatPromptReference[],
): WorkflowFiles {
  const withheld = new Set<string>();
  let listed: Promise<readonly string[]> | undefined;
  const list = (): Promise<readonly string[]> => {
    listed ??= tree.paths();
    return listed;
  };
  return {
    attached: references.flatMap(({ value }) => {
      const uri = value instanceof vscode.Uri ? value : value instanceof vscode.Location ? value.uri : undefined;
      const file = uri && repository.fileOf(uri);
      return file?.top === tree.root ? [file.path] : [];
    }),
    list,
    get withheld() {
      return [...withheld];
    },
    async read(path) {
      if (isSecretName(path)) {
        withheld.add(path);
        return undefined;
      }
      if (!(await list()).includes(path) || (await tree.kindOf(path)) !== 'file') return undefined;
      const uri = vscode.Uri.joinPath(vscode.Uri.file(tree.root), path);
      try {
        const { size } = await vscode.workspace.fs.stat(uri);
        if (size > maxBytes) return undefined;
        const text = (await vscode.workspace.openTextDocument(uri)).getText();
        // Values are masked where the text is shown. The shape of a token leaves no doubt: nothing is shown around it.
        if (redactTokens(text) === text) return text;
        withheld.add(path);
        return undefined;
      } catch {
        // The editor opens no file that is not a text, and one can go at any time.
        return undefined;
      }
    },
  };
}
