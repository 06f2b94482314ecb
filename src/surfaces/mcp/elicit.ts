import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** A question of the caller that is open, for its client to show. */
export interface AskedThere {
  /** `W-12` */
  readonly id: string;
  readonly question: string;
  /** The recommended one first. */
  readonly choices: readonly string[];
  readonly recommended: string | null;
}

/** Time in ms for a person to answer there; the question stays open after it. */
const patienceMs = 10 * 60_000;
const key = 'answer';

/**
 * Asks in the agent's client, where it can show forms. Up to 2025-11-25 the server sends a request; from 2026-07-28 it returns one,
 * and the client repeats its call with the response.
 */
export class Elicitation {
  readonly #context: ServerContext;
  readonly #server: McpServer['server'];

  constructor(context: ServerContext, { server }: McpServer) {
    this.#context = context;
    this.#server = server;
  }

  /** True if the client can show a form. Bare `elicitation: {}` means forms. */
  get isOffered(): boolean {
    const { envelope } = this.#context.mcpReq;
    const stated = envelope as Readonly<Record<string, unknown>> | undefined;
    const declared = (
      stated === undefined ? this.#server.getClientCapabilities() : stated[CLIENT_CAPABILITIES_META_KEY]
    ) as { readonly elicitation?: { readonly form?: unknown; readonly url?: unknown } } | undefined;
    const { elicitation } = declared ?? {};
    return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
  }

  /** The question that a repeated call answers, and its choice; undefined for a first call. */
  get returned():
    | { readonly asked: Pick<AskedThere, 'id' | 'question'>; readonly choice: string | undefined }
    | undefined {
    const { inputResponses, requestState } = this.#context.mcpReq;
    if (inputResponses === undefined) return undefined;
    try {
      const { id, question } = JSON.parse(String(requestState())) as Record<string, unknown>;
      return { asked: { id: String(id), question: String(question) }, choice: choiceIn(inputResponses[key]) };
    } catch {
      return undefined;
    }
  }

  /** Returns the choice; undefined if the person or the client gave none. For protocols up to 2025-11-25. */
  async ask(asked: AskedThere): Promise<string | undefined> {
    try {
      const options = { timeout: patienceMs, signal: this.#context.mcpReq.signal };
      return choiceIn(await this.#context.mcpReq.elicitInput(formOf(asked), options));
    } catch {
      // It stays open in Needs You.
      return undefined;
    }
  }

  /** True from 2026-07-28 on. */
  get returnsQuestions(): boolean {
    return this.#context.mcpReq.envelope !== undefined;
  }

  required(asked: AskedThere) {
    const { id, question } = asked;
    const requestState = JSON.stringify({ id, question });
    return inputRequired({ inputRequests: { [key]: inputRequired.elicit(formOf(asked)) }, requestState });
  }
}

function formOf({ id, question, choices, recommended }: AskedThere) {
  const advice = recommended === null ? '' : `\nRecommended: ${recommended}`;
  return {
    mode: 'form' as const,
    message: `${id}: ${question}${advice}`,
    requestedSchema: {
      type: 'object' as const,
      properties: { [key]: { type: 'string' as const, title: 'Answer', enum: [...choices] } },
      required: [key],
    },
  };
}

/** Reads what the client returned, which nobody has checked. */
function choiceIn(response: unknown): string | undefined {
  const { action, content } = (response ?? {}) as { action?: unknown; content?: Record<string, unknown> | null };
  const choice = content?.[key];
  return action === 'accept' && typeof choice === 'string' ? choice : undefined;
}
