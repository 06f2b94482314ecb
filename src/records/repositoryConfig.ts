import { configPath } from '../domain/config/configPath.js';
import { withoutNulls, withoutUnknown } from '../domain/config/plainConfig.js';
import { type RepositoryConfig, repositoryConfigSchema } from '../domain/config/repositoryConfig.js';
import { withOwnConfig } from '../domain/config/withOwnConfig.js';
import { type RefusalError, refusalError } from '../domain/refusal/refusal.js';
import { ownConfigName, readOwnConfig } from '../git/ownConfig.js';
import { describeIssue } from '../messages/describeIssue.js';
import { type Message, message } from '../messages/message.js';
import { reported } from '../messages/schemaProblem.js';
import type { Context } from './context.js';

export interface ReadConfig {
  readonly config: RepositoryConfig;
  /** Values as written, without nulls. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Fields unknown to this version: `lane.colour`. */
  readonly ignored: readonly string[];
}

/** By text: configurations are read with every gate and seldom change. */
const parsed = new Map<string, ReadConfig>();
/** By full commit id: a commit never changes, so git need not be asked again. */
const committed = new Map<string, ReadConfig>();
const maxKept = 20;
const fullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Reads `.stateroom/config.json` at `commit` or in the worktree, defaults without one, with what the clone's own settings add.
 * Refuses an invalid file.
 */
export async function readConfig(context: Context, commit?: string): Promise<RepositoryConfig> {
  const read = await readSettings(context, commit);
  const own = await readOwnSettings(context);
  return own === undefined ? read.config : withOwnConfig(read, own).config;
}

/** Reads `.git/stateroom/config.json`; undefined without one. Refuses an invalid file, which might have added a rule. */
export async function readOwnSettings({ workTree }: Context): Promise<ReadConfig | undefined> {
  const read = workTree === undefined ? undefined : await readOwnConfig(workTree);
  if (workTree === undefined || read === undefined) return undefined;
  const path = ownConfigName(workTree);
  if ('problem' in read) throw broken(read.problem, path);
  return parseConfig(read.text, path);
}

/** Reads the committed file alone. */
export async function readSettings({ workTree }: Context, commit?: string): Promise<ReadConfig> {
  if (commit === undefined) return parseConfig(await readHere(workTree));
  if (!fullId.test(commit)) return parseConfig(await workTree?.readText(configPath, commit));
  const cached = committed.get(commit);
  if (cached !== undefined) return cached;
  const read = parseConfig(await workTree?.readText(configPath, commit));
  if (committed.size > maxKept) committed.clear();
  committed.set(commit, read);
  return read;
}

/** Refuses an unreadable configuration: the defaults would drop its requirements. */
async function readHere(workTree: Context['workTree']): Promise<string | undefined> {
  const text = await workTree?.readText(configPath);
  if (text === undefined && (await workTree?.kindOf(configPath)) !== undefined) throw broken(message('config.notFile'));
  return text;
}

function parseConfig(text = '{}', path = configPath): ReadConfig {
  const cached = parsed.get(text);
  if (cached !== undefined) return cached;
  const written = withoutNulls(parseJson(text.replace(/^\uFEFF/, ''), path));
  if (typeof written === 'object' && written !== null && 'notify' in written)
    throw broken(message('config.notifyIsPersonal'), path);
  let result = repositoryConfigSchema.safeParse(written, reported);
  const plain = result.success ? undefined : withoutUnknown(written, result.error.issues);
  if (plain !== undefined) result = repositoryConfigSchema.safeParse(plain.value, reported);
  if (!result.success) throw broken(describeIssue(result.error), path);
  if (parsed.size > maxKept) parsed.clear();
  const given = typeof written === 'object' && written !== null ? { ...written } : {};
  const answer = { config: result.data, given, ignored: plain?.ignored ?? [] };
  parsed.set(text, answer);
  return answer;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw broken((error as Error).message, path);
  }
}

function broken(why: string | Message, path = configPath): RefusalError {
  return refusalError('invalid_input', message('config.unusable', { path, why }), {
    hint: 'config.unusableHint',
  });
}
