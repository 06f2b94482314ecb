import { posix } from 'node:path';
import { patchedPaths } from '../patchedPaths.js';
import { bypassOfGit, gitPaths, readGit } from './gitCommand.js';
import { type GitLoss, gitLoss } from './gitLoss.js';
import { optionTable, readOptions } from './options.js';
import { type SimpleCommand, simpleCommands } from './simpleCommands.js';
import { maxDepth, unwrap } from './wrappers.js';
import { type WrittenPaths, writtenPaths } from './writtenPaths.js';

/**
 * What would get round the guards: git's hooks are not run, others run in their place, they are told that Stateroom itself runs
 * git or that a person overrides them, or a hook of the agent is called with what did not happen.
 */
export type Bypass = 'noVerify' | 'hooksPath' | 'ownGit' | 'override' | 'ownHook';

/** What a shell text would do, as far as it is understood. */
export interface ShellEffects {
  readonly bypass: Bypass | undefined;
  /** Absolute paths that it would write, move or remove. */
  readonly paths: readonly string[];
  /** Those of them that it would move or remove with all that is in them. */
  readonly trees: readonly string[];
  /** What git would be told to lose, each with the absolute path of the folder that git is called in. */
  readonly losses: readonly (GitLoss & { readonly directory: string })[];
}

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);
const shellFlags = optionTable('c', 's', 'o=', 'O=', 'init-file=', 'rcfile=');
/** Programs that make variables of their words. */
const declaring = new Set(['export', 'declare', 'typeset', 'local', 'readonly', 'setenv']);
/** Conditions of `find` by which it leaves files out. */
const filters =
  /^-(i?name|i?path|i?wholename|i?regex|i?lname|newer.*|[acm](time|min)|size|type|xtype|perm|user|group|empty)$/;

/** Reads what a shell text that is started in `directory`, an absolute path with `/`, would do. */
export function readShell(text: string, directory: string): ShellEffects {
  const reader = new ShellReader();
  reader.read(text, directory, 0);
  return { bypass: reader.bypass, paths: [...reader.paths], trees: [...reader.trees], losses: reader.losses };
}

class ShellReader {
  bypass: Bypass | undefined;
  readonly paths = new Set<string>();
  readonly trees = new Set<string>();
  readonly losses: (GitLoss & { readonly directory: string })[] = [];

  read(text: string, directory: string | undefined, level: number): void {
    if (level <= maxDepth) this.#follow(simpleCommands(text), directory, level);
  }

  #follow(commands: readonly SimpleCommand[], directory: string | undefined, level: number): void {
    const folders = [directory];
    for (const command of commands) {
      while (folders.length - 1 < command.depth) folders.push(folders.at(-1));
      folders.length = command.depth + 1;
      folders.push(this.#run(command, folders.pop(), level));
    }
  }

