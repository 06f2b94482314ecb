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
 * Converts paths typed in a subfolder to paths from the worktree's root, as git does; `:/src` and absolute paths are supported. A
 * path outside the worktree stays, for the operation to refuse; so does a missing one, with a notice if it exists from the root.
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

/** Values that may be a plan's or branch's name as well count as paths if the path exists. */
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

/** Suggests the path from the root if it exists: answers contain such paths, which people copy. */
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
  // Follows links on the way, such as `/tmp`; text that is not an existing path, as with `*`, stays.
  const absolute = text.startsWith(`${top}/`) ? text : await workTree.locate(text).catch(() => text);
  return `${absolute}/`.startsWith(`${top}/`) ? (inTop(absolute.slice(top.length + 1)) ?? typed) : typed;
}

/** Returns a path from the root (`.` for the root itself); undefined for one outside. */
function inTop(path: string): string | undefined {
  const plain = posix.normalize(path);
  if (plain === './') return '.';
  return plain === '..' || plain.startsWith('../') ? undefined : plain;
}
