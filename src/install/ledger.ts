import * as z from 'zod';
import { type InstallPlace, shownPath } from './installPlace.js';

const pieceSchema = z.object({
  kind: z.enum(['json', 'member', 'toml', 'block', 'file']),
  keys: z.array(z.string()).optional(),
  mark: z.string().optional(),
  /** SHA-256 of what the piece says. */
  hash: z.string(),
});

const fileSchema = z.object({
  /** From the root of the repository, with `/`; absolute for a person's files. */
  path: z.string().min(1),
  /** We made the file. */
  created: z.boolean(),
  /** Folders that we made for it, the outermost first, named like the path. */
  folders: z.array(z.string().min(1)),
  /** SHA-256 of the file as we left it. */
  after: z.string(),
  /** What turns it back into what it was before us; null where that is not known any more. */
  undo: z.object({ at: z.number().int().min(0), removed: z.string(), added: z.number().int().min(0) }).nullable(),
  pieces: z.array(pieceSchema).min(1),
});

const ledgerSchema = z.object({
  version: z.literal(1),
  /** The version of Stateroom that wrote it. */
  stateroom: z.string(),
  agents: z.array(z.string()),
  /** Parts that a person did not want. */
  without: z.array(z.string()).optional(),
  /** Folders that were made for the ledger itself. */
  folders: z.array(z.string()),
  files: z.array(fileSchema),
  /** Texts that replaced ours: the hash of each, and that of ours at the time. */
  overrides: z.array(z.object({ name: z.string(), hash: z.string(), replaced: z.string() })).optional(),
  /** By their hash, texts of pieces as they were written; of a person's own files alone. */
  texts: z.record(z.string(), z.string()).optional(),
});

/** What was written where, so that it can be checked, renewed and taken out again. */
export type Ledger = z.infer<typeof ledgerSchema>;
export type LedgerFile = z.infer<typeof fileSchema>;
export type Undo = NonNullable<LedgerFile['undo']>;

/** The ledger in a text; undefined for anything else. */
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

/** How a ledger names a path. */
export function namedPath(place: InstallPlace, path: string): string {
  return place.scope === 'user' ? path : shownPath(place, path);
}

/** The absolute path of one that a ledger names. */
export function absolute({ scope, root }: InstallPlace, name: string): string {
  return scope === 'user' ? name : `${root}/${name}`;
}

/** What turns `after` back into `before`. */
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
