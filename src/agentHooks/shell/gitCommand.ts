import type { Bypass } from './readShell.js';

/** A call of git, taken apart. */
export interface GitCall {
  /** `-C`. */
  readonly directory: string | undefined;
  /** Keys that `-c` and `--config-env` set. */
  readonly configured: readonly string[];
  readonly command: string;
  readonly words: readonly string[];
}

/** Flags before the command that take the next word. */
const leadingValues = new Set(['-C', '-c', '--config-env', '--git-dir', '--work-tree', '--namespace', '--exec-path']);

export function readGit(words: readonly string[]): GitCall {
  let directory: string | undefined;
  const configured: string[] = [];
  let at = 0;
  for (; words[at]?.startsWith('-'); at += 1) {
    const word = words[at] ?? '';
    const value = leadingValues.has(word) ? words[at + 1] : undefined;
    if (value !== undefined) at += 1;
    if (word === '-C') directory = directory === undefined ? value : `${directory}/${value}`;
    if (word === '-c' || word === '--config-env') configured.push(value ?? '');
    if (word.startsWith('--config-env=')) configured.push(word.slice('--config-env='.length));
  }
  return { directory, configured, command: words[at] ?? '', words: words.slice(at + 1) };
}

const isHooksPath = (text: string) => /^core\.hookspath(=|$)/i.test(text);

/** Commands that run hooks which `--no-verify` skips. */
const verified = new Set(['commit', 'merge', 'push', 'am', 'pull', 'rebase', 'cherry-pick', 'revert']);

/** Long flags of theirs that take the next word. */
const longValues =
  /^--(message|file|author|date|template|reuse-message|reedit-message|fixup|squash|trailer|cleanup|exec|onto|strategy|strategy-option|push-option|receive-pack|repo)$/;

/** Short flags of theirs that take the rest of their word, or the next word, and those that take the rest alone. */
const shortValues = 'mFCctxXso';
const shortRests = 'Su';

/** How a call keeps hooks from running; undefined when it does not. */
export function bypassOfGit({ configured, command, words }: GitCall): Bypass | undefined {
  if (configured.some(isHooksPath)) return 'hooksPath';
  if (command === 'config') return changesHooksPath(words) ? 'hooksPath' : undefined;
  return verified.has(command) && skipsHooks(command, words) ? 'noVerify' : undefined;
}

function changesHooksPath(words: readonly string[]): boolean {
  const at = words.findIndex(isHooksPath);
  if (at < 0) return words.some(word => /^(--remove-section|remove-section)$/.test(word)) && words.includes('core');
  if (words.some(word => /^(--get|--get-all|--get-regexp|get)$/.test(word))) return false;
  return words.some(word => /^(--unset|--unset-all|unset|set)$/.test(word)) || words[at + 1] !== undefined;
}

function skipsHooks(command: string, words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') return false;
    // Git takes any beginning of a flag that only one has.
    if (/^--no-veri(f|fy)?$/.test(word)) return true;
    if (longValues.test(word)) at += 1;
    if (!/^-[A-Za-z]/.test(word)) continue;
    const letters = [...word.slice(1)];
    const value = letters.findIndex(letter => shortValues.includes(letter) || shortRests.includes(letter));
    // -n is something else to the others.
    if (command === 'commit' && letters.slice(0, value < 0 ? undefined : value).includes('n')) return true;
    if (value === letters.length - 1 && shortValues.includes(letters[value] ?? '')) at += 1;
  }
  return false;
}

/** Paths of the worktree that a call replaces or takes away. */
export function gitPaths({ command, words }: GitCall): readonly string[] {
  const end = words.indexOf('--');
  const named = words.filter(word => !word.startsWith('-'));
  if (command === 'checkout') return end < 0 ? [] : words.slice(end + 1);
  if (command === 'restore') return words.includes('--staged') || words.includes('-S') ? [] : sourceless(words);
  if (command === 'rm') return words.includes('--cached') ? [] : named;
  return command === 'mv' ? named : [];
}

/** Without flags and the commit that `--source` names. */
function sourceless(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => !word.startsWith('-') && !/^(-s|--source)$/.test(words[index - 1] ?? ''));
}
