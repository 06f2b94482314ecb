import { isProtectedBranch } from '../../domain/config/protectedBranch.js';
import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import { matchesGlob } from '../../domain/path/pathGlob.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { addsOnlyOurLines } from '../../git/hooks/onlyOurLines.js';
import type { WorkTree } from '../../git/workTree.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { readConfig } from '../../records/repositoryConfig.js';
import { whyUntrusted } from '../../records/trust/requireTrusted.js';
import { isPartOfOperation } from './isPartOfOperation.js';
import { judgeLaneCommit } from './judgeLane.js';
import type { Ruling } from './override.js';

/** Then the format check is ended, and the commit continues. */
const formatTimeoutMs = 120_000;
const trustLine = '  A person can trust them: stateroom trust show, then stateroom trust grant.';
const namedPaths = 5;

/**
 * Judges a commit by its staged paths, one per line: no code on a protected branch, in a lane only the lane's files, no other
 * lane's files, and the repository's format check. `own`: by Stateroom's operations. `tree` is the index's, to ignore Stateroom's
 * own lines in hook files. Fails open: without branch or commit, in a merge or rebase, and with a broken configuration, which the
 * commit may fix.
 */
export async function judgeCommit(
  context: Context,
  staged: string,
  { own = false, tree }: { readonly own?: boolean; readonly tree?: string | undefined } = {},
): Promise<Ruling> {
  const { workTree } = context;
  const head = await workTree?.head();
  if (workTree === undefined || head?.commit === undefined || head.branch === undefined) return allow();
  const paths = staged.split('\n').flatMap(line => (line === '' ? [] : [unquote(line)]));
  if (await isPartOfOperation(workTree, head, async () => paths)) return allow();
  try {
    // As committed on this branch: the format check belongs to its files.
    const config = await readConfig(context, head.commit);
    const code = await withoutOurFiles(workTree, codeOf(config, head.branch, paths), head.commit, tree);
    const lanes = judgeProtection(head.branch, code) ?? (await judgeLaneCommit(context, paths, own));
    if (lanes?.allowed === false) return lanes;
    const format = await judgeFormat(context, config, paths);
    return { ...format, lines: [...(lanes?.lines ?? []), ...format.lines] };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return allow(`stateroom: not checked: ${say(error.refusal.message)}`);
  }
}

/** Paths that are code here; none on an unprotected branch. */
function codeOf(config: RepositoryConfig, branch: string, paths: readonly string[]): readonly string[] {
  if (!isProtectedBranch(config, branch)) return [];
  const { protect } = config;
  const any = (patterns: readonly string[], path: string) => patterns.some(pattern => matchesGlob(path, pattern));
  return paths.filter(path => any(protect.paths, path) && !any(protect.documents, path));
}

/** Leaves out hook files to which only `hooks install` has added: git would refuse its own protection. */
async function withoutOurFiles(
  workTree: WorkTree,
  paths: readonly string[],
  commit: string,
  tree: string | undefined,
): Promise<readonly string[]> {
  if (tree === undefined || paths.length === 0) return paths;
  const [before, after] = [await workTree.blobsOf(paths, commit), await workTree.blobsOf(paths, tree)];
  const texts = await workTree.readBlobs([...before.values(), ...after.values()]);
  const textIn = (blobs: ReadonlyMap<string, string>, path: string) => texts.get(blobs.get(path) ?? '');
  return paths.filter(path => !addsOnlyOurLines(textIn(before, path), textIn(after, path) ?? ''));
}

function judgeProtection(branch: string, code: readonly string[]): Ruling | undefined {
  if (code.length === 0) return undefined;
  const shown = code.slice(0, namedPaths).join(', ');
  const more = code.length > namedPaths ? ` and ${code.length - namedPaths} more` : '';
  return {
    allowed: false,
    lines: [
      `stateroom: ${branch} is protected, and this commit changes code: ${shown}${more}.`,
      '  Start a task, which moves the changes to their own branch: stateroom task start --here "<objective>"',
    ],
    about: { branch, paths: code.slice(0, 100) },
  };
}

/** An untrusted check does not run: the commit continues, and its author reads the reason. */
async function judgeFormat(context: Context, { hooks }: RepositoryConfig, paths: readonly string[]): Promise<Ruling> {
  const { commands, workTree, output, signal } = context;
  if (hooks.format === undefined || commands === undefined || workTree === undefined) return allow();
  const kinds = await Promise.all(paths.map(path => workTree.kindOf(path)));
  const files = paths.filter((_, index) => kinds[index] === 'file');
  if (files.length === 0) return allow();
  const untrusted = await whyUntrusted(context, 'hooks.format', [hooks.format]);
  if (untrusted !== undefined) return allow(`stateroom: the format check was skipped. ${say(untrusted)}`, trustLine);
  const { exitCode, endedBy } = await commands.run({
    command: [hooks.format, ...files.map(file => shellQuote(file.startsWith('-') ? `./${file}` : file))].join(' '),
    directory: workTree.root,
    timeoutMs: formatTimeoutMs,
    ...(signal === undefined ? {} : { signal }),
    ...(output === undefined ? {} : { onOutput: output }),
  });
  if (exitCode === 0) return allow();
  if (endedBy === 'timeout') return allow('stateroom: the format check timed out.');
  return {
    allowed: false,
    lines: [
      `stateroom: the format check failed for the staged files: ${hooks.format}`,
      '  Format and stage the files, then commit again.',
    ],
    about: { format: hooks.format },
  };
}

function allow(...lines: string[]): Ruling {
  return { allowed: true, lines };
}

/** Git quotes paths with unusual characters; bytes beyond ASCII are three octal digits. */
function unquote(line: string): string {
  const quoted = /^"(.*)"$/.exec(line)?.[1];
  if (quoted === undefined) return line;
  const bytes: number[] = [];
  for (const piece of quoted.match(/\\[0-7]{3}|\\.|[\s\S]/g) ?? []) {
    if (/^\\[0-7]{3}$/.test(piece)) bytes.push(Number.parseInt(piece.slice(1), 8));
    else bytes.push(...new TextEncoder().encode(escapes[piece] ?? piece.replace(/^\\/, '')));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\r': '\r' };

function shellQuote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
