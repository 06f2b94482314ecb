import type { z } from 'zod';
import { say } from '../../../messages/say.js';
import type { Sentence } from '../../../messages/sentence.js';
import { laneClean } from '../../../operations/lane/laneClean.js';
import { laneSetup, laneTeardown } from '../../../operations/lane/laneSetupTeardown.js';
import type { laneShow } from '../../../operations/lane/laneShow.js';
import type { LateView } from './resultText.js';

type Commands = Omit<z.output<(typeof laneSetup)['output']>, 'lane'>;
type Shown = z.output<(typeof laneShow)['output']>;
type Disk = Shown['disk'];

/** What operations on a lane's surroundings answer, by their names. */
export const laneKitTexts = {
  [laneSetup.name]: (answer: Commands & { lane: string }, view: LateView) => commandsText(answer, 'setup', view),
  [laneTeardown.name]: (answer: Commands & { lane: string }, view: LateView) => commandsText(answer, 'teardown', view),
  [laneClean.name]: cleanText,
} as const;

function commandsText(answer: Commands & { lane: string }, which: string, view: LateView): string {
  const { lane, ok, ran } = answer;
  if (!ok) return [`The ${which} of ${lane} failed:`, ...problemLines(answer, view)].join('\n');
  if (ran.length === 0) return `Nothing to run: .stateroom/config.json on the base branch has no lane.${which}.`;
  return `Finished the ${which} of ${lane}: ${ran.map(({ command }) => view.oneLine(command)).join(', ')}.`;
}

/** What went wrong in a setup, and what was printed last. */
function problemLines({ problem, tail }: Commands, view: LateView): string[] {
  const printed = tail === '' ? [] : view.manyLines(tail.trimEnd()).slice(-5);
  return [view.oneLine(problem ?? ''), ...printed].map(line => `  ${line}`);
}

/** The lines below a lane that was opened and could not be set up; none when it could. */
export function setupLines(lane: string, setup: Commands | null, view: LateView): string[] {
  if (setup?.ok !== false) return [];
  return [
    'Setup failed, but the lane was created:',
    ...problemLines(setup, view),
    `Run setup again with: stateroom lane setup ${lane}`,
  ];
}

/** The line below a lane that was closed without its teardown; none when that was run, or there is none. */
export function teardownLines(skipped: Sentence | null, view: LateView): string[] {
  if (skipped === null) return [];
  return [
    `  Teardown was skipped. ${view.oneLine(say(skipped))}`,
    '  A person can trust them with: stateroom trust grant',
  ];
}

/** What a lane takes on disk; no line where it was not asked. */
export function diskLines(disk: Disk | undefined): string[] {
  if (!disk) return [];
  const { bytes, leftovers } = disk;
  if (leftovers.length === 0) return [size(bytes)];
  return [`${size(bytes)}, of which tools can recreate`, ...leftovers.map(folderLine)];
}

/** What merging a lane would do; empty where it was not asked. */
export function mergeLine(merge: Shown['merge'] | undefined, view: LateView): string {
  if (!merge) return '';
  const { into, way, commits, along, leftBehind } = merge;
  const what = commits === 1 ? '1 commit' : `${commits} commits`;
  const others = along === 0 ? '' : `, including ${along} from the remote’s ${view.oneLine(into)}`;
  const left =
    leftBehind.length === 0 ? '' : `; not backed up: ${leftBehind.map(({ path }) => view.oneLine(path)).join(', ')}`;
  return `${what} into ${view.oneLine(into)}, ${wayWords[way]}${others}${left}`;
}

const wayWords: Readonly<Record<NonNullable<Shown['merge']>['way'], string>> = {
  merge: 'with a merge commit',
  squash: 'as one squashed commit',
  rebase: 'by rebasing',
};

function cleanText({ lane, folders, removed }: z.output<(typeof laneClean)['output']>, view: LateView): string {
  if (folders.length === 0) return `${lane} has no ignored folders that tools can recreate.`;
  const total = size(folders.reduce((sum, { bytes }) => sum + bytes, 0));
  const lines = folders.map(folder => `  ${view.oneLine(folderLine(folder))}`);
  if (removed) return [`Removed ${total} from ${lane}:`, ...lines].join('\n');
  return [
    `${lane} has ${total} of ignored folders that tools can recreate:`,
    ...lines,
    'Delete them with --remove.',
  ].join('\n');
}

function folderLine({ path, bytes }: { readonly path: string; readonly bytes: number }): string {
  return `${path} (${size(bytes)})`;
}

function size(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.round(bytes / 1e3)} kB`;
}
