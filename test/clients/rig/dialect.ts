/** What a scripted model answers: one tool call, or the last words. */
export type Step =
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly text: string };

/** A tool as a request offers it. `namespace` is Codex's grouping; `path` says how the model must name it back. */
export interface OfferedTool {
  readonly name: string;
  readonly namespace?: string;
}

/** What matters of a request, whatever the API. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[];
  /** What the tools called so far have answered, in order, as the model is shown it. */
  readonly results: readonly string[];
}

/** One vendor's API: how requests are read and answers are written. */
export interface Dialect {
  /** True for the paths it serves. */
  serves(path: string): boolean;
  read(body: Record<string, unknown>): ModelRequest;
  /** The whole response body. `call` is undefined when the answer is text. */
  write(answer: Answer, request: { body: Record<string, unknown>; path: string }): { type: string; text: string };
}

export type Answer =
  | { readonly text: string }
  | { readonly call: OfferedTool; readonly args: unknown; readonly id: string };

type Json = Record<string, unknown>;

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const eventStream = 'text/event-stream';
const named = (events: readonly Json[]) =>
  events.map(event => `event: ${text(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');
const unnamed = (events: readonly Json[]) => events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('');

/** `POST …/responses`, streamed. */
const responses: Dialect = {
  serves: path => path.endsWith('/responses'),
  read: body => ({
    tools: list(body.tools).flatMap((tool): OfferedTool[] =>
      tool.type === 'namespace'
        ? list(tool.tools).map(inner => ({ name: text(inner.name), namespace: text(tool.name) }))
        : [{ name: text(tool.name ?? tool.type) }],
    ),
    results: list(body.input)
      .filter(item => item.type === 'function_call_output')
      .map(item => text(item.output)),
  }),
  write: answer => {
    const item =
      'text' in answer
        ? { type: 'message', role: 'assistant', id: 'm1', content: [{ type: 'output_text', text: answer.text }] }
        : {
            type: 'function_call',
            id: `f-${answer.id}`,
            call_id: answer.id,
            ...answer.call,
            arguments: JSON.stringify(answer.args),
          };
    const usage = {
      input_tokens: 1,
      input_tokens_details: null,
      output_tokens: 1,
      output_tokens_details: null,
      total_tokens: 2,
    };
    return {
      type: eventStream,
      text: named([
        { type: 'response.created', response: { id: 'r1' } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { id: 'r1', usage } },
      ]),
    };
  },
};

/** `POST …/messages`, streamed. */
const messages: Dialect = {
  serves: path => path.endsWith('/messages'),
  read: body => ({
    tools: list(body.tools).map(tool => ({ name: text(tool.name) })),
    results: list(body.messages)
      .flatMap(message => list(message.content))
      .filter(part => part.type === 'tool_result')
      .map(part => text(part.content)),
  }),
  write: (answer, { body }) => {
    const isText = 'text' in answer;
    const block = isText
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: answer.id, name: answer.call.name, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: answer.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(answer.args) };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [],
      stop_reason: null,
      usage,
    };
    return {
      type: eventStream,
      text: named([
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null }, usage },
        { type: 'message_stop' },
      ]),
    };
  },
};

/** `POST …/chat/completions`, streamed or not. */
const chat: Dialect = {
  serves: path => path.endsWith('/chat/completions'),
  read: body => ({
    tools: list(body.tools).map(tool => ({ name: text((tool.function as Json | undefined)?.name) })),
    results: list(body.messages)
      .filter(message => message.role === 'tool')
      .map(message => text(message.content)),
  }),
  write: (answer, { body }) => {
    const isText = 'text' in answer;
    const message = isText
      ? { role: 'assistant', content: answer.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              index: 0,
              id: answer.id,
              type: 'function',
              function: { name: answer.call.name, arguments: JSON.stringify(answer.args) },
            },
          ],
        };
    const finish = isText ? 'stop' : 'tool_calls';
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const head = { id: 'c1', created: 1, model: body.model };
    if (body.stream !== true) {
      const choices = [{ index: 0, message, finish_reason: finish }];
      return { type: 'application/json', text: JSON.stringify({ ...head, object: 'chat.completion', choices, usage }) };
    }
    const chunk = (choices: readonly Json[], more: Json = {}) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices,
      ...more,
    });
    const chunks = [
      chunk([{ index: 0, delta: message, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: finish }], { usage }),
    ];
    return { type: eventStream, text: `${unnamed(chunks)}data: [DONE]\n\n` };
  },
};

/** `POST …:streamGenerateContent` and `:generateContent`. */
const generateContent: Dialect = {
  serves: path => /:(streamG|g)enerateContent$/.test(path),
  read: body => ({
    tools: list(body.tools)
      .flatMap(tool => list(tool.functionDeclarations))
      .map(tool => ({ name: text(tool.name) })),
    results: list(body.contents)
      .flatMap(content => list(content.parts))
      .filter(part => part.functionResponse !== undefined)
      .map(part => text((part.functionResponse as Json).response)),
  }),
  write: (answer, { path }) => {
    const part =
      'text' in answer ? { text: answer.text } : { functionCall: { name: answer.call.name, args: answer.args } };
    const response = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    const streamed = path.endsWith(':streamGenerateContent');
    return streamed
      ? { type: eventStream, text: unnamed([response]) }
      : { type: 'application/json', text: JSON.stringify(response) };
  },
};

export const dialects: readonly Dialect[] = [responses, messages, chat, generateContent];
