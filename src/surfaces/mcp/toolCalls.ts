import type { Actor } from '../../domain/actor/actor.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal/refusal.js';
import type { WorkItem } from '../../domain/workItem/workItem.js';
import { missedHooksReason } from '../../gates/branchReasons.js';
import type { CallableTool } from '../../manifest/toolSet.js';
import { errorText } from '../../messages/errorText.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { type Message, verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { fieldsOf } from '../../operations/inputFields.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import type { Log } from '../../platform/log.js';
import type { Context } from '../../records/context.js';
import type { ToolCall, ToolReply } from './binding.js';
import type { BoundTask } from './boundTask.js';
import { cutLists, elementsThatFit, replyBudgetBytes, replyBytes } from './budget.js';
import type { ClaimKeeper } from './claimKeeper.js';
import { followingCall, knownFields } from './following.js';
import { inputFrom } from './givenInput.js';
import type { Reader } from './recordText.js';
import { isObject, jsonBytes, preview, type Shaped, shapeOutput, workItemsIn } from './shape.js';
import { detailLines, renderText } from './text.js';

export interface ToolCallsOptions {
  readonly keeper: ClaimKeeper;
  readonly log: Log;
  readonly contextFor: (call: ToolCall) => Context | Refusal | Promise<Context | Refusal>;
  /** Records the context of each call, and the new one after a task was entered. */
  readonly presence?: { see(context: Context): Promise<void>; enter(context: Context): Promise<void> };
  /** The bound task; undefined if each call names its own folder. */
  readonly task?: BoundTask;
  /** Renders next steps as tool calls or as commands. */
  readonly withNext: <Value>(value: Value) => Promise<Value>;
  /** Called after each successful write; never rejects. */
  readonly afterWrite: () => Promise<void>;
  /** False if another session may use the same name: then only the token proves a claim. */
  readonly hasOwnName: (actor: Actor) => boolean;
  readonly find: (context: Context, id: string) => Promise<WorkItem | undefined>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Default time limit in ms of a command run by a call; equals that of `finding prove`. */
const answerLimitMs = 600_000;
/** Runs the operations behind the compound tools. Never throws: errors are replies. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  #isHooksLookedAt = false;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  /** `tool` is undefined for an unknown name. A refusal is a reply with `isError` and the next step. */
  call(
    call: ToolCall,
    tool: CallableTool | undefined,
    load: (name: string) => Promise<AnyOperation | undefined>,
  ): Promise<ToolReply> {
    return this.#guarded(call, async () => {
      const { actions = {}, notForAgents = {} } = tool ?? {};
      const all = isObject(call.arguments) ? call.arguments : {};
      const isAlone = Object.hasOwn(actions, '');
      const hasKinds = Object.keys(actions).some(name => name.includes(' '));
      const { action: verb, ...beside } = all;
      const { kind, ...others } = beside;
      const action = hasKinds && typeof kind === 'string' ? `${kind} ${String(verb ?? '')}`.trim() : verb;
      const rest = hasKinds ? others : beside;
      // Actions that agents may not run are dispatched too: the role check returns the reason for the refusal.
      const named = isAlone ? '' : typeof action === 'string' && action !== '' ? action : undefined;
      const table = [actions, notForAgents].find(one => named !== undefined && Object.hasOwn(one, named));
      const operation = await load(table?.[named ?? ''] ?? '');
      return operation === undefined
        ? refusalReply(wrongAction(call.name, action, Object.keys(actions), hasKinds))
        : this.#inContext(operation, call, isAlone ? all : rest);
    });
  }

  /** Runs one call of a single-operation tool; `operation` is undefined for an unknown tool. */
  callOperation(operation: AnyOperation | undefined, call: ToolCall): Promise<ToolReply> {
    return this.#guarded(call, async () =>
      operation === undefined
        ? refusalReply(wrongAction(call.name, undefined, []))
        : this.#inContext(operation, call, isObject(call.arguments) ? call.arguments : {}),
    );
  }

  async #guarded(call: ToolCall, answer: () => Promise<ToolReply>): Promise<ToolReply> {
    const { keeper, log } = this.#options;
    keeper.touch();
    try {
      return await answer();
    } catch (error) {
      // Arguments and payloads are not logged.
      log.error(`${call.name} failed`, error);
      return refusalReply({
        code: 'internal_error',
        message: verbatim(`Stateroom failed: ${errorText(error)}.`),
        hint: verbatim('Look with show before you repeat a write; it may have been made.'),
      });
    }
  }

  async #inContext(operation: AnyOperation, call: ToolCall, given: Arguments): Promise<ToolReply> {
    const own = await this.#options.contextFor(call);
    if (isRefusal(own)) return refusalReply(own);
    const resumed = await this.#options.task?.resume(operation, own);
    const { context, notice } = (await this.#options.task?.place(own)) ?? { context: own, notice: undefined };
    await this.#options.presence?.see(context);
    const { withNext } = this.#options;
    const notices = [resumed, notice].flatMap(text => text ?? []);
    const answerBytes = (answer: object) => {
      const { text, structured } = withNotices(replyOf(operation, { ...answer }), notices);
      return Math.max(jsonBytes(structured), Buffer.byteLength(text));
    };
    const notify = (notice: Message): void => void notices.push(say(notice));
    const answer = await this.#run(
      operation,
      { own, context: { ...context, answerLimitMs, withNext, answerBytes, notify } },
      given,
    );
    return withNotices(answer, notices);
  }

  async #run(
    operation: AnyOperation,
    { own, context }: { readonly own: Context; readonly context: Context },
    given: Arguments,
  ): Promise<ToolReply> {
    const { input: sent, ignored } = inputFrom(operation, given);
    const input = this.#withToken(operation, sent);
    if (ignored.length > 0) context.notify?.(verbatim(ignoredFields(operation, ignored)));
    const namesake = await this.#namesakeOf(operation, context, input);
    if (namesake !== undefined) return refusalReply(namesake);
    const output = await invoke(operation, context, input);
    if (isRefusal(output)) {
      const refused = await this.#options.withNext(output);
      return refusalReply(refused.code === 'invalid_input' ? withFields(operation, refused) : refused);
    }
    this.#takeNote(operation, context, input, output);
    await this.#noteOwnWork(operation, context, output);
    const said = inEnglish(await this.#options.withNext(output));
    const reply = await this.#reply(operation, context, input, said);
    const moved = withNotice(reply, await this.#options.task?.follow(operation, own, output));
    const followed = withNextCall(moved, followingCall(operation, said));
    const answer = operation.name === 'queue.ask' ? { ...followed, asked: askedIn(output, context.actor) } : followed;
    if (operation.entersTask === true)
      await this.#options.presence?.enter((await this.#options.task?.place(own))?.context ?? own);
    if (operation.effect !== 'write') return answer;
    await this.#options.afterWrite();
    return withNotice(answer, await this.#hooksNotice(context));
  }

  /** Returns, once per session, a notice for its first write that git does not find the hooks. */
  async #hooksNotice({ workTree }: Context): Promise<string | undefined> {
    if (this.#isHooksLookedAt) return undefined;
    this.#isHooksLookedAt = true;
    const missed = await workTree?.missedHooks();
    if (missed === undefined) return undefined;
    const { text, fix } = await this.#options.withNext(missedHooksReason(missed));
    return `${say(text)} ${say(fix)}`;
  }

  #withToken(operation: AnyOperation, given: Arguments): Arguments {
    const takesToken = Object.hasOwn(operation.input.shape, 'token') && given.token === undefined;
    const token = takesToken && typeof given.id === 'string' ? this.#options.keeper.tokenFor(given.id) : undefined;
    return token === undefined ? given : { ...given, token };
  }

  /** Refuses to renew or end a claim that another session of the same name may have made. */
  async #namesakeOf({ claim }: AnyOperation, context: Context, input: Arguments): Promise<Refusal | undefined> {
    const { hasOwnName, find } = this.#options;
    // Only the holder of a claimed item renews or ends its claim.
    if ((claim !== 'renews' && claim !== 'ends') || input.token !== undefined || typeof input.id !== 'string')
      return undefined;
    if (hasOwnName(context.actor)) return undefined;
    const item = await find(context, input.id);
    const isClaimed = item?.status === 'in_flight' || item?.status === 'waiting_human';
    if (item === undefined || !isClaimed || item.owner !== context.actor.name) return undefined;
    return refuse(
      'conflict',
      verbatim(`${item.ref} is held under your name (${item.owner}) by a claim not made in this session.`),
      {
        hint: verbatim(
          'If it is the claim of another session, leave it alone. If it is your own, from before a restart, repeat this with its token (see show).',
        ),
        details: { owner: item.owner, leaseUntil: item.leaseUntil },
      },
    );
  }

  #takeNote(operation: AnyOperation, { actor }: Context, input: Arguments, output: unknown): void {
    if (!isObject(output)) return;
    const { keeper } = this.#options;
    if (operation.effect !== 'write') {
      for (const item of workItemsIn(output, operation.output)) keeper.see(item);
      return;
    }
    for (const item of workItemsIn(output, operation.output, 'item')) {
      // Work continues only if the item waits for an answer.
      if (operation.claim === 'ends' && item.status !== 'waiting_human') {
        keeper.forget(item.id);
        continue;
      }
      const isProven = input.token !== undefined || this.#options.hasOwnName(actor);
      const kind = operation.claim === 'begins' ? 'begins' : isProven ? 'adopts' : 'other';
      keeper.observe(item, actor, kind);
    }
    const { id, ref, token, leaseUntil } = output;
    if (operation.claim === 'renews' && typeof id === 'string' && typeof ref === 'string') {
      if (typeof token === 'number' && typeof leaseUntil === 'string') {
        const lease = typeof input.lease === 'string' ? input.lease : undefined;
        keeper.renewed({ id, ref, token, actor, lease, until: Date.parse(leaseUntil) });
      }
    }
  }

  /**
   * Records that a lane or task opened by the caller has taken over its item's claim, which then has a new token, and the claim of
   * the lane that the caller starts in its worktree, whoever opened it.
   */
  async #noteOwnWork({ claim, name }: AnyOperation, context: Context, output: unknown): Promise<void> {
    const { keeper, find } = this.#options;
    if (claim !== 'begins' || !isObject(output)) return;
    const { workItem } = isObject(output.task) ? output.task : output;
    const isStarted = name === 'worker.start' && output.worktreePath === context.workTree?.root;
    for (const ref of Array.isArray(output.workItems) ? output.workItems : [workItem]) {
      if (typeof ref !== 'string' || (!isStarted && keeper.tokenFor(ref) === undefined)) continue;
      const item = await find(context, ref);
      if (item !== undefined) keeper.observe(item, context.actor, 'begins');
    }
  }

  async #reply(operation: AnyOperation, context: Context, input: Arguments, output: unknown): Promise<ToolReply> {
    if (operation.mcp?.budgeted === true && isObject(output)) return replyOf(operation, output);
    const isRead = operation.effect === 'read';
    const reader: Reader = isRead
      ? {}
      : { actor: context.actor.name, folder: context.workTree?.root, hidden: knownFields(operation) };
    const page = pageOf(operation, output);
    if (page === undefined) {
      const { whole: field, rest } = operation.mcp ?? {};
      const whole = new Set(field === undefined ? [] : [field]);
      const shaped = shapeOutput(output, operation.output, whole);
      return reply(cutLists(shaped, whole, rest === undefined ? {} : { rest }), reader);
    }
    const [field, list] = page;
    // A page with limit 1 shows its record complete; this is how to read a long payload.
    const whole = new Set(input.limit === 1 ? [field] : []);
    const shaped = shapeOutput(output, operation.output, whole);
    if (whole.size > 0 || replyBytes(shaped) <= replyBudgetBytes) return reply(shaped, { isWhole: whole.size > 0 });
    const limit = elementsThatFit(shaped, field);
    // Read again with a smaller limit, so that the cursor is the operation's own.
    const shorter = await invoke(operation, context, { ...input, limit });
    if (isRefusal(shorter)) return refusalReply(await this.#options.withNext(shorter));
    const note = `Cut at ${limit} of ${list.length} to stay under ${replyBudgetBytes} bytes; repeat with cursor=nextCursor for the rest.`;
    return reply({ ...shapeOutput(shorter, operation.output, new Set()), note });
  }
}

