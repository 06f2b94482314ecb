import type { AgentStart, PermissionAnswer, PermissionKind, PermissionRequest } from '../agentProgram.js';
import { cut, fieldsOf, readTool } from './readUpdate.js';

/** Requests that may wait at the same time; more are refused at once. */
const maxWaiting = 50;

const kinds: readonly unknown[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

type Outcome = { readonly outcome: 'cancelled' } | { readonly outcome: 'selected'; readonly optionId: string };

const cancelled: Outcome = { outcome: 'cancelled' };

/** Puts the requests of one session to `onPermission`; each is answered once, at the latest when its turn is cancelled. */
export class Permissions {
  readonly #ask: AgentStart['onPermission'];
  #turn = new AbortController();
  #waiting = 0;

  constructor(ask: AgentStart['onPermission']) {
    this.#ask = ask;
  }

  /** Answers what waits with `cancelled`. */
  cancelAll(): void {
    this.#turn.abort();
    this.#turn = new AbortController();
  }

  async answer(params: unknown, signal: AbortSignal): Promise<{ outcome: Outcome }> {
    const request = readRequest(params);
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
}

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

function readRequest(params: unknown): PermissionRequest {
  const { toolCall, options } = fieldsOf(params);
  const [call] = readTool(fieldsOf(toolCall));
  const listed = Array.isArray(options) ? options.map(fieldsOf) : [];
  return {
    id: call?.id ?? '',
    title: call?.title ?? '',
    ...(call?.tool === undefined ? {} : { tool: call.tool }),
    paths: call?.paths ?? [],
    ...(call?.command === undefined ? {} : { command: call.command }),
    options: listed.flatMap(({ optionId, kind, name }) =>
      typeof optionId === 'string' && kinds.includes(kind)
        ? [{ id: optionId, kind: kind as PermissionKind, name: typeof name === 'string' ? cut(name, 500) : optionId }]
        : [],
    ),
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
