import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { HookFault } from '../../domain/hooks/hookFault.js';
import { leadsOut } from '../../platform/leadsOut.js';
import { textOfRegularFile } from '../../platform/regularFile.js';
import type { HookManager, HookName } from './gitHooks.js';
import { lefthookFile } from './hookManager.js';
import { callLine, mark, placeOfLines } from './hookScript.js';

export interface ReachPlace {
  readonly root: string;
  readonly commonDir: string;
  readonly manager: HookManager;
  /** Relative to the root of the worktree unless absolute. */
  readonly hooksPath: string | undefined;
  readonly files: HookFiles;
}

export interface HookFiles {
  /** `ofTree`: the path is relative to the worktree's root. */
  read(path: string, ofTree: boolean): Promise<{ readonly text: string; readonly executable: boolean } | undefined>;
  hasFolder(path: string, ofTree: boolean): boolean;
}

/** Our lines come first, after commands of others, or are not reached. */
export type Reach = 'first' | 'later' | HookFault;

export const filesOnDisk: HookFiles = {
  async read(path) {
    const text = await textOfRegularFile(path).catch(() => undefined);
    if (text === undefined) return undefined;
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    return { text, executable: executable || process.platform === 'win32' };
  },
  hasFolder: existsSync,
};

/** Follows a hook from the file that git runs to our lines, without running it. */
export async function readReach(place: ReachPlace, name: HookName): Promise<Reach> {
  const reach = await follow(place, name);
  if (typeof reach === 'string') return reach;
  const way = relative(place.root, reach.file);
  return leadsOut(way) || way === '' ? reach : { ...reach, file: way };
}

async function follow(place: ReachPlace, name: HookName): Promise<Reach> {
  const { root, commonDir, manager, hooksPath, files } = place;
  const ofTree = hooksPath !== undefined && !isAbsolute(hooksPath);
  const folder = hooksPath === undefined ? join(commonDir, 'hooks') : resolve(root, hooksPath);
  const file = join(folder, name);
  const found = await files.read(file, ofTree);
  const isRunner = manager === 'husky' && folder !== join(root, '.husky');
  if (found === undefined) {
    if (isRunner) return { why: 'noRunner', file: files.hasFolder(folder, ofTree) ? file : folder };
    return files.hasFolder(folder, ofTree) ? { why: 'noFile', file } : { why: 'noFolder', file: folder };
  }
  if (!found.executable) return { why: 'notExecutable', file };
  if (isRunner && basename(folder) === '_') {
    const script = join(dirname(folder), name);
    return reachIn((await files.read(script, ofTree))?.text ?? '', name, script);
  }
  if (manager === 'lefthook') {
    if (!found.text.includes('lefthook')) return { why: 'noLines', file };
    const settings = join(root, lefthookFile(root) ?? 'lefthook.yml');
    const text = (await files.read(settings, true))?.text ?? '';
    return placeOfLines(text, name) === -1 ? { why: 'noLines', file: settings } : 'later';
  }
  if (found.text.includes(mark) && /^exec .*\/run"/m.test(found.text)) return 'first';
  if (manager === 'pre-commit') {
    const legacy = await files.read(`${file}.legacy`, ofTree);
    if (legacy === undefined) return { why: 'noLines', file };
    return legacy.executable ? 'later' : { why: 'notExecutable', file: `${file}.legacy` };
  }
  return reachIn(found.text, name, file);
}

const shell = /^#!\s*\S*\/(?:env\s+(?:-S\s+)?)?(?:ba|da|a|k|z)?sh\b/;

/** Returns true unless the first line of the script names a program other than a shell. */
export function isShellScript(script: string): boolean {
  return !script.startsWith('#!') || shell.test(script);
}

/** Lines before ours that run no command. */
const idle = /^\s*(?:#.*|set\s+[-+]\w+.*|(?:\.|source)\s.*husky\.sh.*)?$/;

function reachIn(script: string, name: HookName, file: string): Reach {
  if (!isShellScript(script)) return { why: 'notShell', file, line: callLine(name) };
  const at = placeOfLines(script, name);
  if (at === -1) return { why: 'noLines', file };
  const before = script.slice(0, at).split('\n').slice(0, -1);
  if (before.every(line => idle.test(line))) return 'first';
  const end = endingLine(before);
  return end === undefined ? 'later' : { why: 'endsBefore', file, line: end.trim() };
}

const opens = /^\s*(?:if|for|while|until|case|select)\b|(?:^|\s|\))[{(]\s*$/;
const closes = /^\s*(?:fi|done|esac|[})])(?![^\s;&|])/;
/** Excludes `exec` with only a redirection, which continues the script. */
const ends = /^\s*(?:exit\b|exec\s+[^\s<>0-9&])/;

/** Returns the first line outside of conditions, loops and functions that ends a shell script. */
function endingLine(lines: readonly string[]): string | undefined {
  let depth = 0;
  let border: string | undefined;
  for (const line of lines) {
    if (border !== undefined) {
      if (line.trim() === border) border = undefined;
      continue;
    }
    border = /<<-?\s*["'\\]?(\w+)/.exec(line)?.[1];
    if (closes.test(line)) depth -= 1;
    else if (opens.test(line) && !/(?:\bfi|\bdone|\besac|[})])\s*;?\s*$/.test(line)) depth += 1;
    else if (depth <= 0 && ends.test(line)) return line;
  }
  return undefined;
}
