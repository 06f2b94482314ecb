import { type Message, message } from '../../messages/message.js';

/** Reasons that git does not run Stateroom's part of an installed hook. */
export type HookFaultKind =
  /** `core.hooksPath` is the folder of a repository that was moved. */
  | 'moved'
  | 'noFolder'
  | 'noFile'
  /** Husky's own script, which git runs and which runs the repository's. */
  | 'noRunner'
  | 'notExecutable'
  | 'notShell'
  | 'noLines'
  /** An earlier line ends the script. */
  | 'endsBefore'
  | 'silent';

export interface HookFault {
  readonly why: HookFaultKind;
  /** The faulty file or folder, relative to the worktree root if inside it. */
  readonly file: string;
  readonly line?: string;
}

export interface FaultyHooks {
  readonly hooks: readonly string[];
  readonly faults: readonly HookFault[];
}

/** Place where the hooks do not run: the caller's worktree, another one, or each worktree created from this commit. */
export type FaultPlace = { readonly directory: string } | 'here' | 'worktrees';

/** Groups hooks whose faults need the same fix. */
export function groupFaults(found: readonly { readonly name: string; readonly fault: HookFault }[]): FaultyHooks[] {
  const groups = new Map<string, { hooks: string[]; faults: HookFault[] }>();
  for (const { name, fault } of found) {
    const key = JSON.stringify([fault.why, fault.line]);
    const group = groups.get(key) ?? { hooks: [], faults: [] };
    groups.set(key, { hooks: [...group.hooks, name], faults: [...group.faults, fault] });
  }
  return [...groups.values()];
}

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
