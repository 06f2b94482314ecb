import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { agents } from '../../../domain/agent/agents.js';
import { isPromptQuoted, takesPrompt } from '../../../domain/agent/promptArgument.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { startCommand } from '../../../domain/lane/startCommand.js';
import { isRefusal, refusalError, unlessRefused } from '../../../domain/refusal/refusal.js';
import { shortened } from '../../../domain/text/shortened.js';
import { programAgent } from '../../../domain/worker/programAgent.js';
import { settingKeys } from '../../../manifest/settingKeys.js';
import { verbatim } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { briefText } from '../../../packet/brief.js';
import { isOnPath } from '../../../platform/isOnPath.js';
import { laneWord } from '../../../present/laneViewRow.js';
import { isRetryMeant } from '../commands/flow/laneFlows.js';
import { invokeLong } from '../commands/invokeLong.js';
import { readLanes } from '../commands/lanePicker.js';
import { askWorkItem } from '../commands/workItemPicker.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { standingOf } from '../repository/repositoryRef.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, askText, back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { translate } from '../support/translate.js';
import type { LaneEnvironment } from './laneCommands.js';
import type { CommandEnd, RunningCommand } from './laneTerminals.js';
import { startWatched, watchedAgent, watchedChoices, watchedTitle } from './watchedStart.js';

const agentKey = 'lane.agent';
const maxCommandLength = 200;

/** Max wait for the shell to report the exit code of a program known to have ended, in ms. */
const exitCodePatience = 2000;

const sections = ['ready', 'in_flight', 'needs_you', 'blocked', 'scheduled'] as const;

interface Started {
  /** `L-3` */
  readonly lane: string;
  readonly agent: string;
  /** True if its end will be noticed. */
  readonly followed: boolean;
}

/** Starts agents in lane terminals and reports their end, if the shell reports it or the terminal is closed. */
export class AgentStart {
  constructor(private readonly environment: LaneEnvironment) {}

  /** Starts an agent in a lane; without `given`, asks for its command. `every`: seconds between heartbeats. */
  async inLane(repository: OpenRepository, lane: Lane, given?: string, every?: number): Promise<Started | undefined> {
    if (!(await this.isMeantBeside(repository, lane))) return undefined;
    const commandLine = given ?? (await this.askFor(repository, lane, l10n.t('Start Agent in {0}', laneLabel(lane))));
    if (commandLine === undefined) return undefined;
    throwIfQuoted(commandLine);
    return this.start(repository, lane, commandLine, every);
  }

  /** Takes a lane with all its files from its worker and starts another agent in it. */
  async reassign(repository: OpenRepository, lane: Lane, given?: string): Promise<Started | undefined> {
    const title = l10n.t('Reassign {0}', laneLabel(lane));
    const commandLine = given ?? (await this.askFor(repository, lane, title));
    if (commandLine === undefined) return undefined;
    throwIfQuoted(commandLine);
    await this.invoke(repository, 'workerCancel', title, { lane: lane.lane, outcome: 'reassign' });
    const now = (await readLanes(repository, false)).find(({ id }) => id === lane.id);
    return this.start(repository, now ?? lane, commandLine);
  }

  /** Asks for the command, with a suggestion; if there is none, asks for an agent. */
  private askFor(repository: OpenRepository, lane: Lane, title: string): Promise<string | undefined> {
    const suggested = startCommand(lane) ?? defaultCommand() ?? this.environment.memory.last(agentKey);
    const isCommand = suggested !== undefined && watchedAgent(suggested) === undefined;
    return isCommand ? this.askCommand(title, suggested) : this.askAgent(repository, title);
  }

