import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { WorkTree } from '../../../git/workTree.js';

/** A file's expected and new text; null if the file does not, or will not, exist. */
export interface FileChange {
  /** Relative to the worktree root, with `/`. */
  readonly path: string;
  readonly from: string | null;
  readonly to: string | null;
}

type Tree = Pick<WorkTree, 'root' | 'kindOf'>;

/** Outcome: the files' texts after saving, possibly changed by formatters, or the reason why nothing was changed. */
export type Replaced = { readonly written: readonly FileChange[] } | { readonly problem: string };

/** Purpose of a change, which decides the advice when it fails. */
export type ReplaceAct = 'apply' | 'takeBack';

/** Changes and saves all files as one undoable edit; if one differs from `from` or cannot be saved, restores all. */
export async function replaceFiles(tree: Tree, changes: readonly FileChange[], act: ReplaceAct): Promise<Replaced> {
  const edit = new vscode.WorkspaceEdit();
  for (const change of changes) {
    const problem = await addTo(edit, tree, change, act);
    if (problem !== undefined) return { problem };
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    await putBack(tree, changes);
    return { problem: l10n.t('The editor did not apply the changes.') };
  }
  const { written, problem } = await saveAll(tree, changes);
  if (problem === undefined) return { written };
  await putBack(tree, written);
  return { problem };
}

/** Saves the changed files up to the first failure; returns the editor's texts at that time. */
async function saveAll(
  tree: Tree,
  changes: readonly FileChange[],
): Promise<{ readonly written: readonly FileChange[]; readonly problem: string | undefined }> {
  const documents = new Map<string, vscode.TextDocument>();
  for (const { path, to } of changes) {
    if (to !== null) documents.set(path, await vscode.workspace.openTextDocument(uriOf(tree, path)));
  }
  let problem: string | undefined;
  for (const change of changes) {
    const document = documents.get(change.path);
    if (document !== undefined) problem ??= await problemOfSaving(tree, change, document);
  }
  const written = changes.map(change => ({ ...change, to: documents.get(change.path)?.getText() ?? null }));
  return { written, problem };
}

async function problemOfSaving(
  tree: Tree,
  { path, from }: FileChange,
  document: vscode.TextDocument,
): Promise<string | undefined> {
  const isNew = from === null;
  const { encoding, isDirty } = document;
  // The editor changes a read-only file without marking it dirty, so it is not saved.
  const isSaved = isDirty
    ? await document.save()
    : isNew || isSame(await textOnDisk(uriOf(tree, path), encoding), document.getText());
  if (!isSaved) return l10n.t('Could not save {0}, so nothing was changed.', path);
  if (encoding.startsWith('utf')) return undefined;
  // Characters missing in the encoding are replaced on disk, while the editor still shows the originals.
  return isSame(await textOnDisk(uriOf(tree, path), encoding), document.getText())
    ? undefined
    : lacking(path, encoding);
}

function lacking(path: string, encoding: string): string {
  return l10n.t(
    'The encoding of {0} ({1}) cannot represent a character of the change, so nothing was changed.',
    path,
    encoding,
  );
}

/** Undoes the changes made before a failure, except in files edited since. */
async function putBack(tree: Tree, changes: readonly FileChange[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const changed: vscode.TextDocument[] = [];
  for (const { path, from, to } of changes) {
    const uri = uriOf(tree, path);
    const kind = await tree.kindOf(path);
    if (to === null) {
      if (kind !== undefined) continue;
      edit.createFile(uri, { overwrite: false, contents: await newContents(uri, from ?? '') });
    } else {
      if (kind !== 'file') continue;
      const document = await vscode.workspace.openTextDocument(uri);
      if (document.getText() !== to) continue;
      if (from === null) edit.deleteFile(uri);
      else if (document.isDirty) await revert(document);
      else {
        edit.replace(uri, ...differing(document, to, from));
        changed.push(document);
      }
    }
  }
  if (!(await vscode.workspace.applyEdit(edit))) return;
  for (const document of changed) {
    if (!(await document.save())) await revert(document);
  }
}

/** Reverts to the text on disk, which others may have written: saving would overwrite it. */
async function revert(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

async function addTo(
  edit: vscode.WorkspaceEdit,
  tree: Tree,
  { path, from, to }: FileChange,
  act: ReplaceAct,
): Promise<string | undefined> {
  const uri = uriOf(tree, path);
  const kind = await tree.kindOf(path);
  const askAgain = act === 'apply' ? l10n.t('Nothing was changed. Try again.') : stays();
  if (from === null) {
    if (kind !== undefined) return [l10n.t('{0} already exists.', path), askAgain].join(' ');
    const contents = await newContents(uri, to ?? '');
    // Characters missing in the encoding are replaced without a warning.
    const written = await vscode.workspace.decode(contents, { uri });
    if (!isSame(withoutMark(written), withoutMark(to ?? ''))) {
      const encoding = vscode.workspace.getConfiguration('files', uri).get<string>('encoding') ?? '';
      return lacking(path, encoding);
    }
    edit.createFile(uri, { overwrite: false, contents });
    return undefined;
  }
  if (kind !== 'file') return [l10n.t('{0} is no longer a regular file.', path), askAgain].join(' ');
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.isDirty) {
    const saveFirst = act === 'apply' ? l10n.t('Nothing was changed. Save the file first.') : stays();
    return [l10n.t('{0} has unsaved changes.', path), saveFirst].join(' ');
  }
  // The editor notices changes by others with a delay.
  const written = await textOnDisk(uri, document.encoding);
  if (document.getText() !== from || !isSame(written, from)) {
    return [l10n.t('{0} has changed in the meantime.', path), askAgain].join(' ');
  }
  if (to === null) edit.deleteFile(uri);
  else edit.replace(uri, ...differing(document, from, to));
  return undefined;
}

/** Encodes a new file with the editor's encoding and line ending settings for its path. */
async function newContents(uri: vscode.Uri, text: string): Promise<Uint8Array> {
  const lineEnd = vscode.workspace.getConfiguration('files', uri).get<string>('eol');
  const lines = text.replaceAll('\r\n', '\n');
  const isNamed = lineEnd === '\n' || lineEnd === '\r\n';
  return vscode.workspace.encode(isNamed ? lines.replaceAll('\n', lineEnd) : text, { uri });
}

/** Removes the byte order mark, which belongs to the encoding: reading removes it too. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

function stays(): string {
  return l10n.t('Nothing was undone. Undo unwanted changes in the file.');
}

async function textOnDisk(uri: vscode.Uri, encoding: string): Promise<string> {
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { encoding });
}

/** Compares texts ignoring line endings, which the editor makes uniform in a file. */
function isSame(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
}

/** Returns the single differing range, so that cursors and marks elsewhere in the file keep their place. */
function differing(document: vscode.TextDocument, from: string, to: string): [vscode.Range, string] {
  const shortest = Math.min(from.length, to.length);
  let start = 0;
  while (start < shortest && from[start] === to[start]) start += 1;
  // Extend to whole lines: a line ending or a character may take two UTF-16 units.
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
