import type { AgentStart, PermissionAnswer, PermissionKind, PermissionRequest, ToolUpdate } from '../agentProgram.js';
import { cut, fieldsOf, readTool } from './readUpdate.js';

/** Requests that may wait at the same time; more are refused at once. */
const maxWaiting = 50;
/** Tool calls whose titles are remembered. */
const maxTitles = 500;

const kinds: readonly unknown[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

type Outcome = { readonly outcome: 'cancelled' } | { readonly outcome: 'selected'; readonly optionId: string };

const cancelled: Outcome = { outcome: 'cancelled' };

/** Puts the requests of one session to `onPermission`; each is answered once, at the latest when its turn is cancelled. */
export class Permissions {
  readonly #ask: AgentStart['onPermission'];
  readonly #ownTool: RegExp;
  /** First title of each tool call: some agents put the arguments alone into their request. */
  readonly #titles = new Map<string, string>();
  #turn = new AbortController();
  #waiting = 0;

  constructor({ onPermission, mcpServer }: Pick<AgentStart, 'onPermission' | 'mcpServer'>) {
    this.#ask = onPermission;
    const server = mcpServer.name.replace(/[^\w-]/g, '\\$&');
    this.#ownTool = new RegExp(`^(?:(?:mcp__)?${server}(?:__|[-_./:])([\\w-]+)|([\\w-]+) \\(${server} MCP Server\\))$`);
  }

  read({ id, title }: ToolUpdate): void {
    if (title === undefined || this.#titles.has(id)) return;
    if (this.#titles.size === maxTitles) this.#titles.delete(this.#titles.keys().next().value ?? '');
    this.#titles.set(id, title);
  }

  /** Answers what waits with `cancelled`. */
  cancelAll(): void {
    this.#turn.abort();
    this.#turn = new AbortController();
  }

  async answer(params: unknown, signal: AbortSignal): Promise<{ outcome: Outcome }> {
    const request = this.#readRequest(params);
    if (this.#waiting >= maxWaiting) return { outcome: outcomeOf({ allow: false }, request) };
    this.#waiting += 1;
    const both = either(signal, this.#turn.signal);
    try {
      const isCancelled = new Promise<undefined>(done => {
        if (both.signal.aborted) done(undefined);
        both.signal.addEventListener('abort', () => done(undefined), { once: true });
      });
      const asked = this.#ask(request, both.signal).catch((): PermissionAnswer => ({ allow: false }));
      const answer = await Promise.race([asked, isCancelled]);
      return { outcome: answer === undefined ? cancelled : outcomeOf(answer, request) };
    } finally {
      this.#waiting -= 1;
      both.release();
    }
  }

  #readRequest(params: unknown): PermissionRequest {
    const { toolCall, options } = fieldsOf(params);
    const fields = fieldsOf(toolCall);
    const [call] = readTool(fields);
    const { id = '', title = '', tool, command, paths = [] } = call ?? {};
    const known = this.#titles.get(id);
    const names = [fieldsOf(fields._meta).toolName, title, known];
    const isAct = command !== undefined || paths.length > 0 || acting.has(tool ?? '');
    const ownTool = isAct ? undefined : names.map(name => this.#ownToolIn(name)).find(name => name !== undefined);
    const listed = Array.isArray(options) ? options.map(fieldsOf) : [];
    return {
      id,
      title: known !== undefined && /^\{.*\}$/s.test(title) ? known : title,
      ...(tool === undefined ? {} : { tool }),
      paths,
      ...(command === undefined ? {} : { command }),
      ...(ownTool === undefined ? {} : { ownTool }),
      options: listed.flatMap(({ optionId, kind, name }) =>
        typeof optionId === 'string' && kinds.includes(kind)
          ? [{ id: optionId, kind: kind as PermissionKind, name: typeof name === 'string' ? cut(name, 500) : optionId }]
          : [],
      ),
    };
  }

  #ownToolIn(name: unknown): string | undefined {
    const [, plain, named] = (typeof name === 'string' ? this.#ownTool.exec(name) : undefined) ?? [];
    return plain ?? named;
  }
}

/** Kinds of tools with titles of the model's choice. */
const acting = new Set(['execute', 'edit', 'delete', 'move', 'fetch']);

/** As `AbortSignal.any`, which Node.js 20.0 does not have. */
function either(...signals: readonly AbortSignal[]): { readonly signal: AbortSignal; release(): void } {
  const both = new AbortController();
  const abort = (): void => both.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  }
  return {
    signal: both.signal,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    },
  };
}

/** Never chooses a lasting permission that was not given. Without a fitting option, the call is cancelled. */
function outcomeOf({ allow, always }: PermissionAnswer, { options }: PermissionRequest): Outcome {
  const wanted: readonly PermissionKind[] = allow
    ? always
      ? ['allow_always', 'allow_once']
      : ['allow_once']
    : ['reject_once', 'reject_always'];
  for (const kind of wanted) {
    const option = options.find(one => one.kind === kind);
    if (option !== undefined) return { outcome: 'selected', optionId: option.id };
  }
  const refusal = allow ? outcomeOf({ allow: false }, { id: '', title: '', paths: [], options }) : cancelled;
  return refusal;
}
