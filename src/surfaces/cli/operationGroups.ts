import { loadLaneCatalogue } from '../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../operations/operation.js';
import { globalFlagList } from './commandLine/globalOptions.js';
import type { LateText } from './format/resultText.js';
import { textOf } from './format/textOf.js';
import { groupWords } from './groupWords.js';
import type { CliParts } from './session.js';

/**
 * The group behind each first word of a command line. A command runs for a tenth of a second, of which creating the schemas
 * of a hundred operations would be the larger part: it loads the group that it needs.
 */
const groups: Readonly<Record<(typeof groupWords)[number], () => Promise<readonly AnyOperation[]>>> = {
  init: async () => (await import('../../operations/repository/repositoryOperations.js')).repositoryOperations,
  status: async () => (await import('../../operations/repository/repositoryOperations.js')).repositoryOperations,
  now: async () => (await import('../../operations/repository/repositoryOperations.js')).repositoryOperations,
  queue: async () => (await import('../../operations/queue/queueOperations.js')).queueOperations,
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
  lane: loadLaneCatalogue,
  worker: loadLaneCatalogue,
  message: loadLaneCatalogue,
  report: loadLaneCatalogue,
  ritual: async () => (await import('../../operations/workflow/workflowOperations.js')).workflowOperations,
  events: async () => (await import('../../operations/events/eventsOperations.js')).eventsOperations,
  store: async () => (await import('../../operations/store/storeOperations.js')).storeOperations,
};

const laneTexts = async (): Promise<LateText> => (await import('./format/laneText.js')).laneText;

/** The words for what the operations of each group answer, which come with the group. */
const texts: Readonly<Record<(typeof groupWords)[number], () => Promise<LateText>>> = {
  init: async () => textOf((await import('./texts/repositoryTexts.js')).repositoryTexts),
  status: async () => textOf((await import('./texts/repositoryTexts.js')).repositoryTexts),
  now: async () => textOf((await import('./texts/repositoryTexts.js')).repositoryTexts),
  queue: async () => textOf((await import('./texts/queueTexts.js')).queueTexts),
  task: async () => textOf((await import('./format/taskText.js')).taskTexts),
  context: async () => textOf((await import('./format/taskText.js')).taskTexts),
  decision: async () => textOf((await import('./texts/decisionTexts.js')).decisionTexts),
  blocker: async () => textOf((await import('./texts/blockerTexts.js')).blockerTexts),
  action: async () => textOf((await import('./texts/actionTexts.js')).actionTexts),
  touched: async () => textOf((await import('./texts/touchedTexts.js')).touchedTexts),
  compaction: async () => textOf((await import('./texts/compactionTexts.js')).compactionTexts),
  slice: async () => textOf((await import('./texts/sliceTexts.js')).sliceTexts),
  gate: async () => textOf((await import('./texts/gateTexts.js')).gateTexts),
  hooks: async () => textOf((await import('./texts/hooksTexts.js')).hooksTexts),
  trust: async () => textOf((await import('./format/trustText.js')).trustTexts),
  plan: async () => textOf((await import('./format/planText.js')).planTexts),
  review: async () => textOf((await import('./format/reviewText.js')).reviewTexts),
  evidence: async () => textOf((await import('./texts/evidenceTexts.js')).evidenceTexts),
  finding: async () => textOf((await import('./format/findingText.js')).findingTexts),
  lane: laneTexts,
  worker: laneTexts,
  message: laneTexts,
  report: laneTexts,
  ritual: async () => textOf((await import('./texts/workflowTexts.js')).workflowTexts),
  events: async () => textOf((await import('./texts/eventsTexts.js')).eventsTexts),
  store: async () => textOf((await import('./texts/storeTexts.js')).storeTexts),
};

/** Groups with an operation that streams until interrupted. */
const streamWords: ReadonlySet<string> = new Set(['events', 'worker', 'message']);

/** Commands of the program itself, which need no operation. */
const ownWords: ReadonlySet<string> = new Set(['mcp', 'which']);

const valueFlags: ReadonlySet<string> = new Set(
  globalFlagList.flatMap(({ flag, takesValue }) => (takesValue ? [`--${flag}`] : [])),
);

/** Flags with which nothing is asked but who this is: scripts and installers ask it often, and it needs no operation. */
function asksVersion(args: readonly string[]): boolean {
  const [flag, ...others] = args;
  return (flag === '--version' || flag === '-V') && others.every(other => other === '--json');
}

/**
 * What a command line can mean: the operations of its group, or all of them where that cannot be seen; the words for what
 * those answer, and the streams, undefined where it can mean none.
 */
export async function partsFor(
  args: readonly string[],
): Promise<Pick<CliParts, 'operations' | 'lateText' | 'streams'>> {
  if (asksVersion(args)) return { operations: [], lateText: undefined, streams: undefined };
  const word = firstWord(args);
  // Git waits for a hook with every commit.
  if (word === 'hooks' && args[1] === 'run') {
    const { hooksRun } = await import('../../operations/hooks/hooksRun.js');
    const { hooksRunTexts } = await import('./texts/hooksRunTexts.js');
    return { operations: [hooksRun], lateText: textOf(hooksRunTexts), streams: undefined };
  }
  // And an agent for leave with every edit.
  if (word === 'lane' && args[1] === 'may-edit') {
    const { laneMayEdit } = await import('../../operations/lane/laneMayEdit.js');
    const { laneMayEditTexts } = await import('./texts/laneMayEditTexts.js');
    return { operations: [laneMayEdit], lateText: textOf(laneMayEditTexts), streams: undefined };
  }
  if (word !== undefined && ownWords.has(word)) return { operations: [], lateText: undefined, streams: undefined };
  const group = groupWords.find(known => known === word);
  const mayStream = group === undefined || streamWords.has(group);
  return {
    operations: group === undefined ? (await import('../../operations/catalogue.js')).catalogue : await groups[group](),
    lateText: group === undefined ? undefined : await texts[group](),
    streams: mayStream ? (await import('./streams.js')).streams : undefined,
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
