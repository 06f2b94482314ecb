import * as z from 'zod';
import { type InstallPlace, shownPath } from './installPlace.js';

const pieceSchema = z.object({
  kind: z.enum(['json', 'member', 'toml', 'block', 'file']),
  keys: z.array(z.string()).optional(),
  mark: z.string().optional(),
  /** SHA-256 of the piece's content. */
  hash: z.string(),
});

const fileSchema = z.object({
  /** Relative to the root of the repository, with `/`; absolute for a person's files. */
  path: z.string().min(1),
  created: z.boolean(),
  /** Folders created for it, outermost first, named like the path. */
  folders: z.array(z.string().min(1)),
  /** SHA-256 of the file as written. */
  after: z.string(),
  /** Edit that restores the original file; null if it is no longer known. */
  undo: z.object({ at: z.number().int().min(0), removed: z.string(), added: z.number().int().min(0) }).nullable(),
  pieces: z.array(pieceSchema).min(1),
});

const ledgerSchema = z.object({
  version: z.literal(1),
  stateroom: z.string(),
  agents: z.array(z.string()),
  without: z.array(z.string()).optional(),
  /** Folders created for the ledger itself. */
  folders: z.array(z.string()),
  files: z.array(fileSchema),
  /** Overrides: the hash of each, and that of the text it replaced. */
  overrides: z.array(z.object({ name: z.string(), hash: z.string(), replaced: z.string() })).optional(),
  /** Texts of pieces as written, by hash; for a person's own files only. */
  texts: z.record(z.string(), z.string()).optional(),
});

/** Record of an install, used to check, update and remove it. */
export type Ledger = z.infer<typeof ledgerSchema>;
export type LedgerFile = z.infer<typeof fileSchema>;
export type Undo = NonNullable<LedgerFile['undo']>;

export function readLedger(text: string): Ledger | undefined {
  try {
    return ledgerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function ledgerText(ledger: Ledger): string {
  return `${JSON.stringify(ledger, undefined, 2)}\n`;
}

export function namedPath(place: InstallPlace, path: string): string {
  return place.scope === 'user' ? path : shownPath(place, path);
}

export function absolute({ scope, root }: InstallPlace, name: string): string {
  return scope === 'user' ? name : `${root}/${name}`;
}

/** Returns the edit that turns `after` back into `before`. */
export function undoOf(before: string, after: string): Undo {
  const max = Math.min(before.length, after.length);
  let at = 0;
  while (at < max && before[at] === after[at]) at += 1;
  let same = 0;
  while (same < max - at && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { at, removed: before.slice(at, before.length - same), added: after.length - at - same };
}

export function applyUndo(text: string, { at, removed, added }: Undo): string {
  return text.slice(0, at) + removed + text.slice(at + added);
}
