import { loadLaneOperations } from '../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../operations/operation.js';
import { globalFlagList } from './commandLine/globalOptions.js';
import type { Texts } from './format/resultText.js';
import { type Group, groupWords } from './groupWords.js';
import type { CliParts, Streams } from './session.js';

/** What is loaded for the command lines of a group. */
interface GroupParts {
  readonly operations: () => Promise<Readonly<Record<string, AnyOperation>>>;
  /** Text formatters of their answers. */
  readonly texts: () => Promise<{ readonly texts: Texts }>;
  /** Where an operation streams until interrupted. */
  readonly streams?: () => Promise<Streams>;
}

/**
 * A command runs for a tenth of a second, of which creating the schemas of a hundred operations would be the larger part: it
 * loads the group that it needs.
 */
const groups: Readonly<Record<Group, GroupParts>> = {
  repository: {
    operations: async () => (await import('../../operations/repository/repositoryOperations.js')).repositoryOperations,
    texts: () => import('./format/repositoryText.js'),
    streams: async () => (await import('./watchDashboard.js')).streams,
  },
  queue: {
    operations: async () => (await import('../../operations/queue/queueOperations.js')).queueOperations,
    texts: () => import('./format/queueText.js'),
  },
  import: {
    operations: async () => (await import('../../operations/import/importOperations.js')).importOperations,
    texts: () => import('./format/importText.js'),
  },
  task: {
    operations: async () => (await import('../../operations/task/taskOperations.js')).taskOperations,
    texts: () => import('./format/taskText.js'),
  },
  decision: {
    operations: async () => (await import('../../operations/decision/decisionOperations.js')).decisionOperations,
    texts: () => import('./format/handoffText.js'),
  },
  blocker: {
    operations: async () => (await import('../../operations/blocker/blockerOperations.js')).blockerOperations,
    texts: () => import('./format/handoffText.js'),
  },
  action: {
    operations: async () => (await import('../../operations/action/actionOperations.js')).actionOperations,
    texts: () => import('./format/handoffText.js'),
  },
  touched: {
    operations: async () => (await import('../../operations/touched/touchedOperations.js')).touchedOperations,
    texts: () => import('./format/handoffText.js'),
  },
  compaction: {
    operations: async () => (await import('../../operations/compaction/compactionOperations.js')).compactionOperations,
    texts: () => import('./format/handoffText.js'),
  },
  slice: {
    operations: async () => (await import('../../operations/slice/sliceOperations.js')).sliceOperations,
    texts: () => import('./format/proofText.js'),
  },
  evidence: {
    operations: async () => (await import('../../operations/evidence/evidenceOperations.js')).evidenceOperations,
    texts: () => import('./format/proofText.js'),
  },
  finding: {
    operations: async () => (await import('../../operations/finding/findingOperations.js')).findingOperations,
    texts: () => import('./format/findingText.js'),
  },
  gate: {
    operations: async () => (await import('../../operations/gate/gateOperations.js')).gateOperations,
    texts: () => import('./format/gateText.js'),
  },
  hooks: {
    operations: async () => (await import('../../operations/hooks/hooksOperations.js')).hooksOperations,
    texts: () => import('./format/gateText.js'),
  },
  trust: {
    operations: async () => (await import('../../operations/trust/trustOperations.js')).trustOperations,
    texts: () => import('./format/trustText.js'),
  },
  plan: {
    operations: async () => (await import('../../operations/plan/planOperations.js')).planOperations,
    texts: () => import('./format/planText.js'),
  },
  review: {
    operations: async () => (await import('../../operations/review/reviewOperations.js')).reviewOperations,
    texts: () => import('./format/reviewText.js'),
  },
  run: {
    operations: async () => (await import('../../operations/run/runOperations.js')).runOperations,
    texts: () => import('./format/runText.js'),
  },
  retro: {
    operations: async () => (await import('../../operations/retro/retroOperations.js')).retroOperations,
    texts: () => import('./format/retroText.js'),
  },
  snapshot: {
    operations: async () => (await import('../../operations/snapshot/snapshotOperations.js')).snapshotOperations,
    texts: () => import('./format/snapshotText.js'),
  },
  workflow: {
    operations: async () => (await import('../../operations/workflow/workflowOperations.js')).workflowOperations,
    texts: () => import('./format/workflowText.js'),
  },
  events: {
    operations: async () => (await import('../../operations/events/eventsOperations.js')).eventsOperations,
    texts: () => import('./format/eventsText.js'),
    streams: async () => (await import('./follow.js')).streams,
  },
  store: {
    operations: async () => (await import('../../operations/store/storeOperations.js')).storeOperations,
    texts: () => import('./format/storeText.js'),
  },
  lane: {
    operations: loadLaneOperations,
    texts: () => import('./format/laneText.js'),
    streams: async () => (await import('./laneStreams.js')).streams,
  },
};

/** Commands of the program itself, which need no operation. */
const ownWords: ReadonlySet<string> = new Set([
  'mcp',
  'which',
  'vscode',
  'agent-hook',
  'agent-run',
  'install',
  'update',
  'overrides',
  'doctor',
  'config',
  'uninstall',
]);

const valueFlags: ReadonlySet<string> = new Set(
  globalFlagList.flatMap(({ flag, takesValue }) => (takesValue ? [`--${flag}`] : [])),
);

/** Flags with which nothing is asked but who this is: scripts and installers ask it often, and it needs no operation. */
function asksVersion(args: readonly string[]): boolean {
  const [flag, ...others] = args;
  return (flag === '--version' || flag === '-V') && others.every(other => other === '--json');
}

type Parts = Pick<CliParts, 'operations' | 'texts' | 'streams'>;

/** Commands that others wait for: git for a hook with every commit, an agent for leave with every edit. */
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
 * What a command line can mean: the operations of its group, or all of them where that cannot be seen; the words for what
 * those answer, and the streams, undefined where it can mean none.
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
    const { operations, texts, streams } = groups[group];
    return { operations: Object.values(await operations()), texts: (await texts()).texts, streams: await streams?.() };
  }
  const { catalogue } = await import('../../operations/catalogue.js');
  const streams = await Promise.all(Object.values(groups).map(({ streams }) => streams?.()));
  return { operations: catalogue, texts: undefined, streams: Object.assign({}, ...streams) };
}

/** The group whose command lines begin with this word; undefined where none does. */
function groupOf(word: string | undefined): Group | undefined {
  const groupNames = Object.keys(groupWords) as Group[];
  return groupNames.find(group => groupWords[group].some(one => one === word));
}

/** The first word that is neither a flag nor a global flag's value. */
function firstWord(args: readonly string[]): string | undefined {
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (!word.startsWith('-')) return word;
    if (word === '--') return undefined;
    if (valueFlags.has(word)) index += 1;
  }
  return undefined;
}
