import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../../domain/lane/lane.js';
import { unlessRefused } from '../../../../domain/refusal/refusal.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel, asMessage } from '../../support/plainText.js';
import { type Answer, askChoice, askText, back, problemOf, type Step } from '../../support/prompt.js';
import { readLanes } from '../lanePicker.js';
import type { Flow, OperationFlow } from './flow.js';
import { isOpen, lane } from './laneFlows.js';
import { ask, asking, choice } from './questions.js';
import { splitWords } from './splitLabels.js';

type At = Omit<Parameters<typeof askText>[0], 'title'>;

type Part = 'description' | 'owner' | 'owns' | 'status';
const parts: readonly string[] = ['description', 'owner', 'owns', 'status', 'gitWrites', 'backend', 'model', 'effort'];

export const updateLaneFlow: OperationFlow = async flow => {
  const isGiven = parts.some(part => flow.has(part));
  let found: Lane | undefined;
  let part: Part = 'description';
  const current = async (): Promise<Lane> => {
    const name = String(flow.input.lane);
    found = (await readLanes(flow.repository, false)).find(one => [one.lane, one.ref, one.id].includes(name));
    if (found === undefined) throw new Error(l10n.t('No open lane matches {0}.', name));
    return found;
  };
  const steps: Step[] = [
    async at => {
      const answer = await askPart(flow, await current(), at);
      if (answer !== undefined && answer !== back) part = answer;
      return answer;
    },
    async at => (found === undefined ? undefined : askValue(flow, found, part, at)),
  ];
  return asking(lane(isOpen), () => (isGiven ? [] : steps))(flow);
};

function askPart(flow: Flow, lane: Lane, at: At): Promise<Answer<Part>> {
  const blocked = lane.status === 'blocked';
  const mayBlock = blocked || lane.status === 'active';
  const row = (value: Part, label: string, now: string) => ({ label, description: asLabel(now), value });
  const rows = [
    row('description', l10n.t('$(target) Description'), lane.description ?? l10n.t('none')),
    row('owns', l10n.t('$(file-directory) Owned paths'), lane.ownedPaths.join(', ') || l10n.t('the whole repository')),
    row('owner', l10n.t('$(account) Owner'), lane.owner ?? l10n.t('nobody')),
    ...(mayBlock
      ? [
          blocked
            ? row('status', l10n.t('$(debug-continue) Unblock'), l10n.t('no longer blocked'))
            : row('status', l10n.t('$(circle-slash) Mark as blocked'), l10n.t('work cannot continue')),
        ]
      : []),
  ];
  return askChoice({ ...at, title: titleOf(flow), placeholder: l10n.t('Select what to change'), rows });
}

async function askValue(flow: Flow, lane: Lane, part: Part, at: At): Promise<Answer<unknown>> {
  const { input } = flow;
  // Another part may have been answered before the person went back.
  for (const name of parts) delete input[name];
  if (part === 'status') {
    input.status = lane.status === 'blocked' ? 'active' : 'blocked';
    return true;
  }
  const isList = part === 'owns';
  const read = (text: string): unknown => (isList ? splitWords(text) : text);
  const prompts: Readonly<Record<Exclude<Part, 'status'>, string>> = {
    description: l10n.t('What should be done in this lane?'),
    owner: l10n.t('Who works in this lane?'),
    owns: l10n.t('Files this lane may change (globs; empty = all)'),
  };
  const present = isList ? lane.ownedPaths.join(', ') : ((part === 'owner' ? lane.owner : lane.description) ?? '');
  const answer = await askText({
    ...at,
    title: titleOf(flow),
    prompt: prompts[part],
    value: present,
    problem: text => problemOf(flow.field(part), read(text)),
  });
  if (typeof answer === 'string') input[part] = read(answer);
  return answer;
}

/** Adopt: asks for a worktree without a lane, shown with the tool that created it. */
export const adoptFlow = asking(
  choice('path', {
    placeholder: () => l10n.t('Select a worktree to adopt as a lane (nothing in it changes)'),
    empty: () => l10n.t('No worktrees to adopt: each is already a lane or the main worktree.'),
    rows: async flow =>
      (await readAdoptable(flow)).map(({ worktreePath, branch, maker, isRemote }) => ({
        label: `$(${branch === null ? 'git-commit' : 'git-branch'}) ${asLabel(branch ?? l10n.t('on no branch'))}`,
        description: asLabel(maker === null ? '' : l10n.t('created by {0}', maker)),
        detail: isRemote ? l10n.t('at the remote') : asLabel(worktreePath),
        value: worktreePath,
      })),
  }),
);

async function readAdoptable(flow: Flow) {
  const found = await invokeOrThrow(flow.repository, (await loadLaneOperations()).laneAdoptable, {});
  const remote = found.branches.map(({ branch, maker }) => ({ branch, maker, worktreePath: branch, isRemote: true }));
  return [...found.trees.map(tree => ({ ...tree, isRemote: false })), ...remote];
}

/** Clean: asks for the lane, and for confirmation of the files to remove with their sizes. */
export const cleanFlow: OperationFlow = async flow => {
  if (!(await ask(flow, lane(isOpen)))) return undefined;
  if (flow.has('remove')) return flow.result();
  const name = String(flow.input.lane);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Checking folder sizes in {0}', oneLine(name)),
  };
  const operation = (await loadLaneOperations()).laneClean;
  const found = await vscode.window.withProgress({ ...options, cancellable: true }, (_progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    return flow.repository.invoke(operation, { lane: name }, { signal: stop.signal });
  });
  const { folders } = unlessRefused(found);
  if (folders.length === 0) {
    void vscode.window.showInformationMessage(asMessage(l10n.t('Nothing to clean in {0}.', name)));
    return undefined;
  }
  const total = folders.reduce((sum, { bytes }) => sum + bytes, 0);
  const remove = l10n.t('Remove');
  const detail = [
    ...folders.slice(0, 15).map(({ path, bytes }) => `${oneLine(path)}  ${sizeText(bytes)}`),
    ...(folders.length > 15 ? [l10n.t('and {0} more', folders.length - 15)] : []),
    '',
    l10n.t('These folders are ignored by git and can be recreated by tools. They are not backed up.'),
  ].join('\n');
  const size = sizeText(total);
  const text = asMessage(
    folders.length === 1
      ? l10n.t('Remove 1 folder from {0} ({1})?', name, size)
      : l10n.t('Remove {0} folders from {1} ({2})?', folders.length, name, size),
  );
  const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, remove);
  if (chosen !== remove) return undefined;
  flow.input.remove = true;
  return flow.result();
};

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** Formats bytes as `1.2 GB`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

function titleOf(flow: Flow): string {
  return l10n.t('{0}: {1}', flow.title, String(flow.input.lane));
}