  /** Takes down what a command would do; the folder that the next one runs in. */
  #run({ assignments, words, written, input, inner }: SimpleCommand, directory: string | undefined, level: number) {
    for (const word of assignments) this.#assign(word);
    this.#write(written, directory);
    for (const commands of inner) this.#follow(commands, directory, level);
    const command = unwrap(words);
    for (const word of command.assignments) this.#assign(word);
    const place = command.folders.reduce<string | undefined>((from, folder) => resolve(folder, from), directory);
    const [program = '', ...rest] = command.words;
    const name = posix.basename(program).replace(/\.(exe|cmd)$/i, '');
    if (rest.includes('agent-hook') && isOurs(name, rest)) this.bypass ??= 'ownHook';
    if (declaring.has(name)) for (const word of rest) this.#assign(word);
    else if (name === 'cd' || name === 'pushd') {
      return resolve(
        rest.find(word => !word.startsWith('-')),
        place,
      );
    } else if (name === 'eval') this.read(rest.join(' '), place, level + 1);
    else if (shells.has(name)) this.#shell(rest, input, place, level);
    else if (name === 'apply_patch') this.#write(patchedPaths(input ?? rest.join('\n')), place);
    else if (name === 'git') this.#git(rest, place, level);
    else if (name === 'find') this.#find(rest, place, level);
    else this.#writeAll(writtenPaths(name, rest), place);
    return directory;
  }

  #assign(word: string): void {
    const [, name = '', value = ''] = /^(\w+)\+?=([\s\S]*)$/.exec(word) ?? [];
    if (value === '') return;
    if (name === 'STATEROOM_OWN_GIT') this.bypass ??= 'ownGit';
    if (name === 'STATEROOM_OVERRIDE') this.bypass ??= 'override';
    const isOff = /^(HUSKY|LEFTHOOK)$/.test(name) && /^(0|false)$/.test(value);
    if (isOff || name === 'HUSKY_SKIP_HOOKS') this.bypass ??= 'noVerify';
    if (/^GIT_CONFIG_(PARAMETERS|KEY_\d+)$/.test(name) && /core\.hookspath/i.test(value)) this.bypass ??= 'hooksPath';
  }

  /** A shell runs the text behind its flags with `-c`, else what it reads where it is given no script. */
  #shell(words: readonly string[], input: string | undefined, directory: string | undefined, level: number): void {
    const flags = words.map(word => (/^\+[A-Za-z]/.test(word) ? `-${word.slice(1)}` : word));
    const { given, end } = readOptions(flags, shellFlags, { stops: true });
    const first = words[end];
    if (given.has('c')) {
      if (first !== undefined) this.read(first, directory, level + 1);
    } else if (first === undefined || given.has('s')) {
      if (input !== undefined) this.read(input, directory, level + 1);
    }
  }

  #git(words: readonly string[], directory: string | undefined, level: number): void {
    const call = readGit(words);
    this.bypass ??= bypassOfGit(call);
    const place = call.folders.reduce<string | undefined>((from, folder) => resolve(folder, from), directory);
    this.#writeAll(gitPaths(call), place);
    const loss = gitLoss(call);
    if (loss !== undefined && place !== undefined) this.losses.push({ ...loss, directory: place });
    if (call.command === 'rebase') for (const text of execTexts(call.words)) this.read(text, place, level + 1);
  }

  #find(words: readonly string[], directory: string | undefined, level: number): void {
    const first = words.findIndex(word => /^[-(!]/.test(word));
    const places = words.slice(0, first < 0 ? words.length : first);
    if (words.includes('-delete')) {
      this.#writeAll({ paths: places, trees: words.some(word => filters.test(word)) ? [] : places }, directory);
    }
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (/^-f(print0?|printf|ls)$/.test(word)) this.#write([words[at + 1] ?? ''], directory);
      if (!/^-(exec|ok)(dir)?$/.test(word)) continue;
      const command: string[] = [];
      for (at += 1; at < words.length && words[at] !== ';'; at += 1) {
        if (words[at] === '+' && words[at - 1] === '{}') break;
        command.push(words[at] === '{}' ? (places[0] ?? '.') : (words[at] ?? ''));
      }
      if (level < maxDepth) this.#command(command, directory, level + 1);
    }
  }

  #command(words: readonly string[], directory: string | undefined, level: number): void {
    this.#run({ assignments: [], words, written: [], input: undefined, depth: 0, inner: [] }, directory, level);
  }

  #write(paths: readonly string[], directory: string | undefined): void {
    this.#writeAll({ paths, trees: [] }, directory);
  }

  #writeAll({ paths, trees }: WrittenPaths, directory: string | undefined): void {
    for (const [list, found] of [
      [paths, this.paths],
      [trees, this.trees],
    ] as const) {
      for (const path of list) {
        const resolved = resolve(path, directory);
        if (resolved !== undefined) found.add(resolved);
      }
    }
  }
}

/** Whether these words start Stateroom: by its name, or as a script. */
function isOurs(name: string, words: readonly string[]): boolean {
  if (/^(stateroom|node|bun|deno|tsx)\b/.test(name)) return true;
  return shells.has(name) && words.some(word => /^stateroom\b/.test(posix.basename(word)));
}

/** Commands that `git rebase` runs after each commit. */
function execTexts(words: readonly string[]): readonly string[] {
  return readOptions(words, optionTable('x|exec=')).given.get('exec') ?? [];
}

/** No system takes longer ones. */
const maxPathLength = 4096;

/** The absolute path; undefined where it depends on what is not known here. */
function resolve(path: string | undefined, directory: string | undefined): string | undefined {
  const plain = path?.replace(/^\$PWD(?=\/|$)/, '.').replaceAll('\\', '/');
  if (plain === undefined || plain === '' || plain === '-' || plain.length > maxPathLength) return undefined;
  if (/^~|[$`]/.test(plain)) return undefined;
  if (/^(\/|[A-Za-z]:\/)/.test(plain)) return posix.normalize(plain);
  return directory === undefined || directory.length > maxPathLength ? undefined : posix.join(directory, plain);
}
