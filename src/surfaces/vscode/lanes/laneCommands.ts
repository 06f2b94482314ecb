import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { isRefusal, RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import type { LaneAct } from '../../../manifest/laneActs.js';
import { verbatim } from '../../../messages/message.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { taskHandOver } from '../../../operations/task/taskHandOver.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { askLane, readLanes } from '../commands/lanePicker.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { standingOf } from '../repository/repositoryRef.js';
import { againstBase, type DiffScope, sinceReview, withUncommitted } from '../review/diffScope.js';
import { showLaneChange, showLaneChanges } from '../review/laneDiff.js';
import { mayPush, propose, readProposal } from '../review/proposeLane.js';
import { askCommit, askLaneSlice } from '../review/scopePickers.js';
import { focusView } from '../support/focusView.js';
import { openInNewWindow } from '../support/openInNewWindow.js';
import { type Answer, back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { AgentStart } from './agentStart.js';
import type { LaneTerminals } from './laneTerminals.js';
import { openApp } from './openApp.js';
import { removeWorkTree } from './removeWorkTree.js';
import { showTold } from './toldDocument.js';

type Given = Readonly<Record<string, unknown>>;

interface LaneCall {
  readonly title: string;
  readonly repository: OpenRepository;
  readonly lane: Lane;
  /** Path of a file in the lane, relative to the top. */
  readonly path: string | undefined;
  readonly command: string | undefined;
  /** Interval of the agent's heartbeats, in seconds. */
  readonly every: number | undefined;
  /** True if its terminals may be closed without a question. */
  readonly closes: boolean;
}

export type LaneEnvironment = CommandEnvironment & { readonly laneTerminals: LaneTerminals };

const accepted: Readonly<Partial<Record<LaneAct, (lane: Lane) => boolean>>> = {
  reassign: ({ state }) => state === 'WORKING' || state === 'CONFLICTED',
};

export class LaneCommands {
  constructor(private readonly environment: LaneEnvironment) {}

  async run(act: LaneAct, repository: OpenRepository, given: Given, title: string): Promise<unknown> {
    const call = await this.callOf(repository, given, { title, accept: accepted[act] ?? (() => true) });
    return call && this.acts[act](call);
  }

  private readonly acts: Readonly<Record<LaneAct, (call: LaneCall) => Promise<unknown>>> = {
    refresh: () => this.environment.lanesView.refresh(),
    openWorkTree: async ({ lane }) => {
      await openInNewWindow(lane.worktreePath);
    },
    openTerminal: async ({ repository, lane }) => {
      const { name } = await this.environment.laneTerminals.show(lane, repository.storeDirectory);
      return { terminal: name };
    },
    startAgent: ({ repository, lane, command, every }) =>
      new AgentStart(this.environment).inLane(repository, lane, command, every),
    openApp: ({ lane }) => openApp(lane),
    reassign: ({ repository, lane, command }) => new AgentStart(this.environment).reassign(repository, lane, command),
    handOver: ({ repository, lane }) => this.environment.run(taskHandOver, { id: lane.ref }, standingOf(repository)),
    showChanges: showToReview,
    showBase: call => showIn(call, againstBase),
    showUncommitted: call => showIn(call, withUncommitted),
    showSinceReview: call => showIn(call, sinceReview),
    showCommit: async call => showIn(call, await askCommit(call, this.environment.clock.now())),
    showSlice: async call => showIn(call, await askLaneSlice(call)),
    propose: async ({ repository, lane }) => {
      const proposal = await readProposal(repository, lane);
      return (await mayPush(proposal)) ? propose(repository, lane) : undefined;
    },
    showChange: async call => {
      if (call.path !== undefined) await showLaneChange(call, call.path, againstBase);
    },
    openFile: async ({ lane, path }) => {
      if (path !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(join(lane.worktreePath, path)));
    },
    reveal: async ({ lane }) => {
      await focusView('lanes');
      return this.environment.lanesView.reveal(lane.id);
    },
    showTold: ({ repository, lane }) => showTold(repository, lane),
    showPage: ({ repository, lane }) => this.environment.pages.show(repository, lane.ref),
    removeWorkTree: ({ title, repository, lane, closes }) =>
      removeWorkTree(this.environment, repository, lane, { title, closes }),
    copyBranch: async ({ lane }) => {
      await vscode.env.clipboard.writeText(lane.branch);
      sayDone(l10n.t('Copied {0}', lane.branch));
    },
  };

  private async callOf(
    repository: OpenRepository,
    given: Given,
    question: { readonly title: string; readonly accept: (lane: Lane) => boolean },
  ): Promise<LaneCall | undefined> {
    const { title } = question;
    const path = textOf(given.path);
    const command = textOf(given.command);
    const every = typeof given.every === 'number' ? given.every : undefined;
    const closes = given.closes === true;
    if (typeof given.lane !== 'string') {
      const chosen = await askLane(repository, { ...question, placeholder: l10n.t('Select a lane') });
      return chosen === undefined || chosen === back
        ? undefined
        : { title, repository, lane: chosen, path, command, every, closes };
    }
    const name = given.lane;
    const lane = (await readLanes(repository, true)).find(one => [one.lane, one.ref, one.id].includes(name));
    if (lane === undefined) {
      throw refusalError('not_found', verbatim(l10n.t('Lane {0} not found.', name)), {
        hint: verbatim(l10n.t('Check the Lanes view.')),
      });
    }
    return { title, repository, lane, path, command, every, closes };
  }
}

/** Shows the changes since the last review of a resubmitted lane; otherwise all its changes. */
async function showToReview(call: LaneCall): Promise<unknown> {
  const { repository, lane } = call;
  if (lane.state === 'IN_REVIEW') {
    const distances = await repository.invoke((await loadLaneOperations()).laneDistance, {});
    const found = isRefusal(distances) ? undefined : distances.lanes.find(one => one.lane === lane.lane);
    if (found?.changedSinceReview === true) {
      try {
        return await showLaneChanges(call, sinceReview);
      } catch (error) {
        // If the base has moved, older versions of git cannot compute what is new.
        if (!(error instanceof RefusalError) || error.refusal.code !== 'git_missing') throw error;
      }
    }
  }
  return showLaneChanges(call, againstBase);
}

/** Shows the scope for the file of the current diff; for all files if there is none or it is not in the scope. */
async function showIn(call: LaneCall, scope: Answer<DiffScope>): Promise<unknown> {
  if (scope === undefined || scope === back) return undefined;
  if (call.path !== undefined && (await showLaneChange(call, call.path, scope))) return { files: 1 };
  return showLaneChanges(call, scope);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
