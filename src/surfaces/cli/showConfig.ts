import { dirname, join } from 'node:path';
import { findAgentMarker } from '../../domain/actor/agentMarker.js';
import { agents } from '../../domain/agent/agents.js';
import { isRefusal, RefusalError } from '../../domain/refusal/refusal.js';
import { readGitUser } from '../../git/gitUser.js';
import type { WorkTree } from '../../git/workTree.js';
import { readJson } from '../../install/editJson.js';
import { CannotEdit } from '../../install/piece.js';
import { errorText } from '../../messages/errorText.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { compactionSwitch } from '../../operations/compaction/compactionSwitch.js';
import { configurationFolder } from '../../platform/configurationFolder.js';
import { readRegularFile } from '../../platform/regularFile.js';
import { withoutSecrets } from '../../platform/withoutSecrets.js';
import type { Context } from '../../records/context.js';
import { type Column, listText } from './format/table.js';
import { repositorySettings, type Setting } from './repositorySettings.js';
import type { Session } from './session.js';
import { withContext } from './withContext.js';

const editorFile = '.vscode/settings.json';

/** The editor ignores it in a folder's settings, which could name a program to run (scope `machine`). */
const ofUserAlone = 'stateroom.agents.command';

/** Prints the settings, all of them if `isEffective`. Refuses a configuration that cannot be read. */
export async function showConfig(session: Session, isEffective: boolean): Promise<number> {
  const { printer } = session;
  try {
    const found = await withContext(session, true, async (context, directory) => {
      const { settings, warning } = await editorSettings(session.host.environment, context.workTree);
      return {
        settings: [
          ...(context.workTree === undefined ? [] : await repositorySettings(context, context.workTree)),
          ...(await processSettings(session, context, directory)),
          ...settings,
        ],
        warning,
      };
    });
    if (isRefusal(found)) return printer.refusal(found);
    const { warning } = found;
    if (warning !== null) printer.log.warn(warning);
    const settings = withoutSecrets(
      found.settings.filter(
        ({ source, here, ignored }) =>
          isEffective || source !== 'default' || here !== undefined || ignored !== undefined,
      ),
    );
    const empty = `${warning === null ? 'Every setting has its default' : 'To list the defaults'}: stateroom config show --effective`;
    return printer.answer(listText(columns, settings, printer.view, empty), { settings, warning });
  } catch (error) {
    if (error instanceof RefusalError) return printer.refusal(error.refusal);
    throw error;
  }
}

const columns: readonly Column<Setting>[] = [
  { title: 'setting', text: ({ key }) => key, paint: 'cyan' },
  { title: 'value', text: ({ value }) => written(value), minimum: 20, maximum: 80 },
  { title: 'source', text: sourceText, minimum: 20, paint: ({ source }) => (source === 'default' ? 'dim' : undefined) },
  {
    title: 'not in effect',
    text: ({ here, ignored }) =>
      [
        ...(here === undefined ? [] : [`${written(here)} in this worktree`]),
        ...(ignored === undefined ? [] : [`${written(ignored.value)} in ${ignored.from}, which may only add to it`]),
      ].join('; '),
    minimum: 20,
    paint: 'yellow',
  },
];

