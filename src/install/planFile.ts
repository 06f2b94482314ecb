import type { Agent } from '../domain/agent/agent.js';
import { sha256 } from '../platform/sha256.js';
import { disbelief, foldersAbove, originalOf } from './believed.js';
import { contentOf, editors, isEmptied } from './editors.js';
import { otherStartIn } from './impostors.js';
import { type InstallPlace, shownPath } from './installPlace.js';
import { absolute, type LedgerFile, namedPath, undoOf } from './ledger.js';
import { CannotEdit, isSamePlace, type Piece, type PiecePlace, placeOf } from './piece.js';
import { readTarget, type TargetFile } from './targetFile.js';
import type { InstallPart, Wanted } from './wanted.js';

/**
 * `restore`: removed since the install. `update`: as installed, but this version differs. `remove`: no longer wanted. `edited`:
 * changed by someone, and kept. `foreign`: older than the install, and kept.
 */
export type PieceState = 'add' | 'restore' | 'update' | 'remove' | 'same' | 'edited' | 'foreign';

export interface PlannedPiece {
  readonly state: PieceState;
  readonly part: InstallPart | undefined;
  readonly agents: readonly string[];
  readonly kind: Piece['kind'];
  /** Command in a repository that does not start Stateroom; untrusted text. */
  readonly starts?: string;
  /** Set for an entry with which the agent calls the tools without asking. */
  readonly grants?: true;
  readonly drift?: PieceDrift;
}

export interface PieceDrift {
  /** As installed; undefined if no longer known. */
  readonly written: string | undefined;
  readonly found: string;
  /** As written by this version; undefined if no longer wanted. */
  readonly wanted: string | undefined;
}

interface MeetingEdits {
  readonly known: readonly Agent[];
  /** Installed texts by hash, from the ledger. */
  readonly texts: Readonly<Record<string, string>>;
  /** True to overwrite edits, except in entries. */
  readonly overwrites: boolean;
}

export interface PlannedFile {
  readonly shown: string;
  /** Target of links, which is the file to write. */
  readonly path: string;
  /** The target as shown to a person, if it differs from the name. */
  readonly leadsTo?: string | undefined;
  /** Texts with a byte order mark; undefined for no file. Equal if nothing is to be written. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly mode: number;
  readonly pieces: readonly PlannedPiece[];
  /** Reason that it cannot be edited, as the end of a sentence. */
  readonly problem?: string;
  readonly record: LedgerFile | undefined;
  /** Folders to remove with it if they are empty. */
  readonly folders: readonly string[];
}

/** Plans the edit of one file; `wanted` are its pieces, `recorded` is its ledger entry. */
export async function planFile(
  place: InstallPlace,
  path: string,
  wanted: readonly Wanted[],
  recorded: LedgerFile | undefined,
  edits: MeetingEdits,
): Promise<PlannedFile> {
  const shown = shownPath(place, path);
  const refused = (problem: string, before?: string): PlannedFile => ({
    ...leftAlone(place, path, problem),
    ...{ before, after: before, record: recorded },
    pieces: wanted.map(({ part, agents, piece }) => ({ state: 'foreign', part, agents, kind: piece.kind })),
  });
  const disbelieved = recorded === undefined ? undefined : disbelief(place, recorded, edits.known);
  if (disbelieved !== undefined) return refused(disbelieved);
  const target = await readTarget(place, path);
  if ('problem' in target) return refused(target.problem);
  try {
    return edit(place, shown, path, target, wanted, recorded, edits);
  } catch (error) {
    if (error instanceof CannotEdit) return refused(error.problem, target.text);
    throw error;
  }
}

/** Returns a file to be left alone; `problem` is the reason, as the end of a sentence. */
export function leftAlone(place: InstallPlace, path: string, problem: string): PlannedFile {
  const none = { before: undefined, after: undefined, record: undefined };
  return { shown: shownPath(place, path), path, problem, mode: 0o644, pieces: [], folders: [], ...none };
}

const mark = '\ufeff';

