import { configPath } from '../../../domain/config/configPath.js';
import { fieldIn, withOwnConfig } from '../../../domain/config/withOwnConfig.js';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import { ownConfigName } from '../../../git/ownConfig.js';
import type { WorkTree } from '../../../git/workTree.js';
import { say } from '../../../messages/say.js';
import { baseConfigOrDefaults, bindingBranches } from '../../../records/baseConfig.js';
import type { Context } from '../../../records/context.js';
import { type ReadConfig, readOwnSettings, readSettings } from '../../../records/repositoryConfig.js';
import { type Check, noRepository, type Ward } from './facet.js';

/** Checks the settings of this worktree, of the binding branches and of the clone. */
export async function checkSettings({ context }: Ward): Promise<readonly Check[]> {
  const { workTree } = context ?? {};
  if (context === undefined || workTree === undefined) return [noRepository];
  const branches = await bindingBranches(workTree);
  const [here, ...others] = await Promise.all([
    readOrReport(configPath, () => readSettings(context)),
    ...branches.map(({ name, commit }) =>
      readOrReport(undefined, () => readSettings(context, commit), ` (on ${name})`),
    ),
  ]);
  const own = await readOrReport(ownConfigName(workTree), () => readOwnSettings(context));
  const found = [here, ...others, own].flatMap(each => each?.checks ?? []);
  const bases = others.flatMap(({ read }) => read ?? []);
  if (own.read !== undefined)
    found.push(...ownChecks(workTree, own.read, bases.length > 0 ? bases : [here?.read ?? []].flat()));
  const hasFile = (await workTree.kindOf(configPath)) !== undefined;
  return [...found, { state: 'ok', text: hasFile ? `${configPath} can be used.` : 'Every setting has its default.' }];
}

/** Reads settings; `name` is the file whose unknown settings are reported. */
async function readOrReport(
  name: string | undefined,
  readFile: () => Promise<ReadConfig | undefined>,
  where = '',
): Promise<{ readonly read?: ReadConfig | undefined; readonly checks: Check[] }> {
  try {
    const read = await readFile();
    const unknown = read?.ignored ?? [];
    if (name === undefined || unknown.length === 0) return { read, checks: [] };
    const text = `${name} has settings that this version does not know: ${unknown.slice(0, 5).join(', ')}.`;
    return { read, checks: [{ state: 'warn', text, next: 'Update Stateroom, or take them out.' }] };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const text = `${say(error.refusal.message)}${where}`;
    return { checks: [{ state: 'broken', text, next: 'stateroom config show' }] };
  }
}

/** Reports the settings that a clone adds, and those that are ignored because they would loosen the repository's. */
function ownChecks(workTree: WorkTree, own: ReadConfig, repository: readonly ReadConfig[]): readonly Check[] {
  const name = ownConfigName(workTree);
  const keys = Object.keys(own.given).flatMap(group =>
    Object.keys(fieldsOf(own.given[group])).flatMap(field =>
      fieldIn(own.config, group, field) === undefined ? [] : [`${group}.${field}`],
    ),
  );
  const ignored = new Set(repository.flatMap(read => withOwnConfig(read, own).ignored.map(({ key }) => key)));
  const added = keys.filter(key => !ignored.has(key));
  return [
    ...(ignored.size === 0
      ? []
      : [
          {
            state: 'warn' as const,
            text: `${name} may only add to the repository’s settings. Ignored, wholly or in part: ${[...ignored].join(', ')}.`,
            next: 'stateroom config show',
          },
        ]),
    ...(added.length === 0
      ? []
      : [{ state: 'ok' as const, text: `${name} adds, for this clone: ${added.join(', ')}.` }]),
  ];
}

function fieldsOf(group: unknown): object {
  return typeof group === 'object' && group !== null && !Array.isArray(group) ? group : {};
}

/** Names the rules that git does not hold without the hooks. */
export async function withoutGitHooks(context: Context): Promise<string> {
  const { gate, hooks, protect, review } = await baseConfigOrDefaults(context);
  const rules = [
    ...(gate.push === 'advise' ? [] : ['pushes that a gate refuses']),
    ...(protect.branches.length === 0 ? [] : [`commits of code on ${protect.branches.join(', ')}`]),
    'commits of files that a lane owns',
    ...(review.coAuthored ? ['commits without the review of review.coAuthored'] : []),
    ...(hooks.format === undefined ? [] : ['commits that fail hooks.format']),
  ];
  return `Git hooks are not installed, so git lets through: ${rules.join('; ')}. Merges by Stateroom still ask the gates.`;
}
