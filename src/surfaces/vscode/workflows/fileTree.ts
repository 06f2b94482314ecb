import * as vscode from 'vscode';

/** Min files for a tree; fewer are already named by the lines of their section. */
const minFiles = 2;

/** Returns the existing files as a tree for the chat; empty if there are too few. */
export async function fileTree(top: vscode.Uri, paths: readonly string[]): Promise<vscode.ChatResponseFileTree[]> {
  if (paths.length < minFiles) return [];
  const isThere = await Promise.all(
    paths.map(path =>
      Promise.resolve(vscode.workspace.fs.stat(vscode.Uri.joinPath(top, path))).then(
        () => true,
        () => false,
      ),
    ),
  );
  const there = paths.filter((_, index) => isThere[index]);
  return there.length < minFiles ? [] : branches(there.map(path => path.split('/')));
}

/** Sorts folders before files, each by name. */
function branches(paths: readonly (readonly string[])[]): vscode.ChatResponseFileTree[] {
  const folders = new Map<string, string[][]>();
  const files: string[] = [];
  for (const [name = '', ...rest] of paths) {
    if (rest.length === 0) files.push(name);
    else folders.set(name, [...(folders.get(name) ?? []), rest]);
  }
  return [
    ...[...folders]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, below]) => ({ name, children: branches(below) })),
    ...files.sort().map(name => ({ name })),
  ];
}
