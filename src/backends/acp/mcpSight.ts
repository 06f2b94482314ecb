import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentUpdate } from '../agentProgram.js';

/** Variable with a path that Stateroom's MCP server creates when its tools are first listed or called. */
export const mcpSeenVariable = 'STATEROOM_MCP_SEEN';

const betweenLooks = 100;

/** Notices that an agent uses its MCP server: by a file of the server's, or by a tool call that names it. */
export class McpSight {
  readonly file = join(tmpdir(), `stateroom-mcp-${randomUUID()}`);
  readonly seen: Promise<boolean>;
  readonly #name: string;
  #settle: (isSeen: boolean) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  readonly #looks: NodeJS.Timeout;

  constructor(name: string) {
    this.#name = name;
    this.seen = new Promise(done => {
      this.#settle = done;
    });
    this.#looks = setInterval(() => {
      if (existsSync(this.file)) this.finish(true);
    }, betweenLooks);
  }

  read(update: AgentUpdate): void {
    if (update.kind === 'tool' && update.title?.includes(this.#name)) this.finish(true);
  }

  /** Settles with false after this time. */
  expectWithin(ms: number): void {
    this.#timer ??= setTimeout(() => this.finish(false), ms);
  }

  finish(isSeen: boolean): void {
    clearInterval(this.#looks);
    clearTimeout(this.#timer);
    this.#settle(isSeen || existsSync(this.file));
    void rm(this.file, { force: true });
  }
}
