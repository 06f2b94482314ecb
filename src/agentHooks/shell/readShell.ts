import { posix } from 'node:path';
import { patchedPaths } from '../patchedPaths.js';
import {
  aliasesOf,
  aliasName,
  bypassOfGit,
  execTexts,
  type GitCall,
  gitPaths,
  isConfiguredElsewhere,
  readGit,
} from './gitCommand.js';
import { applying, type GitLoss, gitLoss } from './gitLoss.js';
import { optionTable, readOptions } from './options.js';
import {
  inside,
  joined,
  movedTo,
  outermost,
  resolve,
  type ShellPlace,
  startingPlace,
  sureDirectory,
  unsure,
} from './shellPlace.js';
import { type SimpleCommand, simpleCommands } from './simpleCommands.js';
import { maxDepth, unwrap } from './wrappers.js';
import { type WrittenPaths, writtenPaths } from './writtenPaths.js';

/** Ways round the guards: hooks skipped or replaced, Stateroom or a person impersonated, or invented events. */
export type Bypass = 'noVerify' | 'hooksPath' | 'ownGit' | 'override' | 'ownHook';

export interface ShellEffects {
  readonly bypasses: readonly {
    readonly kind: Bypass;
    /** Absolute path of the folder that git is called in; undefined if uncertain or irrelevant. */
    readonly directory: string | undefined;
  }[];
  /** Absolute paths that it would write, move or remove. */
  readonly paths: readonly string[];
  /** Those moved or removed with all their contents. */
  readonly trees: readonly string[];
  /** Losses by git, each with the absolute path of the folder that git is called in. */
  readonly losses: readonly (GitLoss & { readonly directory: string })[];
  /** Files with patches that it applies. */
  readonly patches: readonly Patch[];
}

export interface Patch {
  /** Absolute. */
  readonly file: string;
  /** Folder that the patch's paths are relative to; for git, a folder of that worktree. */
  readonly directory: string;
  readonly isGits: boolean;
}

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);
const shellFlags = optionTable('c', 's', 'o=', 'O=', 'init-file=', 'rcfile=');
const declaring = new Set(['export', 'declare', 'typeset', 'local', 'readonly', 'setenv']);
/** Conditions by which `find` leaves files out. */
const filters =
  /^-(i?name|i?path|i?wholename|i?regex|i?lname|newer.*|[acm](time|min)|size|type|xtype|perm|user|group|empty)$/;

const patching = optionTable(
  ...[
    'p|strip=',
    'i|input=',
    'd|directory=',
    'o|output=',
    'r|reject-file=',
    'F|fuzz=',
    'B|prefix=',
    'z|suffix=',
    'D|ifdef=',
  ],
  'Y|basename-prefix=',
);

/** Commands after which the shell may be in another folder. */
const leaving = new Set(['eval', 'source', '.', 'popd']);
const maxExpanded = 200_000;

/** Reads the effects of a shell text started in `directory`, an absolute path with `/`. */
export function readShell(text: string, directory: string): ShellEffects {
  const reader = new ShellReader();
  reader.read(text, startingPlace(directory), 0);
  const bypasses = [...reader.bypasses.values()];
  return {
    bypasses,
    paths: [...reader.paths],
    trees: [...reader.trees],
    losses: reader.losses,
    patches: reader.patches,
  };
}

class ShellReader {
  readonly bypasses = new Map<string, ShellEffects['bypasses'][number]>();
  readonly paths = new Set<string>();
  readonly trees = new Set<string>();
  readonly losses: (GitLoss & { readonly directory: string })[] = [];
  readonly patches: Patch[] = [];
  readonly #variables = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  #expanded = 0;

  read(text: string, place: ShellPlace, level: number): void {
    if (level <= maxDepth) this.#follow(simpleCommands(text), place, level);
  }

