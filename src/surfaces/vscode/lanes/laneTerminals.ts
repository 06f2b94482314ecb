import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { withPrompt } from '../../../domain/agent/promptArgument.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneEnvironmentFile, readLaneEnvironment } from '../../../domain/lane/laneKit.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { systemClock } from '../../../platform/clock.js';
import { processesIn } from '../../../platform/processesIn.js';
import { textOfRegularFile } from '../../../platform/regularFile.js';
import { searchPathWith } from '../../../platform/searchPath.js';
import { watchShell } from '../../../platform/shellProgram.js';
import { shimFile } from '../../../platform/shim.js';
import { readLanes } from '../commands/lanePicker.js';
import type { Repository } from '../repository.js';
import { Disposables } from '../support/disposables.js';

/** How long a shell may take until the editor can follow its commands, in ms; longer where it is known to let it. */
const shellPatience = 5000;
const longPatience = 20_000;
/** Shells that the editor can follow; each of them may have much to read before it begins. */
const followedShells = new Set(['bash', 'fish', 'gitbash', 'pwsh', 'zsh']);

/** How a command in a lane's terminal ended. */
export interface CommandEnd {
  /** Undefined where the shell does not tell. */
  readonly exitCode: number | undefined;
  /** True if its terminal was closed. */
  readonly isClosed?: boolean;
  /** True if it was closed with its lane, and not by the person. */
  readonly isReleased?: boolean;
}

/** A command that runs in a lane's terminal. */
export interface RunningCommand {
  readonly ended: Promise<CommandEnd>;
  /** Process id of the shell that it runs in; undefined for a terminal without a process. */
  readonly shell: number | undefined;
  /** False where the shell does not tell of its end. */
  readonly isFollowed: boolean;
  /** Ends it by what is known otherwise. */
  end(): void;
  /** Brings its terminal into sight. */
  show(): void;
}

/** What starts an agent. */
interface StartedCommand {
  readonly commandLine: string;
  /** What takes the place of `{prompt}`. */
  readonly prompt?: string | undefined;
  readonly agent: string;
}

/** A terminal in a lane's worktree. */
interface LaneTerminal {
  /** The lane's ULID. */
  readonly lane: string;
  /** The agent under whose name everything in it acts; undefined for the person's own. */
  readonly agent: string | undefined;
  readonly terminal: vscode.Terminal;
}

/**
 * Terminals of lanes, in their worktrees and with their environment; `stateroom` is found in them. A lane has one for the
 * person, and one for each agent that is started there: what is done in that is recorded as the agent's.
 */
export class LaneTerminals implements vscode.Disposable {
  private readonly owned = new Disposables();
  private terminals: readonly LaneTerminal[] = [];
  /** Terminals in which a command runs, as far as their shells tell, or an agent that was started there has not ended. */
  private readonly busy = new Set<vscode.Terminal>();
  /** Terminals that are closed with their lane. */
  private readonly released = new WeakSet<vscode.Terminal>();

  constructor() {
    this.owned.add(
      vscode.window.onDidCloseTerminal(closed => {
        this.busy.delete(closed);
        this.terminals = this.terminals.filter(({ terminal }) => terminal !== closed);
      }),
    );
    this.owned.add(vscode.window.onDidStartTerminalShellExecution(({ terminal }) => this.busy.add(terminal)));
    this.owned.add(vscode.window.onDidEndTerminalShellExecution(({ terminal }) => this.busy.delete(terminal)));
  }

  /** The terminal of the agent that runs in the lane, as far as its shell tells, else the person's own; shown, made where needed. */
  async show(lane: Lane, storeDirectory: string): Promise<vscode.Terminal> {
    const own = this.terminals.filter(one => one.lane === lane.id);
    const running = own.findLast(({ agent, terminal }) => agent !== undefined && this.busy.has(terminal));
    const found = running ?? own.find(({ agent }) => agent === undefined);
    const terminal = found?.terminal ?? (await this.make(lane, storeDirectory, undefined));
    terminal.show();
    return terminal;
  }

  /** True if an agent runs in a terminal of the lane, as far as its shell tells. */
  hasAgent({ id }: Pick<Lane, 'id'>): boolean {
    return this.terminals.some(
      ({ lane, agent, terminal }) => lane === id && agent !== undefined && this.busy.has(terminal),
    );
  }

  /**
   * Closes the terminals of a lane (its name, `L-3` or ULID) of this repository before its worktree is removed, since no process may
   * run there; resolves when their shells have ended. Those in which a command runs stay: that is for the person to end. Throws
   * what the store refuses.
   */
  async release(repository: Repository, name: string): Promise<void> {
    if (this.terminals.length === 0) return;
    // Another repository may have a lane of the same name, and be the one that is shown.
    const lane = (await readLanes(repository, true)).find(one => [one.lane, one.ref, one.id].includes(name));
    const idle = this.terminals.filter(one => one.lane === lane?.id && !this.busy.has(one.terminal));
    await this.closeThese(idle);
  }

  /** True if a lane has terminals here, and nothing else runs in its worktree, as far as the system tells. */
  async areAlone({ id, worktreePath }: Pick<Lane, 'id' | 'worktreePath'>): Promise<boolean> {
    const own = this.terminals.filter(({ lane }) => lane === id);
    if (own.length === 0) return false;
    const shells = await Promise.all(own.map(({ terminal }) => terminal.processId));
    return (
      (
        await processesIn(
          worktreePath,
          shells.filter(pid => pid !== undefined),
        )
      ).length === 0
    );
  }

