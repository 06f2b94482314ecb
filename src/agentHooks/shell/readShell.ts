import { posix } from 'node:path';
import { patchedPaths } from '../patchedPaths.js';
import { bypassOfGit, gitPaths, readGit } from './gitCommand.js';
import { type SimpleCommand, simpleCommands } from './simpleCommands.js';
import { writtenPaths } from './writtenPaths.js';

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
}

/** Programs that run the command in their words, with their flags that take the next word. */
const wrappers: Readonly<Record<string, readonly string[]>> = {
  env: ['-u', '-C'],
  sudo: ['-u', '-g'],
  doas: ['-u'],
  exec: ['-a'],
  nice: ['-n'],
  timeout: ['-k', '-s'],
  stdbuf: ['-i', '-o', '-e'],
  xargs: ['-I', '-n', '-P', '-L', '-d', '-s', '-E', '-a'],
  command: [],
  builtin: [],
  nohup: [],
};
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);
/** A shell in a shell in a shell is not followed any further. */
const maxDepth = 4;

/** Reads what a shell text that is started in `directory`, an absolute path with `/`, would do. */
export function readShell(text: string, directory: string): ShellEffects {
  const reader = new ShellReader();
  reader.read(text, directory, 0);
  return { bypass: reader.bypass, paths: [...reader.paths] };
}

class ShellReader {
  bypass: Bypass | undefined;
  readonly paths = new Set<string>();

  read(text: string, directory: string | undefined, level: number): void {
    if (level > maxDepth) return;
    const folders = [directory];
    for (const command of simpleCommands(text)) {
      while (folders.length - 1 < command.depth) folders.push(folders.at(-1));
      folders.length = Math.max(command.depth, 0) + 1;
      folders.push(this.#run(command, folders.pop(), level));
    }
  }

  /** Takes down what a command would do; the folder that the next one runs in. */
  #run({ assignments, words, written, input }: SimpleCommand, directory: string | undefined, level: number) {
    for (const assignment of assignments) this.#assign(assignment);
    this.#write(written, directory);
    for (const word of words) for (const inner of substitutions(word)) this.read(inner, directory, level + 1);
    const [program = '', ...rest] = this.#unwrap(words);
    const name = posix.basename(program);
    if (rest.includes('agent-hook') && /^(stateroom|node)\b/.test(name)) this.bypass ??= 'ownHook';
    if (name === 'export') for (const word of rest) this.#assign(word);
    else if (name === 'cd' || name === 'pushd')
      return resolve(
        rest.find(word => !word.startsWith('-')),
        directory,
      );
    else if (name === 'eval') this.read(rest.join(' '), directory, level + 1);
    else if (shells.has(name)) this.#shell(rest, input, directory, level);
    else if (name === 'apply_patch') this.#write(patchedPaths(input ?? rest.join('\n')), directory);
    else if (name === 'git') this.#git(rest, directory);
    else if (name === 'find') this.#find(rest, directory, level);
    else this.#write(writtenPaths(name, rest), directory);
    return directory;
  }

  /** Without the programs that only run others. */
  #unwrap(words: readonly string[]): readonly string[] {
    let rest = words;
    for (;;) {
      const values = wrappers[posix.basename(rest[0] ?? '')];
      if (values === undefined) return rest;
      let at = 1;
      for (; at < rest.length; at += 1) {
        const word = rest[at] ?? '';
        if (values.includes(word)) at += 1;
        else if (/^[A-Za-z_]\w*=/.test(word)) this.#assign(word);
        else if (!word.startsWith('-') && !/^\d+[smhd]?$/.test(word)) break;
      }
      rest = rest.slice(at);
    }
  }

  #assign(word: string): void {
    if (/^STATEROOM_OWN_GIT=./.test(word)) this.bypass ??= 'ownGit';
    if (/^STATEROOM_OVERRIDE=./.test(word)) this.bypass ??= 'override';
    if (/^(HUSKY|LEFTHOOK)=(0|false)$/.test(word) || /^HUSKY_SKIP_HOOKS=./.test(word)) this.bypass ??= 'noVerify';
    if (/^GIT_CONFIG_(PARAMETERS|KEY_\d+)=.*core\.hookspath/i.test(word)) this.bypass ??= 'hooksPath';
  }

  #shell(words: readonly string[], input: string | undefined, directory: string | undefined, level: number): void {
    const flag = words.findIndex(word => /^-[a-z]*c$/.test(word));
    const text = flag >= 0 ? words[flag + 1] : words.every(word => word.startsWith('-')) ? input : undefined;
    if (text !== undefined) this.read(text, directory, level + 1);
  }

  #git(words: readonly string[], directory: string | undefined): void {
    const call = readGit(words);
    this.bypass ??= bypassOfGit(call);
    this.#write(gitPaths(call), call.directory === undefined ? directory : resolve(call.directory, directory));
  }

  #find(words: readonly string[], directory: string | undefined, level: number): void {
    const at = words.findIndex(word => /^-(exec|execdir|ok)$/.test(word));
    const places = words.slice(
      0,
      Math.max(
        words.findIndex(word => word.startsWith('-')),
        0,
      ),
    );
    if (words.includes('-delete')) this.#write(places, directory);
    if (at < 0) return;
    const inner = words.slice(at + 1).map(word => (word === '{}' ? (places[0] ?? '.') : word));
    const none = { assignments: [], written: [], input: undefined, depth: 0 };
    this.#run({ ...none, words: inner.filter(word => word !== ';' && word !== '+') }, directory, level + 1);
  }

  #write(paths: readonly string[], directory: string | undefined): void {
    for (const path of paths) {
      const resolved = resolve(path, directory);
      if (resolved !== undefined) this.paths.add(resolved);
    }
  }
}

/** The absolute path; undefined where it depends on what is not known here. */
function resolve(path: string | undefined, directory: string | undefined): string | undefined {
  const plain = path
    ?.replace(/^\$PWD(?=\/|$)/, '.')
    .replace(/^\$\{PWD\}(?=\/|$)/, '.')
    .replaceAll('\\', '/');
  if (plain === undefined || plain === '' || plain === '-' || /^~|[$`]/.test(plain)) return undefined;
  if (/^(\/|[A-Za-z]:\/)/.test(plain)) return posix.normalize(plain);
  return directory === undefined ? undefined : posix.join(directory, plain);
}

/** The texts of command substitutions within a quoted word; those outside of quotes are commands of their own by now. */
function substitutions(word: string): string[] {
  return [...word.matchAll(/\$\(([^()]*)\)|`([^`]*)`/g)].map(match => match[1] ?? match[2] ?? '');
}
