import { configPath } from '../../domain/config/configPath.js';
import { type RepositoryConfig, repositoryConfigSchema } from '../../domain/config/repositoryConfig.js';
import { stricterConfig } from '../../domain/config/stricterConfig.js';
import { withOwnConfig } from '../../domain/config/withOwnConfig.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { mainWorkTree } from '../../git/derivedFile.js';
import { ownConfigName } from '../../git/ownConfig.js';
import type { WorkTree } from '../../git/workTree.js';
import { message, verbatim } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import { bindingBranches } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { readOwnSettings, readSettings } from '../../records/repositoryConfig.js';

/** Settings read from this worktree or the main one; all others apply as on the base branch. */
const placesOfTheirOwn: Readonly<Record<string, 'here' | 'main'>> = {
  'protect.edits': 'here',
  'review.holdSession': 'here',
  'reports.timeZone': 'here',
  'reports.dashboardFile': 'main',
};

export interface Setting {
  readonly key: string;
  readonly value: unknown;
  readonly source: 'default' | 'repository' | 'clone' | 'environment' | 'option' | 'store' | 'editor';
  /** The file, variable or flag; for a derived default, its source. Null for a plain default. */
  readonly from: string | null;
  /** This worktree's value, only if it differs from the base branch's; not in effect yet. */
  readonly here?: unknown;
  /** The value of the clone's own settings, only if it is ignored because it would loosen the repository's. */
  readonly ignored?: { readonly value: unknown; readonly from: string };
}

interface Layer {
  readonly name: string;
  readonly config: RepositoryConfig;
  /** Written values, without defaults. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The versions of which `config` combines the stricter values, if there are several. */
  readonly layers?: readonly Layer[];
}

/** Returns each setting of the repository with its source, as it is in effect. */
export async function repositorySettings(context: Context, workTree: WorkTree): Promise<Setting[]> {
  const main = mainWorkTree(workTree);
  const here = await readLayer(context, configPath);
  const own = await readOwnSettings(context);
  const places = {
    here,
    main:
      main === undefined || main.root === workTree.root
        ? here
        : await readLayer({ ...context, workTree: main }, `${main.root}/${configPath}`),
    base: await readBase(context, workTree, here),
  };
  const withOwn = (layer: Layer) => own && withOwnConfig(layer, own);
  const added = { here: withOwn(here), main: withOwn(places.main), base: withOwn(places.base) };
  return Object.entries(repositoryConfigSchema.shape).flatMap(([group, schema]) => {
    if (group === '$schema') return [];
    return Object.keys(fieldsOf(schema)).map((field): Setting => {
      const key = `${group}.${field}`;
      const place = placesOfTheirOwn[key] ?? 'base';
      const valueFrom = (config: RepositoryConfig) => valueIn(config, group, field);
      const committed = valueFrom(places[place].config);
      const value = valueFrom(added[place]?.config ?? places[place].config);
      const inHere = valueFrom(added.here?.config ?? here.config);
      const source = sourceOf(places[place], committed, group, field);
      const name = ownConfigName(workTree);
      const isOwn = JSON.stringify(committed) !== JSON.stringify(value);
      const isBoth = Array.isArray(value) && source.from !== null;
      const ignored = added[place]?.ignored.some(each => each.key === key)
        ? { ignored: { value: valueIn(own?.config ?? {}, group, field), from: name } }
        : {};
      return {
        ...{ key, value, ...source },
        ...(isOwn ? { source: 'clone', from: isBoth ? `${source.from}, ${name}` : name } : {}),
        ...(JSON.stringify(inHere) === JSON.stringify(value) ? {} : { here: inHere }),
        ...ignored,
      };
    });
  });
}

/** Combines the strictest settings of the binding branches, local and remote; falls back to this worktree's. */
async function readBase(context: Context, workTree: WorkTree, here: Layer): Promise<Layer> {
  const layers: Layer[] = [];
  for (const { name, commit } of await bindingBranches(workTree)) {
    layers.push(await readLayer(context, `${name}:${configPath}`, commit));
  }
  const [first, ...others] = layers;
  if (first === undefined) return here;
  if (others.length === 0) return first;
  return {
    ...first,
    config: others.reduce((config, other) => stricterConfig(config, other.config), first.config),
    layers,
  };
}

function sourceOf(layer: Layer, value: unknown, group: string, field: string): Pick<Setting, 'source' | 'from'> {
  const { layers = [layer] } = layer;
  const isGiven = ({ given }: Layer) => valueIn(given, group, field) !== null;
  const isOf = ({ config }: Layer) => JSON.stringify(valueIn(config, group, field)) === JSON.stringify(value);
  // A combined value, such as a merged list of commands, is attributed to the first version that sets it.
  const from = layers.find(isOf) ?? layers.find(isGiven) ?? layer;
  return isGiven(from) ? { source: 'repository', from: from.name } : { source: 'default', from: null };
}

function fieldsOf(schema: unknown): object {
  return (schema as { readonly unwrap: () => { readonly shape: object } }).unwrap().shape;
}

/** Null if it is not set. Commands are redacted, for example a password after its variable's name. */
function valueIn(config: object, group: string, field: string): unknown {
  const value = (config as Record<string, Record<string, unknown> | undefined>)[group]?.[field] ?? null;
  if (Array.isArray(value) && group !== 'protect') return value.map(each => redact(String(each)));
  return typeof value === 'string' ? redact(value) : value;
}

async function readLayer(context: Context, name: string, commit?: string): Promise<Layer> {
  try {
    const { config, given } = await readSettings(context, commit);
    return { name, config, given };
  } catch (error) {
    if (!(error instanceof RefusalError) || name === configPath) throw error;
    const { code, message: cause } = error.refusal;
    const branch = name.slice(0, -configPath.length - 1);
    throw refusalError(code, message('config.unusable', { path: name, why: cause.values.why ?? '' }), {
      hint: commit === undefined ? 'config.unusableHint' : verbatim(`Fix ${configPath} and commit it on ${branch}.`),
    });
  }
}
