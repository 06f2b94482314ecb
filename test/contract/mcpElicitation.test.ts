import { describe, expect, it } from 'vitest';
import { makeRepository, startRaw } from './mcpRig.js';

type Message = Readonly<Record<string, unknown>> & { readonly id?: unknown };

const question = {
  action: 'ask',
  id: 'W-1',
  question: 'Which database?',
  choices: ['Postgres', 'SQLite'],
  recommended: 'SQLite',
};

/** A client that knows the protocol up to 2025-11-25, takes only what it allows, and chooses what `answers` says. */
class StrictClient {
  readonly #server = startRaw({ cwd: makeRepository(), actor: 'strict-1' });
  #id = 0;

  async open(protocolVersion: string, capabilities: object): Promise<void> {
    const params = { protocolVersion, capabilities, clientInfo: { name: 'strict', version: '1' } };
    await this.#request('initialize', params);
    this.#server.send({ method: 'notifications/initialized' });
    await this.items({ action: 'add', title: 'Store the orders' });
    await this.items({ action: 'claim', id: 'W-1' });
  }

  async items(input: object): Promise<string> {
    return textOf(await this.#request('tools/call', { name: 'work_items', arguments: input }));
  }

  /** Asks the question; returns the form that the server sent, and its reply to the call. */
  async ask(response: object): Promise<{ readonly form: unknown; readonly reply: string }> {
    this.#id += 1;
    const id = this.#id;
    this.#server.send({ id, method: 'tools/call', params: { name: 'work_items', arguments: question } });
    const sent = (await this.#server.next(message => message.method === 'elicitation/create')) as Message;
    this.#server.send({ id: sent.id, result: response });
    const { result } = (await this.#server.next(
      message => message.id === id && message.method === undefined,
    )) as Message;
    return { form: sent.params, reply: textOf(result) };
  }

  async #request(method: string, params: object): Promise<unknown> {
    this.#id += 1;
    const id = this.#id;
    this.#server.send({ id, method, params });
    const { result } = (await this.#server.next(message => message.id === id)) as Message;
    return result;
  }
}

function textOf(result: unknown): string {
  const { content } = result as { readonly content: readonly { readonly text: string }[] };
  return content.map(({ text }) => text).join('\n');
}

describe('a question with choices', () => {
  it.each([
    ['2025-06-18', { elicitation: {} }],
    ['2025-11-25', { elicitation: { form: {} } }],
  ])('is asked as a form in a client of %s, and its choice is no answer of a person', async (version, capabilities) => {
    const client = new StrictClient();
    await client.open(version, capabilities);
    const { form, reply } = await client.ask({ action: 'accept', content: { answer: 'SQLite' } });
    expect(form).toEqual({
      mode: 'form',
      message: 'W-1: Which database?\nRecommended: SQLite',
      requestedSchema: {
        type: 'object',
        properties: { answer: { type: 'string', title: 'Answer', enum: ['SQLite', 'Postgres'] } },
        required: ['answer'],
      },
    });
    expect(reply).toContain('SQLite (answered through strict)');
    expect(reply).toContain('in_flight');
    expect(await client.items({ action: 'show', id: 'W-1' })).toContain('answered through strict');
  });

  it.each([
    ['declined', { action: 'decline' }],
    ['cancelled', { action: 'cancel' }],
    ['answered by what is no choice', { action: 'accept', content: { answer: 'Mongo' } }],
    ['answered by nothing', { action: 'accept' }],
  ])('stays open for a person where it is %s', async (_what, response) => {
    const client = new StrictClient();
    await client.open('2025-11-25', { elicitation: { form: {} } });
    const { reply } = await client.ask(response);
    expect(reply).toContain('waiting_human');
    expect(reply).not.toContain('answered through');
  });

  it.each([
    ['no elicitation', {}],
    ['addresses alone', { elicitation: { url: {} } }],
  ])('is not asked in a client that declares %s', async (_what, capabilities) => {
    const client = new StrictClient();
    await client.open('2025-11-25', capabilities);
    expect(await client.items(question)).toContain('waiting_human');
  });

  it('is returned to a client of 2026-07-28, which repeats the call with the choice', async () => {
    const server = startRaw({ cwd: makeRepository(), actor: 'modern-1' });
    let id = 0;
    const call = async (input: object, more: object = {}) => {
      id += 1;
      const own = id;
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'modern', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
      };
      server.send({ id: own, method: 'tools/call', params: { name: 'work_items', arguments: input, _meta, ...more } });
      return (await server.next(message => message.id === own)).result as Record<string, unknown>;
    };
    await call({ action: 'add', title: 'Store the orders' });
    await call({ action: 'claim', id: 'W-1' });
    const first = await call(question);
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        answer: { method: 'elicitation/create', params: { message: 'W-1: Which database?\nRecommended: SQLite' } },
      },
    });
    const { requestState } = first;
    expect(textOf(await call({ action: 'show', id: 'W-1' }))).toContain('waiting_human');
    const inputResponses = { answer: { action: 'accept', content: { answer: 'Postgres' } } };
    expect(textOf(await call(question, { requestState, inputResponses }))).toContain(
      'Postgres (answered through modern)',
    );
    // Repeated once more, it asks and answers nothing.
    expect(textOf(await call(question, { requestState, inputResponses }))).toContain('in_flight');
  });
});
