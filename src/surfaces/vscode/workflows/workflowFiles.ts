import * as vscode from 'vscode';
import { isSecretName } from '../../../git/rescue/secretFile.js';
import { redactTokens } from '../../../platform/redact.js';
import type { WorkflowFiles } from '../../../workflows/workflow.js';
import type { RepositoryFiles } from '../repository/openRepository.js';
import type { Repository } from '../repository.js';

/** Max size of a file, in bytes; larger ones are not hand-written source. */
const maxBytes = 200_000;

/** Files of a worktree as in the editor, unsaved too. None ignored, behind a symbolic link, or indicating a secret. */
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
        // Values are masked when the text is shown. A token's shape is unambiguous, so the whole file is withheld.
        if (redactTokens(text) === text) return text;
        withheld.add(path);
        return undefined;
      } catch {
        // The editor cannot open binary files, and a file may be deleted at any time.
        return undefined;
      }
    },
  };
}
