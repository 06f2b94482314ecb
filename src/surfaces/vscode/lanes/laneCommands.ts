import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { startCommand } from '../../../domain/agent/startCommand.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { isRefusal, refusalError, unlessRefused } from '../../../domain/refusal/refusal.js';
import { shortened } from '../../../domain/text/shortened.js';
import type { LaneAct } from '../../../manifest/laneActs.js';
import { verbatim } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { invokeLong } from '../commands/invokeLong.js';
import { askLane, readLanes } from '../commands/lanePicker.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { againstBase, type DiffScope, sinceReview, withUncommitted } from '../review/diffScope.js';
import { showLaneChange, showLaneChanges } from '../review/laneDiff.js';
import { askCommit, askLaneSlice } from '../review/scopePickers.js';
import { openInNewWindow } from '../support/openInNewWindow.js';
import { asMessage } from '../support/plainText.js';
import { type Answer, askText, back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import type { LaneTerminals, RunningCommand } from './laneTerminals.js';

const agentKey = 'lane.agent';
/** Characters of a command in a reason. */
const maxCommandLength = 200;

type Given = Readonly<Record<string, unknown>>;

/** What an act on a lane works with. */
interface LaneCall {
  /** Of the act, for the boxes that it opens. */
  readonly title: string;
  readonly repository: OpenRepository;
  readonly lane: Lane;
  /** Of a file in it, relative to the top. */
  readonly path: string | undefined;
  /** What is to run in it. */
  readonly command: string | undefined;
}

/** What actions on lanes work with. */
export type LaneEnvironment = CommandEnvironment & { readonly laneTerminals: LaneTerminals };

/** The commands that the Lanes view has beyond the catalogue's operations. */
export class LaneCommands {
  constructor(private readonly environment: LaneEnvironment) {}

  /** Runs an act on the lane that `given` names, else on the one that the person picks. */
  async run(act: LaneAct, repository: OpenRepository, given: Given, title: string): Promise<unknown> {
    const call = await this.callOf(repository, given, title);
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
    startAgent: call => this.startAgent(call),
    showChanges: call => showLaneChanges(call, againstBase),
    showBase: call => showIn(call, againstBase),
    showUncommitted: call => showIn(call, withUncommitted),
    showSinceReview: call => showIn(call, sinceReview),
    showCommit: async call => showIn(call, await askCommit(call, this.environment.clock.now())),
    showSlice: async call => showIn(call, await askLaneSlice(call)),
    showChange: async call => {
      if (call.path !== undefined) await showLaneChange(call, call.path, againstBase);
    },
    openFile: async ({ lane, path }) => {
      if (path !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(join(lane.worktreePath, path)));
    },
    reveal: async ({ lane }) => {
      await vscode.commands.executeCommand('stateroom.lanes.focus');
      return this.environment.lanesView.reveal(lane.id);
    },
    showPage: ({ repository, lane }) => this.environment.pages.show(repository, lane.ref),
    copyBranch: async ({ lane }) => {
      await vscode.env.clipboard.writeText(lane.branch);
      sayDone(l10n.t('Copied {0}', lane.branch));
    },
  };

  /** Starts a program in the lane's terminal; reports its end if the shell does. */
  private async startAgent(call: LaneCall): Promise<unknown> {
    const { repository, lane } = call;
    const commandLine = call.command ?? (await this.askCommand(lane));
    if (commandLine === undefined) return undefined;
    if (lane.state === 'ASSIGNED') await this.invoke(repository, 'workerStart', { lane: lane.lane });
    const running = await this.environment.laneTerminals.run(lane, repository.storeDirectory, commandLine);
    if (running !== undefined) void this.follow(call, commandLine, running);
    return { followed: running !== undefined };
  }

  private async askCommand(lane: Lane): Promise<string | undefined> {
    const { memory } = this.environment;
    const answer = await askText({
      title: l10n.t('Start Agent in {0}', lane.lane),
      prompt: l10n.t('Command to start the agent (runs in the lane’s terminal)'),
      placeholder: 'codex, claude, gemini…',
      value: startCommand(lane) ?? memory.last(agentKey) ?? '',
      problem: text => (text.trim() === '' ? l10n.t('The command is empty.') : undefined),
    });
    if (answer === undefined || answer === back) return undefined;
    await memory.remember(agentKey, answer);
    return answer;
  }

  /** Sends heartbeats for the worker while its program runs, however busy that is; then tells of its end. */
  private async follow(call: LaneCall, commandLine: string, { ended, shell }: RunningCommand): Promise<void> {
    const stop = new AbortController();
    const beating = shell === undefined ? undefined : this.heartbeat(call, shell, stop.signal);
    const { exitCode } = await ended;
    stop.abort();
    await beating;
    await this.environment.notice.attempt(l10n.t('The action failed.'), call.repository, () =>
      this.tellEnd(call, commandLine, exitCode),
    );
  }

  private async heartbeat({ repository, lane }: LaneCall, watch: number, signal: AbortSignal): Promise<void> {
    const { log } = this.environment;
    try {
      const operation = (await loadLaneOperations()).workerHeartbeat;
      const answer = await repository.invoke(operation, { lane: lane.lane, watch }, { signal });
      if (isRefusal(answer) && !signal.aborted) log.warn(`Nobody beats for ${lane.lane}: ${say(answer.message)}`);
    } catch (error) {
      log.error(`Beating for ${lane.lane} failed.`, error);
    }
  }

  /** The agent has ended: prompts for the next step, unless the agent reported an outcome. */
  private async tellEnd(call: LaneCall, commandLine: string, exitCode: number | undefined): Promise<void> {
    const { repository, lane } = call;
    const now = (await readLanes(repository, false)).find(({ id }) => id === lane.id);
    if (now?.state !== 'WORKING') return;
    const isFine = exitCode === undefined || exitCode === 0;
    const text = isFine
      ? l10n.t('The agent in lane {0} exited without submitting its work.', lane.lane)
      : l10n.t('The agent in lane {0} exited with code {1}.', lane.lane, exitCode);
    const show = l10n.t('Show Terminal');
    const submit = l10n.t('Submit for Review');
    const ask = isFine ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    const fail = l10n.t('Mark as Failed');
    const chosen = await ask(asMessage(text), isFine ? submit : fail, show);
    // Of that repository, whichever is shown by the time that the button is pressed.
    if (chosen === show) await this.acts.openTerminal(call);
    if (chosen === fail) {
      const reason = l10n.t('{0} exited with code {1}', shortened(commandLine, maxCommandLength), exitCode ?? 0);
      await this.invoke(repository, 'workerFail', { lane: lane.lane, reason });
    }
    if (chosen === submit) await this.invoke(repository, 'workerDone', { lane: lane.lane });
  }

  private async invoke(
    repository: OpenRepository,
    operation: 'workerStart' | 'workerFail' | 'workerDone',
    input: Given,
  ): Promise<void> {
    unlessRefused(await invokeLong((await loadLaneOperations())[operation], repository, input));
  }

  /** The lane that a row, a link or a test names, else the one that the person picks. */
  private async callOf(repository: OpenRepository, given: Given, title: string): Promise<LaneCall | undefined> {
    const path = textOf(given.path);
    const command = textOf(given.command);
    if (typeof given.lane !== 'string') {
      const chosen = await askLane(repository, {
        title,
        placeholder: l10n.t('Select a lane'),
      });
      return chosen === undefined || chosen === back ? undefined : { title, repository, lane: chosen, path, command };
    }
    const name = given.lane;
    const lane = (await readLanes(repository, true)).find(one => [one.lane, one.ref, one.id].includes(name));
    if (lane === undefined) {
      throw refusalError('not_found', verbatim(l10n.t('Lane {0} not found.', name)), {
        hint: verbatim(l10n.t('Check the Lanes view.')),
      });
    }
    return { title, repository, lane, path, command };
  }
}

/** The file of the diff in which a scope was chosen; all files where none is open, or the scope does not have it. */
async function showIn(call: LaneCall, scope: Answer<DiffScope>): Promise<unknown> {
  if (scope === undefined || scope === back) return undefined;
  if (call.path !== undefined && (await showLaneChange(call, call.path, scope))) return { files: 1 };
  return showLaneChanges(call, scope);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
