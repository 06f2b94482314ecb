import { isDeepStrictEqual } from 'node:util';
import { hookClients } from '../agentHooks/hookClients.js';
import type { Agent } from '../domain/agent/agent.js';
import { editors } from './editors.js';
import type { InstallPlace } from './installPlace.js';
import { absolute, applyUndo, type Ledger, type LedgerFile, namedPath } from './ledger.js';
import { CannotEdit, isSamePlace, type PiecePlace } from './piece.js';
import { entryPiece } from './wanted.js';

// A repository's ledger comes with a clone: only entries that an install can have written are used.

/** End of a sentence; undefined to use the ledger entry. `known` has every installable agent. */
export function disbelief(
  place: InstallPlace,
  { path, pieces }: LedgerFile,
  known: readonly Agent[],
): string | undefined {
  if (place.scope === 'user') return undefined;
  const own = ownPieces(path, known);
  if (own.length === 0) return 'is in the list of what was installed, but is not a file that Stateroom writes';
  if (pieces.every(piece => own.some(isOwn => isOwn(piece)))) return undefined;
  return 'is in the list of what was installed with a part that Stateroom does not write';
}

type IsOwn = (piece: PiecePlace) => boolean;

/** For files of this name, by an install of any version and any agent. */
function ownPieces(name: string, known: readonly Agent[]): readonly IsOwn[] {
  return known.flatMap(({ harness, connection }): readonly IsOwn[] => {
    if (connection === undefined) return [];
    const own: IsOwn[] = [];
    const entry = connection.entry({ programName: 'stateroom' }, false);
    if (name === entry.projectFile || (entry.projectFile !== null && name === connection.otherFile)) {
      own.push(piece => isSamePlace(piece, placeWithoutValue(entryPiece(entry))));
    }
    const client = hookClients.find(each => each.harness === harness);
    if (client !== undefined && name === connection.hooks?.project) {
      own.push(({ kind, keys = [], mark }) =>
        client.file === undefined
          ? kind === 'member' &&
            keys.length === 2 &&
            keys[0] === 'hooks' &&
            mark === `agent-hook ${client.name} ${keys[1]}`
          : kind === 'file',
      );
    }
    const skill = name.startsWith(`${connection.skills}/`) ? name.slice(connection.skills.length + 1) : '';
    if (/^stateroom-[a-z0-9-]+\/SKILL\.md$/.test(skill)) own.push(({ kind }) => kind === 'file');
    if (name === 'AGENTS.md' || connection.guides.includes(name)) own.push(({ kind }) => kind === 'block');
    return own;
  });
}

function placeWithoutValue({ kind, ...piece }: ReturnType<typeof entryPiece>): PiecePlace {
  return 'keys' in piece ? { kind, keys: piece.keys } : { kind };
}

/** Empty for a created file. Undefined if unknown, or if the file without our pieces differs in more than layout. */
export function originalOf({ scope }: InstallPlace, text: string, record: LedgerFile): string | undefined {
  if (record.undo === null) return undefined;
  const original = record.created ? '' : applyUndo(text, record.undo);
  if (scope === 'user') return original;
  try {
    const rest = record.pieces.reduce((left, piece) => editors[piece.kind].take(left, piece), withoutMark(text));
    const { meaning } = editors[record.pieces[0]?.kind ?? 'file'];
    return isDeepStrictEqual(meaning(withoutMark(original)), meaning(rest)) ? original : undefined;
  } catch (error) {
    if (error instanceof CannotEdit) return undefined;
    throw error;
  }
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/** Keeps the folders that contain the file; both are named as in the ledger. */
export function foldersAbove(place: InstallPlace, path: string, folders: readonly string[]): string[] {
  const name = namedPath(place, path);
  return folders.filter(folder => name.startsWith(folder) && /[\\/]/.test(name[folder.length] ?? ''));
}

/** Returns the ledger's folders that do not contain the file they are listed for. */
export function strangeFolders(place: InstallPlace, { folders, files }: Pick<Ledger, 'folders' | 'files'>): string[] {
  const named = [
    { path: place.ledger, folders },
    ...files.map(file => ({ ...file, path: absolute(place, file.path) })),
  ];
  const strange = named.flatMap(each => {
    const own = foldersAbove(place, each.path, each.folders);
    return each.folders.filter(folder => !own.includes(folder));
  });
  return [...new Set(strange)];
}