function written(value: unknown): string {
  if (value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sourceText({ source, from }: Setting): string {
  if (source !== 'default') return from ?? source;
  return from === null ? 'default' : `default (${from})`;
}

async function processSettings({ host, options }: Session, context: Context, directory: string): Promise<Setting[]> {
  const { environment } = host;
  const { settings, store } = context;
  const set = (name: string) => Boolean(environment[name]?.trim());
  const variable = (name: string, value: unknown, key: string): Setting =>
    set(name) ? { key, value, source: 'environment', from: name } : { key, value, source: 'default', from: null };
  const compaction = await store.read(transaction => compactionSwitch(context, transaction, undefined));
  return [
    await actorName(environment, options.actor, context),
    actorRole(context),
    ...actorModel(environment, context),
    storeFolder(environment, options, directory),
    variable('STATEROOM_LEASE_MS', settings.leaseMs, 'claim.leaseMs'),
    variable('STATEROOM_STALE_MS', settings.staleMs, 'claim.staleMs'),
    variable('STATEROOM_LANES_FOLDER', environment.STATEROOM_LANES_FOLDER?.trim() || null, 'lanes.folder'),
    compaction.source === 'repository'
      ? { key: 'compaction.enabled', value: compaction.enabled, source: 'store', from: 'stateroom compaction settings' }
      : variable('STATEROOM_COMPACTION', compaction.enabled, 'compaction.enabled'),
  ];
}

type Environment = Readonly<Record<string, string | undefined>>;

async function actorName(environment: Environment, given: string | undefined, context: Context): Promise<Setting> {
  const { name } = (await context.namedActor?.()) ?? context.actor;
  const setting = { key: 'actor.name', value: name };
  if (given !== undefined) return { ...setting, source: 'option', from: '--actor' };
  if (environment.STATEROOM_ACTOR?.trim()) return { ...setting, source: 'environment', from: 'STATEROOM_ACTOR' };
  const marker = findAgentMarker(environment);
  if (marker !== undefined) return { ...setting, source: 'environment', from: `variables of ${marker.harness}` };
  const user = await readGitUser(context.workTree?.root ?? '.', environment);
  return { ...setting, source: 'default', from: user === undefined ? 'system account' : 'git user.name' };
}

function actorRole({ actor, agentSign }: Context): Setting {
  const setting = { key: 'actor.role', value: actor.role };
  switch (agentSign) {
    case 'marks':
      return { ...setting, source: 'environment', from: `variables of ${actor.harness}` };
    case 'role':
      return { ...setting, source: 'environment', from: 'STATEROOM_ROLE' };
    case 'lane':
      return { ...setting, source: 'environment', from: 'STATEROOM_LANE' };
    case 'noTerminal':
      return { ...setting, source: 'default', from: 'no terminal' };
    case undefined:
      return { ...setting, source: 'default', from: 'terminal' };
  }
}

function actorModel(environment: Environment, { actor }: Context): Setting[] {
  if (actor.role === 'human') return [];
  const { models = [], efforts = [] } = agents.find(({ harness }) => harness === actor.harness) ?? {};
  const from = (key: string, value: string | undefined, names: readonly string[]): Setting => {
    const name = names.find(
      one => value !== undefined && environment[one]?.trim().toLowerCase() === value.toLowerCase(),
    );
    return name === undefined
      ? { key, value: value ?? null, source: 'default', from: null }
      : { key, value: value ?? null, source: 'environment', from: name };
  };
  return [
    from('actor.model', actor.model, ['STATEROOM_MODEL', ...models]),
    from('actor.effort', actor.effort, ['STATEROOM_EFFORT', ...efforts]),
  ];
}

function storeFolder(environment: Environment, { store, repo }: Session['options'], directory: string): Setting {
  const setting = { key: 'store', value: directory };
  if (store !== undefined) return { ...setting, source: 'option', from: '--store' };
  if (repo !== undefined) return { ...setting, source: 'option', from: '--repo' };
  return environment.STATEROOM_STORE
    ? { ...setting, source: 'environment', from: 'STATEROOM_STORE' }
    : { ...setting, source: 'default', from: "the repository's .git folder" };
}

async function editorSettings(
  environment: Environment,
  workTree: WorkTree | undefined,
): Promise<{ settings: readonly Setting[]; warning: string | null }> {
  const settings = new Map<string, Setting>();
  const warnings: string[] = [];
  const add = async (path: string, from: string, read: () => Promise<string | undefined>): Promise<void> => {
    try {
      for (const [key, value] of Object.entries(readJson((await read()) ?? '{}'))) {
        if (!key.startsWith('stateroom.') || settings.has(key) || (path === editorFile && key === ofUserAlone))
          continue;
        settings.set(key, { key, value, source: 'editor', from });
      }
    } catch (error) {
      const why = error instanceof CannotEdit ? `it ${errorText(error)}` : errorText(error);
      warnings.push(say(message('config.unusable', { path, why })));
    }
  };
  if (workTree !== undefined) await add(editorFile, editorFile, () => readIfThere(join(workTree.root, editorFile)));
  const own = userFile(environment);
  if (own !== undefined) await add(own, `user settings of the editor: ${own}`, () => readIfThere(own));
  return { settings: [...settings.values()], warning: warnings.length === 0 ? null : warnings.join('\n') };
}

/** Returns VS Code's user settings file, for a local editor without a profile. */
function userFile(environment: Environment): string | undefined {
  const { VSCODE_PORTABLE: portable } = environment;
  if (portable) return join(portable, 'user-data', 'User', 'settings.json');
  const ours = configurationFolder(environment);
  return ours === undefined ? undefined : join(dirname(ours), 'Code', 'User', 'settings.json');
}

/** Without a byte order mark; undefined if it is missing. Throws `CannotEdit` if it is not a regular file. */
async function readIfThere(path: string): Promise<string | undefined> {
  const read = await readRegularFile(path);
  if (read === undefined) return undefined;
  if ('problem' in read) throw new CannotEdit(read.problem);
  return read.content.toString('utf8').replace(/^\uFEFF/, '');
}