  /** Closes all terminals of a lane with what runs in them; resolves when that has ended, after five seconds in any case. */
  async closeAll({ id, worktreePath }: Pick<Lane, 'id' | 'worktreePath'>): Promise<void> {
    const own = this.terminals.filter(({ lane }) => lane === id);
    await this.closeThese(own);
    // A program may live a little longer than its shell.
    const end = systemClock.now() + shellPatience;
    while ((await processesIn(worktreePath)).length > 0 && systemClock.now() < end) await soon();
  }

  /**
   * Types a command into a terminal in which all is done by this agent, with the prompt where it takes one. Resolves when it was
   * typed, with what resolves when it has ended: where the shell cannot be followed, also later on, that is once the terminal is
   * closed, or its end is told by other means.
   */
  async run(
    lane: Lane,
    storeDirectory: string,
    { commandLine, prompt, agent }: StartedCommand,
  ): Promise<RunningCommand> {
    const idle = this.terminals.find(
      one => one.lane === lane.id && one.agent === agent && !this.busy.has(one.terminal),
    );
    const terminal = idle?.terminal ?? (await this.make(lane, storeDirectory, agent));
    terminal.show();
    const integration = await shellOf(terminal);
    const typed = prompt === undefined ? commandLine : withPrompt(commandLine, prompt, shellName(terminal));
    let execution = integration?.executeCommand(typed);
    const isFollowed = execution !== undefined;
    const endings = new Disposables();
    let resolve = (_how: CommandEnd): void => undefined;
    const ended = new Promise<CommandEnd>(done => {
      resolve = done;
    });
    const end = (how: CommandEnd): void => {
      endings.dispose();
      this.busy.delete(terminal);
      resolve(how);
    };
    if (!isFollowed) {
      terminal.sendText(typed);
      this.busy.add(terminal);
      // A shell that was slow to begin tells of the command once it runs it.
      endings.add(
        vscode.window.onDidStartTerminalShellExecution(event => {
          if (event.terminal === terminal) execution ??= event.execution;
        }),
      );
    }
    endings.add(
      vscode.window.onDidEndTerminalShellExecution(async event => {
        if (execution === undefined || event.execution !== execution) return;
        const shell = await terminal.processId;
        // What a shell within the shell tells may be taken for its end.
        if (shell !== undefined && (await watchShell(shell)()) === 'running') return;
        end({ exitCode: event.exitCode });
      }),
    );
    endings.add(
      vscode.window.onDidCloseTerminal(closed => {
        if (closed !== terminal) return;
        end({ exitCode: undefined, isClosed: true, isReleased: this.released.has(terminal) });
      }),
    );
    this.owned.add(endings);
    return {
      ended,
      shell: await terminal.processId,
      isFollowed,
      end: () => end({ exitCode: undefined }),
      show: () => terminal.show(),
    };
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async closeThese(terminals: readonly LaneTerminal[]): Promise<void> {
    for (const { terminal } of terminals) this.released.add(terminal);
    await Promise.all(terminals.map(({ terminal }) => close(terminal)));
  }

  private async make(lane: Lane, storeDirectory: string, agent: string | undefined): Promise<vscode.Terminal> {
    const text = await textOfRegularFile(join(lane.worktreePath, laneEnvironmentFile), {
      within: lane.worktreePath,
    }).catch(() => undefined);
    const terminal = vscode.window.createTerminal({
      name: agent === undefined ? l10n.t('Lane {0}', oneLine(lane.lane)) : nameOf(lane, agent),
      cwd: vscode.Uri.file(lane.worktreePath),
      env: {
        ...readLaneEnvironment(text ?? ''),
        ...searchPathWith(dirname(shimFile(storeDirectory))),
        // Under the lane's name a person would count as the agent that works there.
        ...(agent === undefined ? { STATEROOM_LANE: null } : { STATEROOM_ACTOR: agent, STATEROOM_ROLE: 'agent' }),
      },
      iconPath: new vscode.ThemeIcon(agent === undefined ? 'git-branch' : 'robot'),
      // A terminal that the editor restores would not be known as the lane's.
      isTransient: true,
    });
    this.terminals = [...this.terminals, { lane: lane.id, agent, terminal }];
    return terminal;
  }
}

/** What the terminal of an agent is called: `codex L-2 Keep the cart`. Its own name ends with the lane's. */
function nameOf(lane: Lane, agent: string): string {
  const end = `-${lane.lane}`;
  const program = agent.endsWith(end) ? agent.slice(0, -end.length) : agent;
  return oneLine(`${program} ${laneLabel(lane)}`);
}

/** The shell of a terminal as the editor calls it; the one of its settings where it does not know yet. */
function shellName({ state }: vscode.Terminal): string {
  const file = basename(vscode.env.shell.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.exe$/, '');
  return state.shell ?? (file === 'powershell' ? 'pwsh' : file);
}

/** Closes a terminal; resolves when its shell has ended. */
async function close(terminal: vscode.Terminal): Promise<void> {
  const pid = await terminal.processId;
  terminal.dispose();
  const end = systemClock.now() + shellPatience;
  while (pid !== undefined && isAlive(pid) && systemClock.now() < end) {
    await soon();
  }
}

function soon(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 50));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The terminal's shell integration, once it is available. */
async function shellOf(terminal: vscode.Terminal): Promise<vscode.TerminalShellIntegration | undefined> {
  if (terminal.shellIntegration !== undefined) return terminal.shellIntegration;
  return new Promise(resolve => {
    const end = (found: vscode.TerminalShellIntegration | undefined): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve(found);
    };
    const subscription = vscode.window.onDidChangeTerminalShellIntegration(event => {
      if (event.terminal === terminal) end(event.shellIntegration);
    });
    let timer = setTimeout(() => {
      if (!followedShells.has(terminal.state.shell ?? '')) return end(terminal.shellIntegration);
      timer = setTimeout(() => end(terminal.shellIntegration), longPatience - shellPatience);
    }, shellPatience);
  });
}
