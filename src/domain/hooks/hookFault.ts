import { type Message, message } from '../../messages/message.js';

/** Why git does not run Stateroom's part of a hook although it is installed. */
export type HookFaultKind =
  /** `core.hooksPath` is the folder of a repository that was moved. */
  | 'moved'
  /** The folder in which git looks is not there. */
  | 'noFolder'
  | 'noFile'
  /** Husky's own script, which git runs and which runs the repository's. */
  | 'noRunner'
  | 'notExecutable'
  | 'notShell'
  | 'noLines'
  /** An earlier line ends the script. */
  | 'endsBefore'
  /** Nothing was heard of it in a trial. */
  | 'silent';

export interface HookFault {
  readonly why: HookFaultKind;
  /** The file or folder that it is about, from the root of the worktree where it is in it. */
  readonly file: string;
  /** The line that ends the script. */
  readonly line?: string;
}

/** Hooks with the same fault. */
export interface FaultyHooks {
  readonly hooks: readonly string[];
  readonly faults: readonly HookFault[];
}

/** Where the hooks do not run: in the caller's worktree, in another one, or in each that is made from this commit. */
export type FaultPlace = { readonly directory: string } | 'here' | 'worktrees';

/** Puts together the hooks whose faults need the same step. */
export function groupFaults(found: readonly { readonly name: string; readonly fault: HookFault }[]): FaultyHooks[] {
  const groups = new Map<string, { hooks: string[]; faults: HookFault[] }>();
  for (const { name, fault } of found) {
    const key = JSON.stringify([fault.why, fault.line]);
    const group = groups.get(key) ?? { hooks: [], faults: [] };
    groups.set(key, { hooks: [...group.hooks, name], faults: [...group.faults, fault] });
  }
  return [...groups.values()];
}

/** What is found, as a part of a sentence, and the step that mends it. */
const sentences = {
  noFolder: ['hooks.noFolder', 'hooks.noFolderFix'],
  noFile: ['hooks.noFile', 'hooks.noFileFix'],
  noRunner: ['hooks.noRunner', 'hooks.noRunnerFix'],
  notExecutable: ['hooks.notExecutable', 'hooks.notExecutableFix'],
  notShell: ['hooks.notShell', 'hooks.notShellFix'],
  noLines: ['hooks.noLines', 'hooks.noLinesFix'],
  endsBefore: ['hooks.endsBefore', 'hooks.endsBeforeFix'],
  silent: ['hooks.silent', 'hooks.silentFix'],
} as const;

/** What is wrong, and the step that mends it. */
export function presentFault({ hooks, faults }: FaultyHooks, place: FaultPlace): { text: Message; fix: Message } {
  const [first] = faults;
  const why = first?.why ?? 'silent';
  const files = [...new Set(faults.map(({ file }) => file))].join(', ');
  const words = { files, line: first?.line ?? '', hook: hooks[0] ?? '' };
  if (why === 'moved') {
    return { text: message('gates.hooksMissed', { folder: files }), fix: message('gates.hooksMissedFix') };
  }
  const text = message('hooks.notRun', {
    hooks: hooks.join(', '),
    place: placeWord(place),
    why: message(sentences[why][0], words),
  });
  return { text, fix: message(sentences[why][1], words) };
}

function placeWord(place: FaultPlace): Message {
  if (place === 'here') return message('hooks.here');
  if (place === 'worktrees') return message('hooks.inNewWorkTrees');
  return message('hooks.inWorkTree', place);
}