function edit(
  place: InstallPlace,
  shown: string,
  name: string,
  { path, leadsTo, text: before, mode, missing }: TargetFile,
  wanted: readonly Wanted[],
  recorded: LedgerFile | undefined,
  edits: MeetingEdits,
): PlannedFile {
  const current = before?.startsWith(mark) === true ? before.slice(1) : (before ?? '');
  // A ledger that came with a clone may claim that a file is unchanged although its pieces are not.
  const isOurs = (piece: LedgerFile['pieces'][number]) => {
    const found = editors[piece.kind].find(current, piece);
    return found !== undefined && sha256(found) === piece.hash;
  };
  const isAsLeft = before !== undefined && recorded?.after === sha256(before) && recorded.pieces.every(isOurs);
  const original = isAsLeft ? originalOf(place, before, recorded) : undefined;
  const isReversible = original !== undefined;
  // A file that the install created did not exist before.
  const start = isReversible ? (recorded?.created ? undefined : original) : before;
  const bom = start?.startsWith(mark) === true ? mark : '';
  let text = start?.slice(bom.length) ?? '';

  const pieces: PlannedPiece[] = [];
  const kept: LedgerFile['pieces'] = [];
  const keep = (place: PiecePlace, hash: string) => kept.push({ ...place, keys: place.keys?.slice(), hash });
  for (const { piece, part, agents, grants } of wanted) {
    const record = recorded?.pieces.find(each => isSamePlace(each, placeOf(piece)));
    const found = editors[piece.kind].find(current, placeOf(piece));
    const content = contentOf(piece) ?? '';
    const judged = judge(found, content, record?.hash);
    const isEntry = piece.kind === 'json' || piece.kind === 'toml';
    const runs = place.scope === 'project' && (part === 'mcp' || part === 'hooks') && found !== undefined;
    const starts = runs ? otherStartIn(place.root, shown, piece, found) : undefined;
    const isOthers = judged === 'edited' || judged === 'foreign';
    const mayReplace = starts !== undefined ? isOthers : judged === 'edited' && !isEntry;
    const state = edits.overwrites && mayReplace ? 'update' : judged;
    const drift =
      state === 'edited' && found !== undefined ? { drift: driftOf(piece.kind, record, found, content) } : {};
    const more = { ...(grants ? { grants } : {}), ...drift, ...(starts === undefined ? {} : { starts }) };
    pieces.push({ state, part, agents, kind: piece.kind, ...more });
    if (state === 'foreign') continue;
    keep(placeOf(piece), state === 'edited' ? (record?.hash ?? '') : sha256(content));
    if (state === 'edited' || (state === 'same' && !isReversible)) continue;
    text = editors[piece.kind].put(text, piece);
  }
  for (const record of recorded?.pieces ?? []) {
    if (wanted.some(({ piece }) => isSamePlace(record, placeOf(piece)))) continue;
    const found = editors[record.kind].find(current, record);
    if (found === undefined) continue;
    const isRemoved = isOurs(record);
    const drift = isRemoved ? {} : { drift: driftOf(record.kind, record, found, undefined) };
    pieces.push({ state: isRemoved ? 'remove' : 'edited', part: undefined, agents: [], kind: record.kind, ...drift });
    if (isRemoved && !isReversible) text = editors[record.kind].take(text, record);
  }

  const created = before === undefined || recorded?.created === true;
  const isGone = kept.length === 0 && created && (start === undefined || isEmptied(text));
  const after = isGone ? undefined : pieces.some(isWrite) ? bom + text : before;
  return {
    ...{ shown, path, leadsTo, before, after, pieces },
    mode: mode ?? wanted.map(({ piece }) => (piece.kind === 'file' ? piece.mode : undefined))[0] ?? 0o644,
    record: recordOf(),
    folders: (after === undefined ? foldersAbove(place, name, recorded?.folders ?? []) : []).map(folder =>
      absolute(place, folder),
    ),
  };

  function driftOf(
    kind: Piece['kind'],
    record: LedgerFile['pieces'][number] | undefined,
    found: string,
    wanted: string | undefined,
  ): PieceDrift {
    const { hash = '' } = record ?? {};
    const written = wanted !== undefined && sha256(wanted) === hash ? wanted : edits.texts[hash];
    const shownAs = (text: string) =>
      kind === 'member' || kind === 'json' ? `${JSON.stringify(JSON.parse(text), undefined, 2)}\n` : text;
    return {
      written: written === undefined ? undefined : shownAs(written),
      found: shownAs(found),
      wanted: wanted === undefined ? undefined : shownAs(wanted),
    };
  }

  function recordOf(): LedgerFile | undefined {
    if (kept.length === 0 || after === undefined) return undefined;
    if (after === before && recorded !== undefined) return { ...recorded, pieces: kept };
    return {
      path: namedPath(place, name),
      created,
      folders: [
        ...new Set([
          ...foldersAbove(place, name, recorded?.folders ?? []),
          ...missing.map(folder => namedPath(place, folder)),
        ]),
      ],
      after: sha256(after),
      // A replaced impostor is not restored.
      undo:
        isReversible || before === undefined || (recorded === undefined && !pieces.some(isReplaced))
          ? undoOf(start ?? '', after)
          : null,
      pieces: kept,
    };
  }
}

function judge(found: string | undefined, content: string, recorded: string | undefined): PieceState {
  if (found === undefined) return recorded === undefined ? 'add' : 'restore';
  if (recorded === undefined) return 'foreign';
  if (sha256(found) !== recorded && found !== content) return 'edited';
  return found === content ? 'same' : 'update';
}

function isReplaced({ state, starts }: PlannedPiece): boolean {
  return state === 'update' && starts !== undefined;
}

function isWrite({ state }: PlannedPiece): boolean {
  return state === 'add' || state === 'restore' || state === 'update' || state === 'remove';
}
