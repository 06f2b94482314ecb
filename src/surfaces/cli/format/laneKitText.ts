import { say } from '../../../messages/say.js';
import type { Sentence } from '../../../messages/sentence.js';
import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Answer, TextsOf } from './resultText.js';
import { ignoredLines } from './storeText.js';
import { manyLines, oneLine } from './text.js';
import { count } from './view.js';

type Commands = Answer<LaneOperations['laneSetup']>;
type Shown = Answer<LaneOperations['laneShow']>;
type Merged = Answer<LaneOperations['laneRecordMerged']>;
type Repair = Answer<LaneOperations['laneRepair']>;

export const texts: TextsOf<LaneOperations> = {
  laneSetup: answer => commandsText(answer, 'setup'),
  laneTeardown: answer => commandsText(answer, 'teardown'),
  laneClean: ({ lane, folders, removed }) => {
    if (folders.length === 0) return `${lane} has no ignored folders that tools can recreate.`;
    const total = size(folders.reduce((sum, { bytes }) => sum + bytes, 0));
    const lines = folders.map(folder => `  ${folderLine(folder)}`);
    if (removed) return [`Removed ${total} from ${lane}:`, ...lines].join('\n');
    return [
      `${lane} has ${total} of ignored folders that tools can recreate:`,
      ...lines,
      'Delete them with --remove.',
    ].join('\n');
  },
  laneRecordMerged: ({ lanes }) => lanes.map(mergedLine).join('\n') || 'No lane in review was merged elsewhere.',
  laneRepair: ({ settled, repaired, missing, ignored, merged }) =>
    [
      ...settled.flatMap(({ lane, outcome, notes }) => [
        `${lane}: ${outcomeWords[outcome]}.`,
        ...notes.map(note => `  ${oneLine(note)}`),
      ]),
      ...merged.map(mergedLine),
      ...repaired.map(({ lane, worktreePath, how }) => `${lane}: ${repairWords[how]}: ${oneLine(worktreePath)}`),
      ...missing.map(
        ({ lane, worktreePath, why }) => `${lane}: its worktree ${oneLine(worktreePath)} is missing: ${oneLine(why)}.`,
      ),
      ...ignoredLines(ignored),
    ].join('\n') || 'No lane needs repair.',
};

function mergedLine({ lane, commit, outcome }: Merged['lanes'][number]): string {
  const short = oneLine(commit).slice(0, 10);
  return outcome === 'recorded'
    ? `Recorded ${lane} as merged (${short}).`
    : `Asked about ${lane}: ${short} makes the same change.`;
}

function commandsText(answer: Commands, which: string): string {
  const { lane, ok, ran } = answer;
  const copies = copyLines(answer);
  if (!ok) return [...copies, `The ${which} of ${lane} failed:`, ...problemLines(answer)].join('\n');
  if (ran.length === 0 && copies.length > 0) return copies.join('\n');
  if (ran.length === 0) {
    return which === 'setup'
      ? 'Nothing to do: the settings have no lane.setup, and no other ignored file matches lane.copy.'
      : 'Nothing to run: .stateroom/config.json on the base branch has no lane.teardown.';
  }
  return [
    ...copies,
    `Finished the ${which} of ${lane}: ${ran.map(({ command }) => oneLine(command)).join(', ')}.`,
  ].join('\n');
}

function copyLines({ copied, notCopied }: Pick<Commands, 'copied' | 'notCopied'>): string[] {
  return [
    ...(copied.length === 0 ? [] : [`Copied from the main worktree: ${copied.map(path => oneLine(path)).join(', ')}.`]),
    ...notCopied.map(({ path, why }) => `Not copied: ${oneLine(path)} ${why}.`),
  ];
}

function problemLines({ problem, tail }: Pick<Commands, 'problem' | 'tail'>): string[] {
  const printed = tail === '' ? [] : manyLines(tail.trimEnd()).slice(-5);
  return [oneLine(problem ?? ''), ...printed].map(line => `  ${line}`);
}

/** Returns the lines below an opened lane: copied files, and a setup that failed. */
export function setupLines(lane: string, setup: Omit<Commands, 'lane'> | null): string[] {
  if (setup === null) return [];
  if (setup.ok) return copyLines(setup);
  return [
    ...copyLines(setup),
    'Setup failed, but the lane was created:',
    ...problemLines(setup),
    `Run setup again with: stateroom lane setup ${lane}`,
  ];
}

/** Empty if the teardown ran or there is none. */
export function teardownLines(skipped: Sentence | null): string[] {
  if (skipped === null) return [];
  return [`  Teardown was skipped. ${oneLine(say(skipped))}`, '  A person can trust them with: stateroom trust grant'];
}

/** Returns a lane's disk usage; no line if it was not requested. */
export function diskLines(disk: Shown['disk'] | undefined): string[] {
  if (!disk) return [];
  const { bytes, leftovers } = disk;
  if (leftovers.length === 0) return [size(bytes)];
  return [`${size(bytes)}, of which tools can recreate`, ...leftovers.map(folderLine)];
}

/** Previews a lane's merge; empty if it was not requested. */
export function mergeLine(merge: Shown['merge'] | undefined): string {
  if (!merge) return '';
  const { into, way, commits, along, leftBehind } = merge;
  const others = along === 0 ? '' : `, including ${along} from the remote’s ${oneLine(into)}`;
  const left =
    leftBehind.length === 0 ? '' : `; not backed up: ${leftBehind.map(({ path }) => oneLine(path)).join(', ')}`;
  return `${count(commits, 'commit')} into ${oneLine(into)}, ${wayWords[way]}${others}${left}`;
}

const wayWords: Readonly<Record<NonNullable<Shown['merge']>['way'], string>> = {
  merge: 'with a merge commit',
  squash: 'as one squashed commit',
  rebase: 'by rebasing',
};

const repairWords: Readonly<Record<Repair['repaired'][number]['how'], string>> = {
  moved: 'its worktree was moved and is now found there',
  gitFile: 'the .git file of its worktree was missing or invalid and was recreated',
  index: 'its missing worktree was recreated, with all staged changes',
  branch: 'its missing worktree was recreated from the last commit',
};

const outcomeWords: Readonly<Record<Repair['settled'][number]['outcome'], string>> = {
  undone: 'an interrupted operation was undone',
  finished: 'what was left of it was finished',
  running: 'another process is opening or closing it',
  kept: 'over, and something of it is still there',
  stuck: 'repair was not possible',
};

function folderLine({ path, bytes }: { readonly path: string; readonly bytes: number }): string {
  return `${oneLine(path)} (${size(bytes)})`;
}

function size(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.round(bytes / 1e3)} kB`;
}