/** Returns the list of a paged operation and its field: it takes `limit` and `cursor` and returns `nextCursor`. */
function pageOf(operation: AnyOperation, output: unknown): [field: string, list: unknown[]] | undefined {
  const { shape } = operation.input;
  if (!Object.hasOwn(shape, 'limit') || !Object.hasOwn(shape, 'cursor')) return undefined;
  if (!isObject(output) || !('nextCursor' in output)) return undefined;
  return Object.entries(output).find((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
}

function wrongAction(tool: string, action: unknown, actions: readonly string[], hasKinds = false): Refusal {
  const fields = hasKinds ? 'kind and action' : 'action';
  const needs = hasKinds ? 'a kind and an action' : 'an action';
  const problem = typeof action === 'string' ? `has no ${fields} "${preview(action)}"` : `needs ${needs}`;
  return refuse('invalid_input', verbatim(`${tool} ${problem}.`), {
    hint: verbatim(`Give ${fields} as one of: ${actions.join(', ')}.`),
  });
}

function withFields(operation: AnyOperation, refusal: Refusal): Refusal {
  const { required, optional } = fieldsOf(operation);
  const needs = required.length === 0 ? 'nothing' : required.join(', ');
  const may = optional.length === 0 ? '' : `; may take ${optional.join(', ')}`;
  return {
    ...refusal,
    hint: verbatim(
      `${operation.mcp?.action || operation.mcp?.tool} needs ${needs}${may}.${refusal.hint ? ` ${say(refusal.hint)}` : ''}`,
    ),
  };
}

/** Names at most five of them: a call may contain any number. */
function ignoredFields(operation: AnyOperation, ignored: readonly string[]): string {
  const names = ignored.slice(0, 5).map(name => `"${preview(name)}"`);
  const more = ignored.length > names.length ? ` and ${ignored.length - names.length} more` : '';
  const { required, optional } = fieldsOf(operation);
  return `Ignored ${names.join(', ')}${more}: ${operation.mcp?.action || operation.mcp?.tool} takes ${[...required, ...optional].join(', ') || 'no fields'}.`;
}

/** A refusal by an operation, or by the server when an operation failed. */
type ReplyRefusal = Pick<Refusal, 'message' | 'hint' | 'details'> & { readonly code: string };

function refusalReply(refusal: ReplyRefusal): ToolReply {
  const { code, details } = inEnglish(refusal);
  const message = say(refusal.message);
  const hint = refusal.hint === undefined ? undefined : say(refusal.hint);
  const structured = {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details: jsonBytes(details) > replyBudgetBytes ? preview(details) : details }),
  };
  const said = `Refused (${code}): ${message}${hint === undefined ? '' : ` ${hint}`}`;
  return { text: [said, ...detailLines(details, said)].join('\n'), structured, isError: true };
}