  #follow(commands: readonly SimpleCommand[], start: ShellPlace, level: number): void {
    // Parentheses start a subshell with its own working directory.
    const places = [inside(start)];
    let wasMove = false;
    for (const command of commands) {
      places.length = outermost(places.length - 1, command.behind) + 1;
      let place = joined(places.pop() ?? start, command.behind, wasMove);
      for (; places.length < command.depth; place = inside(place)) places.push(place);
      if (command.isGrouped) place = { ...place, isPlain: false, isSure: place.isSure && place.moved === 'no' };
      const next = this.#run(command, place, level);
      wasMove = next !== place;
      places.push(next);
    }
  }

  /** Collects the effects of a command; returns the place of the next one. */
  #run(
    { assignments, words, written, input, inner, behind }: SimpleCommand,
    from: ShellPlace,
    level: number,
  ): ShellPlace {
    for (const word of assignments) this.#assign(word);
    this.#write(written, from);
    for (const commands of inner) this.#follow(commands, from, level);
    const command = unwrap(words);
    for (const word of command.assignments) this.#assign(word);
    const directory = command.folders.reduce<string | undefined>((at, folder) => resolve(folder, at), from.directory);
    // Its argument may become the working directory of the command.
    const isXargs = words.some(word => posix.basename(word) === 'xargs');
    const place = inside({ ...(isXargs ? unsure(from) : from), directory });
    const [program = '', ...rest] = command.words;
    const name = posix.basename(program).replace(/\.(exe|cmd)$/i, '');
    if (rest.includes('agent-hook') && isOurs(name, rest)) this.#bypass('ownHook');
    if (declaring.has(name)) for (const word of rest) this.#assign(word);
    else if (name === 'cd' || name === 'pushd') {
      const target = rest.find(word => !word.startsWith('-'));
      return movedTo(from, resolve(target, directory), behind);
    } else if (name === 'eval') this.read(rest.join(' '), place, level + 1);
    else if (shells.has(name)) this.#shell(rest, input, place, level);
    else if (name === 'apply_patch') this.#write(patchedPaths(input ?? rest.join('\n')), place);
    else if (name === 'git') this.#git(rest, place, level);
    else if (name === 'find') this.#find(rest, place, level);
    else if (name === 'patch') this.#applyPatch(rest, place);
    else this.#writeAll(writtenPaths(name, rest), place);
    return leaving.has(name) ? unsure(from) : from;
  }

  #bypass(kind: Bypass, directory?: string): void {
    this.bypasses.set(`${kind} ${directory ?? ''}`, { kind, directory });
  }

  #assign(word: string): void {
    const [, name = '', value = ''] = /^(\w+)\+?=([\s\S]*)$/.exec(word) ?? [];
    if (value === '') return;
    this.#variables.set(name, value);
    if (name === 'STATEROOM_OWN_GIT') this.#bypass('ownGit');
    if (name === 'STATEROOM_OVERRIDE') this.#bypass('override');
    const isOff = /^(HUSKY|LEFTHOOK)$/.test(name) && /^(0|false)$/.test(value);
    if (isOff || name === 'HUSKY_SKIP_HOOKS') this.#bypass('noVerify');
    if (/^GIT_CONFIG_(PARAMETERS|KEY_\d+)$/.test(name) && /core\.hookspath/i.test(value)) this.#bypass('hooksPath');
    const number = /^GIT_CONFIG_(?:KEY|VALUE)_(\d+)$/.exec(name)?.[1];
    const alias = aliasName(this.#variables.get(`GIT_CONFIG_KEY_${number}`) ?? '');
    const command = this.#variables.get(`GIT_CONFIG_VALUE_${number}`);
    if (alias !== undefined && command !== undefined) this.#aliases.set(alias, command);
  }

  /** With `-c`, a shell runs the text after its flags; without a script, it runs its input. */
  #shell(words: readonly string[], input: string | undefined, place: ShellPlace, level: number): void {
    const flags = words.map(word => (/^\+[A-Za-z]/.test(word) ? `-${word.slice(1)}` : word));
    const { given, end } = readOptions(flags, shellFlags, { stops: true });
    const first = words[end];
    if (given.has('c')) {
      if (first !== undefined) this.read(first, place, level + 1);
    } else if (first === undefined || given.has('s')) {
      if (input !== undefined) this.read(input, place, level + 1);
    }
  }

  #git(words: readonly string[], from: ShellPlace, level: number): void {
    const call = readGit(words);
    const directory = call.folders.reduce<string | undefined>((at, folder) => resolve(folder, at), from.directory);
    const place = { ...from, directory };
    const kind = bypassOfGit(call);
    if (kind !== undefined) this.#bypass(kind, this.#repositoryOf(call, place));
    this.#writeAll(gitPaths(call), place);
    const loss = gitLoss(call);
    const named = [
      call.workTree ?? this.#variables.get('GIT_WORK_TREE'),
      call.gitDir ?? this.#variables.get('GIT_DIR'),
    ];
    const places = named.filter(folder => folder !== undefined).map(folder => resolve(folder, directory));
    for (const lostIn of loss === undefined ? [] : places.length === 0 ? [directory] : places) {
      if (loss !== undefined && lostIn !== undefined) this.losses.push({ ...loss, directory: lostIn });
    }
    if (call.command === 'apply') this.#patch(readOptions(call.words, applying).operands, place, true);
    if (call.command === 'rebase') for (const text of execTexts(call.words)) this.read(text, place, level + 1);
    for (const [name, command] of aliasesOf(call, this.#variables)) this.#aliases.set(name, command);
    const alias = this.#aliases.get(call.command.toLowerCase());
    if (alias !== undefined && level < maxDepth) this.#alias(alias, call, from, level);
  }

  #patch(files: readonly string[], place: ShellPlace, isGits: boolean): void {
    const { directory } = place;
    for (const named of files) {
      const file = resolve(named, directory);
      if (file !== undefined && directory !== undefined) this.patches.push({ file, directory, isGits });
    }
  }

  /** Without the name of a file, it writes those that its input names, in its folder. */
  #applyPatch(words: readonly string[], from: ShellPlace): void {
    const { given, operands } = readOptions(words, patching);
    const place = { ...from, directory: resolve(given.get('directory')?.at(-1) ?? '.', from.directory) };
    const [original, file] = operands;
    this.#write([original ?? '.'], place);
    const patch = resolve(given.get('input')?.at(-1) ?? file, from.directory);
    if (patch !== undefined) this.#patch([patch], place, false);
  }

  /** Undefined if it may be another repository. */
  #repositoryOf(call: GitCall, place: ShellPlace): string | undefined {
    const isNamed = ['GIT_DIR', 'GIT_COMMON_DIR'].some(name => this.#variables.has(name));
    if (isNamed || isConfiguredElsewhere(call)) return undefined;
    const { gitDir } = call;
    return sureDirectory(gitDir === undefined ? place : { ...place, directory: resolve(gitDir, place.directory) });
  }

  /** Expands an alias, of git or after `!` of a shell; the call's words follow it. */
  #alias(alias: string, { leading, words }: GitCall, place: ShellPlace, level: number): void {
    this.#expanded += [alias, ...leading, ...words].join(' ').length;
    if (this.#expanded > maxExpanded) return;
    if (!alias.startsWith('!')) {
      const own = simpleCommands(alias).flatMap(command => [...command.assignments, ...command.words]);
      this.#git([...leading, ...own, ...words], place, level + 1);
      return;
    }
    const { folders } = readGit(leading);
    const directory = folders.reduce<string | undefined>((at, folder) => resolve(folder, at), place.directory);
    const given = words.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    // A function in the alias gets the words as arguments.
    const text = alias.slice(1).replace(/"\$@"|\$[@*]/, () => given);
    this.read(`${text} ${given}`, { ...place, directory }, level + 1);
  }

  #find(words: readonly string[], place: ShellPlace, level: number): void {
    const first = words.findIndex(word => /^[-(!]/.test(word));
    const places = words.slice(0, first < 0 ? words.length : first);
    if (words.includes('-delete')) {
      this.#writeAll({ paths: places, trees: words.some(word => filters.test(word)) ? [] : places }, place);
    }
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (/^-f(print0?|printf|ls)$/.test(word)) this.#write([words[at + 1] ?? ''], place);
      if (!/^-(exec|ok)(dir)?$/.test(word)) continue;
      const command: string[] = [];
      for (at += 1; at < words.length && words[at] !== ';'; at += 1) {
        if (words[at] === '+' && words[at - 1] === '{}') break;
        command.push(words[at] === '{}' ? (places[0] ?? '.') : (words[at] ?? ''));
      }
      // The folder of the found files is unknown.
      const from = word.endsWith('dir') ? unsure(place) : place;
      if (level < maxDepth) this.#command(command, from, level + 1);
    }
  }

  #command(words: readonly string[], place: ShellPlace, level: number): void {
    const command = { assignments: [], words, written: [], input: undefined, inner: [] };
    this.#run({ ...command, depth: 0, behind: '', isGrouped: false }, place, level);
  }

  #write(paths: readonly string[], place: ShellPlace): void {
    this.#writeAll({ paths, trees: [] }, place);
  }

  #writeAll({ paths, trees }: WrittenPaths, { directory }: ShellPlace): void {
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

/** True if these words start Stateroom, by its name or as a script. */
function isOurs(name: string, words: readonly string[]): boolean {
  if (/^(stateroom|node|bun|deno|tsx)\b/.test(name)) return true;
  return shells.has(name) && words.some(word => /^stateroom\b/.test(posix.basename(word)));
}
