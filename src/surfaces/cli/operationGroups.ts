import type { Group } from '../../operations/groupsByWord.generated.js';
import { loadGroup } from '../../operations/loadGroup.generated.js';
import { globalFlagList } from './commandLine/globalOptions.js';
import { groupsByCommand } from './commandWords.generated.js';
import { loadTexts } from './loadTexts.generated.js';
import type { CliParts, Streams } from './session.js';

/** Operations of groups that stream until interrupted. */
const loadStreams: Readonly<Partial<Record<Group, () => Promise<{ readonly streams: Streams }>>>> = {
  repository: () => import('./watchDashboard.js'),
  events: () => import('./follow.js'),
  lane: () => import('./laneStreams.js'),
};

/** Commands of the program itself, which need no operations. */
const ownWords: ReadonlySet<string> = new Set([
  'mcp',
  'which',
  'vscode',
  'agent-hook',
  'agent-run',
  'install',
  'update',
  'overrides',
  'config',
  'uninstall',
]);
/** Words of operations with which commands of the program itself begin, too. */
const sharedWords: ReadonlySet<string> = new Set(['doctor', 'events']);

const valueFlags: ReadonlySet<string> = new Set(
  globalFlagList.flatMap(({ flag, takesValue }) => (takesValue ? [`--${flag}`] : [])),
);

/** True if the flags ask for the version only: scripts ask often, and it needs no operations. */
function asksVersion(args: readonly string[]): boolean {
  const [flag, ...others] = args;
  return (flag === '--version' || flag === '-V') && others.every(other => other === '--json');
}

type Parts = Pick<CliParts, 'operations' | 'own' | 'texts' | 'streams'>;

async function loadOwn(): Promise<CliParts['own']> {
  return (await import('./ownCommands.js')).ownCommands;
}

/** Loaded without their group: git waits for its hooks on every commit, an agent for permission on every edit. */
const alone: Readonly<Record<string, () => Promise<Parts>>> = {
  'hooks run': async () => ({
    operations: [(await import('../../operations/hooks/hooksRun.js')).hooksRun],
    own: [],
    texts: (await import('./format/hooksRunText.js')).texts,
    streams: undefined,
  }),
  'lane may-edit': async () => ({
    operations: [(await import('../../operations/lane/laneMayEdit.js')).laneMayEdit],
    own: [],
    texts: (await import('./format/laneMayEditText.js')).texts,
    streams: undefined,
  }),
};

/** Loads the operations of a command's group (all if unknown), their formatters and streams, and own commands. */
export async function partsFor(args: readonly string[]): Promise<Parts> {
  const word = firstWord(args);
  if (asksVersion(args) || (word !== undefined && ownWords.has(word))) {
    return { operations: [], own: await loadOwn(), texts: undefined, streams: undefined };
  }
  const load = word === args[0] ? alone[`${word} ${args[1]}`] : undefined;
  if (load !== undefined) return load();
  if (word !== undefined && Object.hasOwn(groupsByCommand, word))
    return partsOf(groupsByCommand[word] as Group, sharedWords.has(word));
  const { catalogue } = await import('../../operations/catalogue.js');
  const streams = await Promise.all(Object.values(loadStreams).map(load => load()));
  return {
    operations: catalogue,
    own: await loadOwn(),
    texts: undefined,
    streams: Object.assign({}, ...streams.map(({ streams }) => streams)),
  };
}

async function partsOf(group: Group, withOwn: boolean): Promise<Parts> {
  return {
    operations: Object.values(await loadGroup[group]()),
    own: withOwn ? await loadOwn() : [],
    texts: (await loadTexts[group]?.())?.texts,
    streams: (await loadStreams[group]?.())?.streams,
  };
}

/** Returns the first word that is neither a flag nor a global flag's value. */
function firstWord(args: readonly string[]): string | undefined {
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (!word.startsWith('-')) return word;
    if (word === '--') return undefined;
    if (valueFlags.has(word)) index += 1;
  }
  return undefined;
}