  /** Returns true if no agent is working in the lane, or the person confirms starting another beside it. */
  private async isMeantBeside(repository: OpenRepository, lane: Lane): Promise<boolean> {
    const { laneTerminals } = this.environment;
    if (!laneTerminals.hasAgent(lane) && !isAtWork(lane)) return true;
    const [show, start] = [l10n.t('Show Terminal'), l10n.t('Start Another')];
    const text = asMessage(l10n.t('{0} is working in {1}.', lane.worker?.agent ?? l10n.t('An agent'), lane.ref));
    const detail = l10n.t('Two agents in one worktree change the same files.');
    const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, show, start);
    if (chosen === show) await laneTerminals.show(lane, repository.storeDirectory);
    return chosen === start;
  }

  /** Starts an agent (lane's, setting's or chosen) in an item's lane; opens the lane if needed, after all questions. */
  async onItem(
    repository: OpenRepository,
    given: {
      readonly item: string | undefined;
      readonly command: string | undefined;
      /** Asks for the agent even if one is known. */
      readonly isOther?: boolean;
    },
    title: string,
  ): Promise<unknown> {
    const item = given.item ?? (await this.askItem(repository, title));
    if (item === undefined) return undefined;
    const known = given.isOther === true ? undefined : await this.commandFor(repository, item);
    const commandLine = given.command ?? known ?? (await this.askAgent(repository, title));
    if (commandLine === undefined) return undefined;
    throwIfQuoted(commandLine);
    const { workerSpawn } = await loadLaneOperations();
    // Asks what to do about an item that cannot start yet, and reports what was opened.
    const opened = await this.environment.run(workerSpawn, { lane: item }, standingOf(repository));
    if (opened === undefined || isRefusal(opened)) return opened;
    const lane = (await readLanes(repository, false)).find(({ id }) => id === opened.id);
    // A lane that waits for others starts once those are merged.
    if (lane === undefined || lane.status === 'planned') return opened;
    requireBegun(lane);
    if (!(await this.isMeantBeside(repository, lane))) return opened;
    return this.start(repository, lane, commandLine);
  }

  private async askItem(repository: OpenRepository, title: string): Promise<string | undefined> {
    const placeholder = l10n.t('Select a work item');
    const chosen = await askWorkItem(repository, this.environment.clock, { title, placeholder, sections });
    return chosen === undefined || chosen === back ? undefined : chosen.ref;
  }

  private async commandFor(repository: OpenRepository, item: string): Promise<string | undefined> {
    const lane = (await repository.hasLanes())
      ? (await readLanes(repository, false)).findLast(({ workItem, kind }) => workItem === item && kind !== 'review')
      : undefined;
    return (lane && startCommand(lane)) ?? defaultCommand();
  }

  private async askAgent(repository: OpenRepository, title: string): Promise<string | undefined> {
    const known = agents.flatMap(({ title: label, program, promptOption = '' }) => {
      if (program === undefined) return [];
      const value = `${program} ${promptOption}{prompt}`;
      const isInstalled = isOnPath(program);
      const mark = isInstalled ? l10n.t('installed') : l10n.t('not installed');
      return [{ value, label: `$(robot) ${label}`, description: `${mark} · ${value}`, isInstalled }];
    });
    const last = this.environment.memory.last(agentKey);
    const lastWatched = watchedAgent(last ?? '');
    const lastTitle = lastWatched === undefined ? (last ?? '') : watchedTitle(lastWatched);
    const lastRow = { value: last ?? '', label: `$(history) ${asLabel(lastTitle)}`, description: l10n.t('last used') };
    const watchedRows = (await watchedChoices(repository)).map(({ value, title: label }) => ({
      ...{ value, label: `$(eye) ${label}` },
      description: l10n.t('started and watched by Stateroom, without a terminal'),
    }));
    // The most popular agents are last in the table.
    const agentRows = known.reverse().toSorted((one, other) => Number(other.isInstalled) - Number(one.isInstalled));
    const chosen = await askChoice<string>({
      title,
      placeholder: l10n.t('Select an agent. {0} in its command becomes the request to do the work item.', '{prompt}'),
      rows: [
        ...(last === undefined ? [] : [lastRow]),
        ...watchedRows.filter(({ value }) => value !== last),
        ...agentRows.filter(({ value }) => value !== last),
        { value: '', label: l10n.t('$(edit) Other Command…') },
      ],
    });
    if (chosen === undefined || chosen === back) return undefined;
    if (chosen === '') return this.askCommand(title, '');
    await this.environment.memory.remember(agentKey, chosen);
    return chosen;
  }

  private async askCommand(title: string, value: string): Promise<string | undefined> {
    const answer = await askText({
      title,
      prompt: l10n.t(
        'Command to start the agent in the lane’s terminal. {0} in it becomes the task: item, title, notes, how to submit.',
        '{prompt}',
      ),
      placeholder: 'codex, claude, gemini…',
      value,
      problem: text => (text.trim() === '' ? l10n.t('The command is empty.') : quotedPrompt(text)),
    });
    if (answer === undefined || answer === back) return undefined;
    await this.environment.memory.remember(agentKey, answer);
    return answer;
  }

  /** Starts an agent that Stateroom watches, or types the command into a terminal of its own; from then on the lane's worker is the agent, not the person. */
  private async start(
    repository: OpenRepository,
    lane: Lane,
    commandLine: string,
    every?: number,
  ): Promise<Started | undefined> {
    const watched = watchedAgent(commandLine);
    if (watched !== undefined) {
      const isStarted = await startWatched(this.environment, repository, lane, watched);
      return isStarted ? { lane: lane.ref, agent: watched, followed: true } : undefined;
    }
    const agent = programAgent(lane.lane, [commandLine]);
    const prompt = takesPrompt(commandLine) ? await promptFor(repository, lane) : undefined;
    if (lane.state === 'ASSIGNED' || lane.state === 'WORKING') {
      const title = l10n.t('Start Agent in {0}', laneLabel(lane));
      await this.invoke(repository, 'workerStart', title, { lane: lane.lane, agent, every });
    }
    const { laneTerminals } = this.environment;
    const running = await laneTerminals.run(lane, repository.storeDirectory, { commandLine, prompt, agent });
    void this.follow(repository, lane, commandLine, { running, every });
    sayDone(l10n.t('Started {0} in {1}', agent, lane.ref));
    return { lane: lane.ref, agent, followed: running.isFollowed };
  }

  /** Sends heartbeats for the worker until its program ends, however quiet it is; then reports the end. */
  private async follow(
    repository: OpenRepository,
    lane: Lane,
    commandLine: string,
    { running, every }: { readonly running: RunningCommand; readonly every: number | undefined },
  ): Promise<void> {
    const stop = new AbortController();
    const { shell } = running;
    const beating =
      shell === undefined
        ? undefined
        : this.heartbeat(repository, lane, { shell, every }, stop.signal).then(async hasEnded => {
            if (!hasEnded) return;
            // A shell that reports the exit code does so about now.
            await Promise.race([running.ended, pause(exitCodePatience)]);
            running.end();
          });
    const end = await running.ended;
    stop.abort();
    await beating;
    await this.environment.notice.attempt(l10n.t('The action failed.'), repository, () =>
      this.tellEnd(repository, lane, commandLine, { ...running, ...end }),
    );
  }

  /** Resolves with true once the program in the shell has ended. */
  private async heartbeat(
    repository: OpenRepository,
    lane: Lane,
    watched: { readonly shell: number; readonly every: number | undefined },
    signal: AbortSignal,
  ): Promise<boolean> {
    const { log } = this.environment;
    try {
      const operation = (await loadLaneOperations()).workerHeartbeat;
      const answer = await repository.invoke(operation, { lane: lane.lane, ...watched }, { signal });
      if (!isRefusal(answer)) return answer.ended;
      if (!signal.aborted) log.warn(`No heartbeats for ${lane.lane}: ${say(answer.message)}`);
    } catch (error) {
      log.error(`Sending heartbeats for ${lane.lane} failed.`, error);
    }
    return false;
  }

  private async tellEnd(
    repository: OpenRepository,
    lane: Lane,
    commandLine: string,
    { exitCode, isClosed, isReleased, show: showTerminal }: Pick<RunningCommand, 'show'> & CommandEnd,
  ): Promise<void> {
    if (isReleased === true) return;
    const now = (await readLanes(repository, false)).find(({ id }) => id === lane.id);
    if (now !== undefined) await this.recordEnd(repository, lane, exitCode);
    if (now?.state !== 'WORKING') return;
    const isFine = exitCode === undefined || exitCode === 0;
    const text = isClosed
      ? l10n.t('The terminal of the agent in lane {0} was closed before it submitted its work.', laneLabel(lane))
      : isFine
        ? l10n.t('The agent in lane {0} exited without submitting its work.', laneLabel(lane))
        : l10n.t('The agent in lane {0} exited with code {1}.', laneLabel(lane), exitCode);
    const show = l10n.t('Show Terminal');
    const submit = l10n.t('Submit for Review');
    const ask = isFine ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    const fail = l10n.t('Mark as Failed');
    const [retry, reassign] = [l10n.t('Retry…'), l10n.t('Reassign…')];
    const canSubmit = isFine && (await hasCommits(repository, lane));
    const buttons = [canSubmit ? submit : fail, retry, reassign, ...(isClosed === true ? [] : [show])];
    const chosen = await ask(asMessage(text), ...buttons);
    if (chosen === show) showTerminal();
    // Uses the agent's repository, even if another is shown by the time that the button is pressed.
    const isRetried = chosen === retry && (await isRetryMeant(repository, lane));
    if (chosen === fail || isRetried) {
      const command = shortened(commandLine, maxCommandLength);
      const reason = isClosed
        ? l10n.t('the terminal of {0} was closed', command)
        : isFine
          ? l10n.t('{0} exited without submitting its work', command)
          : l10n.t('{0} exited with code {1}', command, exitCode);
      await this.invoke(repository, 'workerFail', fail, { lane: lane.lane, reason });
    }
    const { run, actOnLane } = this.environment;
    const again = { lane: lane.lane };
    if (isRetried) await run((await loadLaneOperations()).workerRetry, again, standingOf(repository));
    if (chosen === reassign) await actOnLane('reassign', again, standingOf(repository));
    if (chosen === submit) await this.invoke(repository, 'workerDone', submit, { lane: lane.lane });
  }

  /** Updates the worker's row at once instead of after missed heartbeats. */
  private async recordEnd(repository: OpenRepository, lane: Lane, exitCode: number | undefined): Promise<void> {
    if (this.environment.laneTerminals.hasAgent(lane)) return;
    const operation = (await loadLaneOperations()).workerHeartbeat;
    const answer = await repository.invoke(operation, { lane: lane.lane, ended: true, exitCode });
    repository.readAgain();
    if (isRefusal(answer))
      this.environment.log.info(`The end of the program in ${lane.lane} was not recorded: ${say(answer.message)}`);
  }

  private async invoke(
    repository: OpenRepository,
    operation: 'workerStart' | 'workerFail' | 'workerDone' | 'workerCancel',
    title: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    unlessRefused(await invokeLong((await loadLaneOperations())[operation], repository, input, { title }));
  }
}

