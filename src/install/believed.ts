import { isDeepStrictEqual } from 'node:util';
import { hookClients } from '../agentHooks/hookClients.js';
import type { Agent } from '../domain/agent/agent.js';
import { editors } from './editors.js';
import type { InstallPlace } from './installPlace.js';
import { absolute, applyUndo, type Ledger, type LedgerFile, namedPath } from './ledger.js';
import { CannotEdit, isSamePlace, type PiecePlace } from './piece.js';
import { entryPiece } from './wanted.js';

// A repository brings its list along: of that, only what an install can have written is believed. A person's own list is theirs.

/**
 * Why what the list of a repository has of a file is not acted on, as the end of a sentence; undefined where it is. `known` is every
 * agent that an install can be for.
 */
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

/** What an install of any version, for any agent, can have written into a file of a repository, by the name in the list. */
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

/**
 * What the list turns a file into that is as an install left it: what it was before, empty for one that the install made. Undefined
 * where that is not known, or says anything else than the file does without what is ours.
 */
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

/** Of folders that a list names those that a file is in, named alike. */
export function foldersAbove(place: InstallPlace, path: string, folders: readonly string[]): string[] {
  const name = namedPath(place, path);
  return folders.filter(folder => name.startsWith(folder) && /[\\/]/.test(name[folder.length] ?? ''));
}

/** Folders that a list names for a file that is not in them. */
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
