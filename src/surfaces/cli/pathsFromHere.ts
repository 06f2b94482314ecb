import { posix, sep } from 'node:path';
import type { WorkTree } from '../../git/workTree.js';
import type { CommandLineShape } from '../../operations/operation.js';

type Input = Readonly<Record<string, unknown>>;

/**
 * The input with the paths that a person typed in a folder of the worktree as operations take them: from its top, as git does with
 * paths. `:/src` and absolute paths name the same from everywhere; what leads out of the worktree stays, for the operation to refuse.
 */
export async function pathsFromHere(
  input: Input,
  { paths = {} }: CommandLineShape,
  workTree: WorkTree | undefined,
): Promise<Input> {
  if (workTree === undefined) return input;
  const located: Record<string, unknown> = { ...input };
  for (const [field, kind] of Object.entries(paths)) {
    if (input[field] !== undefined) located[field] = await locatedIn(input[field], kind, workTree);
  }
  return located;
}

async function locatedIn(value: unknown, kind: 'path' | 'name', workTree: WorkTree): Promise<unknown> {
  if (typeof value === 'string') return kind === 'path' ? located(value, workTree) : locatedName(value, workTree);
  if (Array.isArray(value)) return Promise.all(value.map(one => locatedIn(one, kind, workTree)));
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Input;
  const paths = Object.entries(given).filter(([name]) => name === 'path' || name === 'oldPath');
  const found = await Promise.all(paths.map(async ([name, path]) => [name, await locatedIn(path, kind, workTree)]));
  return { ...given, ...Object.fromEntries(found) };
}

/** What may be a name as well, of a plan or a branch, is a path where something is there. */
async function locatedName(typed: string, workTree: WorkTree): Promise<string> {
  const path = await located(typed, workTree);
  return path !== typed && (await workTree.kindOf(path)) !== undefined ? path : typed;
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
  return absolute.startsWith(`${top}/`) ? (inTop(absolute.slice(top.length + 1)) ?? typed) : typed;
}

/** A path from the top; undefined for the top itself and for what leads out. */
function inTop(path: string): string | undefined {
  const plain = posix.normalize(path);
  return plain === '.' || plain === './' || plain === '..' || plain.startsWith('../') ? undefined : plain;
}