function defaultCommand(): string | undefined {
  const set = vscode.workspace.getConfiguration('stateroom').get<unknown>(settingKeys.agentCommand);
  return typeof set === 'string' && set.trim() !== '' ? set.trim() : undefined;
}

/** Returns the prompt for an agent that starts in a lane, where it reads the details. In English, as for all agents. */
async function promptFor(repository: OpenRepository, lane: Lane): Promise<string> {
  const { branch, description, ref, workItem } = lane;
  if (workItem === null) {
    return briefText({ ref, title: description ?? lane.lane, place: undefined, branch, answer: undefined });
  }
  const { item } = await invokeOrThrow(repository, queueShow, { id: workItem });
  return briefText({ ref: item.ref, title: item.title, place: ref, branch, answer: item.answer });
}

function quotedPrompt(commandLine: string): string | undefined {
  return isPromptQuoted(commandLine)
    ? l10n.t('The command has {0} within quotes. Move it out of them.', '{prompt}')
    : undefined;
}

function throwIfQuoted(commandLine: string): void {
  const problem = quotedPrompt(commandLine);
  if (problem !== undefined) throw refusalError('invalid_input', verbatim(problem));
}

/** Returns true for a lane whose agent sends heartbeats, wherever it runs. */
function isAtWork({ state, worker }: Lane): boolean {
  return state === 'WORKING' && worker?.agent != null && worker.liveness !== 'DEAD' && worker.liveness !== 'none';
}

function pause(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}

/** Throws `conflict` for a lane in which an agent has nothing to do. */
function requireBegun(lane: Lane): void {
  const { state } = lane;
  if (state === 'ASSIGNED' || state === 'WORKING' || state === 'CONFLICTED') return;
  throw refusalError('conflict', verbatim(l10n.t('{0} is {1}.', lane.ref, laneWord(lane, translate))), {
    hint: verbatim(l10n.t('Open its page to decide how it continues.')),
  });
}

/** Returns false if there is nothing to submit; true if that is unknown, since submitting then reports it. */
async function hasCommits(repository: OpenRepository, { id }: Lane): Promise<boolean> {
  const shown = await repository.invoke((await loadLaneOperations()).laneShow, { lane: id, merge: true });
  return isRefusal(shown) || shown.merge?.commits !== 0;
}
