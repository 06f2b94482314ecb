import * as vscode from 'vscode';
import type { RitualFiles } from '../../../rituals/ritual.js';
import type { Room } from '../room.js';
import type { RitualEnvironment } from './ritualsPart.js';

/** Files above this are no source that somebody wrote, in bytes. */
const mostBytes = 200_000;

/**
 * The files of the work tree that the room was found from, as they are in the editor, changes that are not saved included.
 * Only what git would list is read: nothing ignored, nothing that looks like a secret, nothing behind a link. Undefined in
 * Restricted Mode.
 */
export function openRitualFiles(
  { rooms }: RitualEnvironment,
  room: Room,
  references: readonly vscode.ChatPromptReference[],
): RitualFiles | undefined {
  const tree = rooms.all.find(({ id }) => id === room.id)?.files;
  if (tree === undefined) return undefined;
  let listed: Promise<readonly string[]> | undefined;
  const list = (): Promise<readonly string[]> => {
    listed ??= tree.paths();
    return listed;
  };
  return {
    attached: references.flatMap(({ value }) => {
      const uri = value instanceof vscode.Uri ? value : value instanceof vscode.Location ? value.uri : undefined;
      const file = uri && room.fileOf(uri);
      return file?.top === tree.root ? [file.path] : [];
    }),
    list,
    async read(path) {
      if (!(await list()).includes(path) || (await tree.kindOf(path)) !== 'file') return undefined;
      const uri = vscode.Uri.joinPath(vscode.Uri.file(tree.root), path);
      try {
        const { size } = await vscode.workspace.fs.stat(uri);
        return size > mostBytes ? undefined : (await vscode.workspace.openTextDocument(uri)).getText();
      } catch {
        // The editor opens no file that is no text, and one can go at any time.
        return undefined;
      }
    },
  };
}
