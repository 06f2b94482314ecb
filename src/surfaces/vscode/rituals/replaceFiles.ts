import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { WorkTree } from '../../../git/workTree.js';

/** A file with the text that it has and the one that it gets; null where there is, or will be, no file. */
export interface FileChange {
  /** Relative to the top of the work tree, with `/`. */
  readonly path: string;
  readonly from: string | null;
  readonly to: string | null;
}

type Tree = Pick<WorkTree, 'root' | 'kindOf'>;

/**
 * Changes all files as one act of the editor, which its undo takes back, and saves them. A sentence where one of them is not
 * as it was read, is no plain file, or cannot be saved: then all are as they were.
 */
export async function replaceFiles(tree: Tree, changes: readonly FileChange[]): Promise<string | undefined> {
  const edit = new vscode.WorkspaceEdit();
  for (const change of changes) {
    const problem = await addTo(edit, tree, change);
    if (problem !== undefined) return problem;
  }
  const isApplied = await vscode.workspace.applyEdit(edit);
  const unsaved = isApplied ? await saveAll(tree, changes) : undefined;
  if (isApplied && unsaved === undefined) return undefined;
  await putBack(tree, changes);
  return unsaved === undefined
    ? l10n.t('The editor did not apply the changes.')
    : l10n.t('{0} could not be saved, so nothing was changed.', unsaved);
}

/** Saves what was changed; the first that cannot be. */
async function saveAll(tree: Tree, changes: readonly FileChange[]): Promise<string | undefined> {
  for (const { path, to } of changes) {
    if (to === null) continue;
    const document = await vscode.workspace.openTextDocument(uriOf(tree, path));
    if (document.isDirty && !(await document.save())) return path;
  }
  return undefined;
}

/** Undoes those that were done before one failed. */
async function putBack(tree: Tree, changes: readonly FileChange[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const done: FileChange[] = [];
  for (const { path, from, to } of changes) {
    const uri = uriOf(tree, path);
    if (to === null) {
      if ((await tree.kindOf(path)) !== undefined) continue;
      edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(from ?? '') });
    } else {
      if ((await tree.kindOf(path)) !== 'file') continue;
      const document = await vscode.workspace.openTextDocument(uri);
      if (document.getText() !== to) continue;
      if (from === null) edit.deleteFile(uri);
      else edit.replace(uri, ...differing(document, to, from));
    }
    done.push({ path, from: to, to: from });
  }
  if (await vscode.workspace.applyEdit(edit)) await saveAll(tree, done);
}

/** The same changes with the texts that the files have now. */
export async function textsOf(tree: Tree, changes: readonly FileChange[]): Promise<FileChange[]> {
  const found: FileChange[] = [];
  for (const { path, from } of changes) {
    found.push({ path, from, to: (await vscode.workspace.openTextDocument(uriOf(tree, path))).getText() });
  }
  return found;
}

async function addTo(
  edit: vscode.WorkspaceEdit,
  tree: Tree,
  { path, from, to }: FileChange,
): Promise<string | undefined> {
  const uri = uriOf(tree, path);
  const kind = await tree.kindOf(path);
  if (from === null) {
    if (kind !== undefined) return l10n.t('{0} is there by now. Nothing was changed: ask again.', path);
    edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(to ?? '') });
    return undefined;
  }
  if (kind !== 'file') return l10n.t('{0} is no plain file any more. Nothing was changed: ask again.', path);
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.isDirty) return l10n.t('{0} has changes that are not saved. Nothing was changed: save it first.', path);
  // The editor hears of what others write a moment later.
  const written = await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), {
    encoding: document.encoding,
  });
  if (document.getText() !== from || !isSame(written, from)) {
    return l10n.t('{0} was changed since it was read. Nothing was changed: ask again.', path);
  }
  if (to === null) edit.deleteFile(uri);
  else edit.replace(uri, ...differing(document, from, to));
  return undefined;
}

/** Line ends aside, of which the editor gives a file one kind. */
function isSame(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
}

/** The one piece that differs, so that cursors and marks elsewhere in the file stay where they are. */
function differing(document: vscode.TextDocument, from: string, to: string): [vscode.Range, string] {
  const shortest = Math.min(from.length, to.length);
  let start = 0;
  while (start < shortest && from[start] === to[start]) start += 1;
  // Never inside of a line: a line end, or a letter, can be of two units.
  start = start === 0 ? 0 : from.lastIndexOf('\n', start - 1) + 1;
  let end = 0;
  while (end < shortest - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  const lineEnd = from.indexOf('\n', from.length - end);
  end = lineEnd < 0 ? 0 : from.length - lineEnd - 1;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(from.length - end));
  return [range, to.slice(start, to.length - end)];
}

function uriOf({ root }: Tree, path: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.file(root), path);
}
