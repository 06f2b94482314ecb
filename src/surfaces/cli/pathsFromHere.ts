import { posix, sep } from 'node:path';
import { plainPart } from '../../domain/lane/ownedPath.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import type { CommandLineShape, PathKind } from '../../operations/operation.js';
import type { Context } from '../../records/context.js';

type Input = Readonly<Record<string, unknown>>;

type Caller = Pick<Context, 'workTree' | 'notify'>;

interface Here {
  readonly workTree: WorkTree;
  readonly notify: Context['notify'];
}

/**
 * The input with the paths that a person typed in a folder of the worktree as operations take them: from its top, as git does with
 * paths. `:/src` and absolute paths name the same from everywhere; what leads out of the worktree stays, for the operation to refuse.
 * A path with nothing there stays too, but is told where the same path from the top has something.
 */
export async function pathsFromHere(
  input: Input,
  { paths = {} }: CommandLineShape,
  { workTree, notify }: Caller,
): Promise<Input> {
  if (workTree === undefined) return input;
  const placed: Record<string, unknown> = { ...input };
  for (const [field, kind] of Object.entries(paths)) {
    if (input[field] !== undefined) placed[field] = await locatedIn(input[field], kind, { workTree, notify });
  }
  return placed;
}

async function locatedIn(value: unknown, kind: PathKind, here: Here): Promise<unknown> {
  if (typeof value === 'string') return kind === 'name' ? locatedName(value, here) : locatedPath(value, kind, here);
  if (Array.isArray(value)) return Promise.all(value.map(one => locatedIn(one, kind, here)));
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Input;
  const paths = Object.entries(given).filter(([name]) => name === 'path' || name === 'oldPath');
  const found = await Promise.all(paths.map(async ([name, path]) => [name, await locatedIn(path, kind, here)]));
  return { ...given, ...Object.fromEntries(found) };
}

/** What may be a name as well, of a plan or a branch, is a path where something is there. */
async function locatedName(typed: string, { workTree }: Here): Promise<string> {
  const path = await located(typed, workTree);
  return path !== typed && (await workTree.kindOf(path)) !== undefined ? path : typed;
}

async function locatedPath(typed: string, kind: Exclude<PathKind, 'name'>, here: Here): Promise<string> {
  const path = await located(typed, here.workTree);
  await askForTop(typed, path, here);
  if (kind === 'place')
    return path !== typed && typed.trim().startsWith(':/') ? `${here.workTree.root}/${path}` : typed;
  return kind === 'pattern' && path === '.' ? '**' : path;
}

/** Answers have paths from the top: one that is copied from there names nothing, or something else, in a folder. */
async function askForTop(typed: string, path: string, { workTree, notify }: Here): Promise<void> {
  const { folder } = workTree;
  const fromTop = inTop(typed.trim());
  if (notify === undefined || fromTop === undefined || path !== posix.join(folder, fromTop)) return;
  const [here, there] = [plainPart(path), plainPart(fromTop)];
  if (here === there || there === '' || (await workTree.kindOf(here)) !== undefined) return;
  if ((await workTree.kindOf(there)) !== undefined) notify(message('input.pathFromTop', { path: here, fromTop }));
}

async function located(typed: string, workTree: WorkTree): Promise<string> {
  const text = sep === '/' ? typed.trim() : typed.trim().replaceAll(sep, '/');
  if (text === '') return typed;
  const { root, folder } = workTree;
  const top = sep === '/' ? root : root.replaceAll(sep, '/');
  if (text.startsWith(':/')) return inTop(text.slice(2)) ?? typed;
  if (!/^(?:\/|[A-Za-z]:\/)/.test(text)) return inTop(posix.join(folder, text)) ?? typed;
  // Links on the way to it, as `/tmp` may be one, are followed; what is no path yet, as with `*`, has none.
  const absolute = text.startsWith(`${top}/`) ? text : await workTree.locate(text).catch(() => text);
  return `${absolute}/`.startsWith(`${top}/`) ? (inTop(absolute.slice(top.length + 1)) ?? typed) : typed;
}

/** A path from the top, which is `.`; undefined for what leads out. */
function inTop(path: string): string | undefined {
  const plain = posix.normalize(path);
  if (plain === './') return '.';
  return plain === '..' || plain.startsWith('../') ? undefined : plain;
}
