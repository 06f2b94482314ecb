import { loadLaneOperations } from '../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../operations/operation.js';
import { globalFlagList } from './commandLine/globalOptions.js';
import type { Texts } from './format/resultText.js';
import { groupWords } from './groupWords.js';
import type { CliParts } from './session.js';

/** What is loaded for each first word of a command line. */
type ByGroup<Part> = Readonly<Record<(typeof groupWords)[number], () => Promise<Part>>>;

/**
 * The group behind each first word of a command line. A command runs for a tenth of a second, of which creating the schemas
 * of a hundred operations would be the larger part: it loads the group that it needs.
 */
const groups: ByGroup<Readonly<Record<string, AnyOperation>>> = {
  init: async () => (await import('../../operations/repository/repositoryOperations.js')).repositoryOperations,
  status: async () => (await import('../../operations/repository/repositoryOperations.js')).repositoryOperations,
  now: async () => (await import('../../operations/repository/repositoryOperations.js')).repositoryOperations,
  queue: async () => (await import('../../operations/queue/queueOperations.js')).queueOperations,
  import: async () => (await import('../../operations/import/importOperations.js')).importOperations,
  task: async () => (await import('../../operations/task/taskOperations.js')).taskOperations,
  context: async () => (await import('../../operations/task/taskOperations.js')).taskOperations,
  decision: async () => (await import('../../operations/decision/decisionOperations.js')).decisionOperations,
  blocker: async () => (await import('../../operations/blocker/blockerOperations.js')).blockerOperations,
  action: async () => (await import('../../operations/action/actionOperations.js')).actionOperations,
  touched: async () => (await import('../../operations/touched/touchedOperations.js')).touchedOperations,
  compaction: async () => (await import('../../operations/compaction/compactionOperations.js')).compactionOperations,
  slice: async () => (await import('../../operations/slice/sliceOperations.js')).sliceOperations,
  gate: async () => (await import('../../operations/gate/gateOperations.js')).gateOperations,
  hooks: async () => (await import('../../operations/hooks/hooksOperations.js')).hooksOperations,
  trust: async () => (await import('../../operations/trust/trustOperations.js')).trustOperations,
  plan: async () => (await import('../../operations/plan/planOperations.js')).planOperations,
  review: async () => (await import('../../operations/review/reviewOperations.js')).reviewOperations,
  evidence: async () => (await import('../../operations/evidence/evidenceOperations.js')).evidenceOperations,
  finding: async () => (await import('../../operations/finding/findingOperations.js')).findingOperations,
  lane: loadLaneOperations,
  worker: loadLaneOperations,
  message: loadLaneOperations,
  report: loadLaneOperations,
  ritual: async () => (await import('../../operations/workflow/workflowOperations.js')).workflowOperations,
  events: async () => (await import('../../operations/events/eventsOperations.js')).eventsOperations,
  store: async () => (await import('../../operations/store/storeOperations.js')).storeOperations,
};

const ofRepository = () => import('./format/repositoryText.js');
const ofTasks = () => import('./format/taskText.js');
const ofHandoff = () => import('./format/handoffText.js');
const ofProofs = () => import('./format/proofText.js');
const ofGates = () => import('./format/gateText.js');
const ofLanes = () => import('./format/laneText.js');

/** Text formatters of each group, loaded with the group. */
const texts: ByGroup<{ readonly texts: Texts }> = {
  init: ofRepository,
  status: ofRepository,
  now: ofRepository,
  queue: () => import('./format/queueText.js'),
  import: () => import('./format/importText.js'),
  task: ofTasks,
  context: ofTasks,
  decision: ofHandoff,
  blocker: ofHandoff,
  action: ofHandoff,
  touched: ofHandoff,
  compaction: ofHandoff,
  slice: ofProofs,
  gate: ofGates,
  hooks: ofGates,
  trust: () => import('./format/trustText.js'),
  plan: () => import('./format/planText.js'),
  review: () => import('./format/reviewText.js'),
  evidence: ofProofs,
  finding: () => import('./format/findingText.js'),
  lane: ofLanes,
  worker: ofLanes,
  message: ofLanes,
  report: ofLanes,
  ritual: () => import('./format/workflowText.js'),
  events: () => import('./format/eventsText.js'),
  store: () => import('./format/storeText.js'),
};

/** Groups with an operation that streams until interrupted. */
const streamWords: ReadonlySet<string> = new Set(['events', 'worker', 'message']);

/** Commands of the program itself, which need no operation. */
const ownWords: ReadonlySet<string> = new Set(['mcp', 'which', 'vscode']);

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
  const group = groupWords.find(candidate => candidate === word);
  const streams = async () => (await import('./streams.js')).streams;
  if (group === undefined) {
    const { catalogue } = await import('../../operations/catalogue.js');
    return { operations: catalogue, texts: undefined, streams: await streams() };
  }
  return {
    operations: Object.values(await groups[group]()),
    texts: (await texts[group]()).texts,
    streams: streamWords.has(group) ? await streams() : undefined,
  };
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
