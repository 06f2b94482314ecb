import { type Group, loadGroup } from '../../operations/loadGroup.js';
import { globalFlagList } from './commandLine/globalOptions.js';
import type { Texts } from './format/resultText.js';
import { groupWords } from './groupWords.js';
import type { CliParts, Streams } from './session.js';

/** Modules loaded for a group's command lines besides its operations. */
interface GroupParts {
  readonly texts: () => Promise<{ readonly texts: Texts }>;
  /** Operations that stream until interrupted. */
  readonly streams?: () => Promise<Streams>;
}

const groups: Readonly<Record<Group, GroupParts>> = {
  repository: {
    texts: () => import('./format/repositoryText.js'),
    streams: async () => (await import('./watchDashboard.js')).streams,
  },
  queue: {
    texts: () => import('./format/queueText.js'),
  },
  import: {
    texts: () => import('./format/importText.js'),
  },
  task: {
    texts: () => import('./format/taskText.js'),
  },
  decision: {
    texts: () => import('./format/handoffText.js'),
  },
  blocker: {
    texts: () => import('./format/handoffText.js'),
  },
  action: {
    texts: () => import('./format/handoffText.js'),
  },
  touched: {
    texts: () => import('./format/handoffText.js'),
  },
  compaction: {
    texts: () => import('./format/handoffText.js'),
  },
  slice: {
    texts: () => import('./format/proofText.js'),
  },
  evidence: {
    texts: () => import('./format/proofText.js'),
  },
  finding: {
    texts: () => import('./format/findingText.js'),
  },
  gate: {
    texts: () => import('./format/gateText.js'),
  },
  hooks: {
    texts: () => import('./format/gateText.js'),
  },
  trust: {
    texts: () => import('./format/trustText.js'),
  },
  plan: {
    texts: () => import('./format/planText.js'),
  },
  review: {
    texts: () => import('./format/reviewText.js'),
  },
  run: {
    texts: () => import('./format/runText.js'),
  },
  retro: {
    texts: () => import('./format/retroText.js'),
  },
  snapshot: {
    texts: () => import('./format/snapshotText.js'),
  },
  workflow: {
    texts: () => import('./format/workflowText.js'),
  },
  events: {
    texts: () => import('./format/eventsText.js'),
    streams: async () => (await import('./follow.js')).streams,
  },
  store: {
    texts: () => import('./format/storeText.js'),
  },
  lane: {
    texts: () => import('./format/laneText.js'),
    streams: async () => (await import('./laneStreams.js')).streams,
  },
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

const valueFlags: ReadonlySet<string> = new Set(
  globalFlagList.flatMap(({ flag, takesValue }) => (takesValue ? [`--${flag}`] : [])),
);

/** True if the flags ask for the version only: scripts ask often, and it needs no operations. */
function asksVersion(args: readonly string[]): boolean {
  const [flag, ...others] = args;
  return (flag === '--version' || flag === '-V') && others.every(other => other === '--json');
}

type Parts = Pick<CliParts, 'operations' | 'texts' | 'streams'>;

/**
 * Commands loaded without their group because others wait for them: git for its hooks on every commit, an agent for permission on every
 * edit.
 */
const alone: Readonly<Record<string, () => Promise<Parts>>> = {
  'hooks run': async () => ({
    operations: [(await import('../../operations/hooks/hooksRun.js')).hooksRun],
    texts: (await import('./format/hooksRunText.js')).texts,
    streams: undefined,
  }),
  'lane may-edit': async () => ({
    operations: [(await import('../../operations/lane/laneMayEdit.js')).laneMayEdit],
    texts: (await import('./format/laneMayEditText.js')).texts,
    streams: undefined,
  }),
};

/**
 * Loads the parts for a command line: the operations of its group (all of them if the group is not known), their text formatters and
 * streams.
 */
export async function partsFor(args: readonly string[]): Promise<Parts> {
  const word = firstWord(args);
  if (asksVersion(args) || (word !== undefined && ownWords.has(word))) {
    return { operations: [], texts: undefined, streams: undefined };
  }
  const load = word === args[0] ? alone[`${word} ${args[1]}`] : undefined;
  if (load !== undefined) return load();
  const group = groupOf(word);
  if (group !== undefined) {
    const { texts, streams } = groups[group];
    return {
      operations: Object.values(await loadGroup[group]()),
      texts: (await texts()).texts,
      streams: await streams?.(),
    };
  }
  const { catalogue } = await import('../../operations/catalogue.js');
  const streams = await Promise.all(Object.values(groups).map(({ streams }) => streams?.()));
  return { operations: catalogue, texts: undefined, streams: Object.assign({}, ...streams) };
}

/** Returns the group whose command lines begin with this word; undefined if there is none. */
function groupOf(word: string | undefined): Group | undefined {
  const groupNames = Object.keys(groupWords) as Group[];
  return groupNames.find(group => groupWords[group].some(one => one === word));
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