function reply(shaped: Shaped, reader: Reader = {}): ToolReply {
  return { text: renderText(shaped, reader), structured: shaped, isError: false };
}

/** Reply of an operation that keeps its own budget, in its own words if it has some. */
function replyOf({ mcp }: AnyOperation, answer: Shaped): ToolReply {
  return mcp?.text === undefined ? reply(answer) : { ...reply(answer), text: mcp.text(answer) };
}

function withNotices(answer: ToolReply, notices: readonly string[]): ToolReply {
  return notices.reduce(withNotice, answer);
}

function withNotice(answer: ToolReply, notice: string | undefined): ToolReply {
  if (notice === undefined) return answer;
  const { text, structured } = answer;
  const note = typeof structured.note === 'string' ? `${structured.note} ${notice}` : notice;
  return { ...answer, text: `${text}\n${notice}`, structured: { ...structured, note } };
}

/** In the text alone: programs that read the structure know what they do next. */
function withNextCall(answer: ToolReply, next: string | undefined): ToolReply {
  return next === undefined ? answer : { ...answer, text: `${answer.text}\n${next}`.replace(/^Done\.\n/, '') };
}

/** The latest question of the caller, if it is open and has choices. */
function askedIn(output: unknown, { name }: Actor): ToolReply['asked'] {
  const { item } = output as { readonly item: WorkItem };
  const asked = item.questions.findLast(
    ({ how, from, choices }) => how === null && from === name && choices.length > 0,
  );
  if (asked === undefined || asked !== item.questions.at(-1)) return undefined;
  const { question, choices, recommended } = asked;
  const rest = choices.filter(choice => choice !== recommended);
  return { id: item.ref, question, choices: recommended === null ? rest : [recommended, ...rest], recommended };
}
