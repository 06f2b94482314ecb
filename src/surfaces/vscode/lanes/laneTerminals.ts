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

/** Max wait until the editor can follow a shell's commands, in ms; the second for shells known to support it. */
const shellPatience = 5000;
const longPatience = 20_000;
/** Shells that the editor can follow; each may load a lot before it is ready. */
const followedShells = new Set(['bash', 'fish', 'gitbash', 'pwsh', 'zsh']);

export interface CommandEnd {
  /** Undefined if the shell does not report it. */
  readonly exitCode: number | undefined;
  readonly isClosed?: boolean;
  /** True if it was closed with its lane, and not by the person. */
  readonly isReleased?: boolean;
}

export interface RunningCommand {
  readonly ended: Promise<CommandEnd>;
  /** Process id of its shell; undefined for a terminal without a process. */
  readonly shell: number | undefined;
  /** False if the shell does not report its end. */
  readonly isFollowed: boolean;
  /** Resolves `ended`, for callers that learn of the end by other means. */
  end(): void;
  show(): void;
}

interface StartedCommand {
  readonly commandLine: string;
  /** Replacement for `{prompt}`. */
  readonly prompt?: string | undefined;
  readonly agent: string;
}

interface LaneTerminal {
  /** ULID of the lane. */
  readonly lane: string;
  /** Actor name for everything done in it; undefined for the person's own terminal. */
  readonly agent: string | undefined;
  readonly terminal: vscode.Terminal;
}

/** Terminals in the lanes' worktrees: one for the person and one per agent, whose acts are recorded as the agent's. */
export class LaneTerminals implements vscode.Disposable {
  private readonly owned = new Disposables();
  private terminals: readonly LaneTerminal[] = [];
  /** Terminals with a running command, if their shells report it, or a started agent that has not ended. */
  private readonly busy = new Set<vscode.Terminal>();
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

  /** Shows the terminal of the lane's agent, if its shell reports one as running, else the person's own. */
  async show(lane: Lane, storeDirectory: string): Promise<vscode.Terminal> {
    const own = this.terminals.filter(one => one.lane === lane.id);
    const running = own.findLast(({ agent, terminal }) => agent !== undefined && this.busy.has(terminal));
    const found = running ?? own.find(({ agent }) => agent === undefined);
    const terminal = found?.terminal ?? (await this.make(lane, storeDirectory, undefined));
    terminal.show();
    return terminal;
  }

  /** Returns true if an agent runs in a terminal of the lane, according to its shell. */
  hasAgent({ id }: Pick<Lane, 'id'>): boolean {
    return this.terminals.some(
      ({ lane, agent, terminal }) => lane === id && agent !== undefined && this.busy.has(terminal),
    );
  }

  /** Closes idle terminals of a lane (name, `L-3`, ULID); resolves when the shells have ended. Throws refusals. */
  async release(repository: Repository, name: string): Promise<void> {
    if (this.terminals.length === 0) return;
    // Another repository, possibly the shown one, may have a lane of the same name.
    const lane = (await readLanes(repository, true)).find(one => [one.lane, one.ref, one.id].includes(name));
    const idle = this.terminals.filter(one => one.lane === lane?.id && !this.busy.has(one.terminal));
    await this.closeThese(idle);
  }

  /** Returns true if a lane has terminals here and, according to the system, nothing else runs in its worktree. */
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

  /** Closes a lane's terminals with the programs in them; resolves when these have ended, or after five seconds. */
  async closeAll({ id, worktreePath }: Pick<Lane, 'id' | 'worktreePath'>): Promise<void> {
    const own = this.terminals.filter(({ lane }) => lane === id);
    await this.closeThese(own);
    // A program may outlive its shell briefly.
    const end = systemClock.now() + shellPatience;
    while ((await processesIn(worktreePath)).length > 0 && systemClock.now() < end) await soon();
  }

  /** Types a command into an agent's terminal; resolves once typed. If not followed, it ends by closing or `end`. */
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
      // A shell that started slowly reports the command once it runs it.
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
        // The end of a command in a nested shell may be mistaken for its end.
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
      // A terminal restored by the editor would not be linked to the lane.
      isTransient: true,
    });
    this.terminals = [...this.terminals, { lane: lane.id, agent, terminal }];
    return terminal;
  }
}

/** Returns the title of an agent's terminal: `codex L-2 Keep the cart`. The agent's own name ends with the lane's. */
function nameOf(lane: Lane, agent: string): string {
  const end = `-${lane.lane}`;
  const program = agent.endsWith(end) ? agent.slice(0, -end.length) : agent;
  return oneLine(`${program} ${laneLabel(lane)}`);
}

/** Returns the editor's name for a terminal's shell; that of its settings while unknown. */
function shellName({ state }: vscode.Terminal): string {
  const file = basename(vscode.env.shell.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.exe$/, '');
  return state.shell ?? (file === 'powershell' ? 'pwsh' : file);
}

/** Closes a terminal; resolves when its shell has ended, or after five seconds. */
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
