import {
  type RecordHostContract,
  type RecordPageContract,
  type RecordPlace,
  type RecordSnapshot,
  recordHostContract,
  recordPageContract,
} from '../../../src/protocol/recordContract.js';
import type { RecordState } from '../../../src/protocol/recordState.js';
import type { RecordTexts } from '../../../src/protocol/recordText.js';
import { type Channel, Rpc } from '../../../src/protocol/rpc.js';
import { RpcError } from '../../../src/protocol/rpcMessage.js';
import { Text } from '../text.js';

/** Timeout of the first answer, in ms: a large store may have to be opened first. */
const firstPatience = 30_000;
/** Timeout of acts, in ms: a command may stay open in a quick pick for as long as the person likes. */
const patience = 3_600_000;

export type ShownRecord =
  | { readonly phase: 'loading' }
  | { readonly phase: 'lost' }
  | {
      readonly phase: 'shown';
      readonly state: RecordState;
      readonly text: Text<RecordTexts>;
      readonly place: RecordPlace;
    };

/** The page's copy of a record: requested once, then replaced after each change. */
export class RecordClient {
  readonly #rpc: Rpc<RecordPageContract, RecordHostContract>;
  readonly #draw: (shown: ShownRecord) => void;
  #known: { readonly text: Text<RecordTexts>; readonly place: RecordPlace } | undefined;
  #revision = -1;

  constructor(channel: Channel, draw: (shown: ShownRecord) => void) {
    this.#draw = draw;
    this.#rpc = new Rpc(channel, {
      local: recordPageContract,
      remote: recordHostContract,
      handlers: { requests: {}, events: { state: snapshot => this.#show(snapshot) } },
      onProblem: problem => this.fail(problem),
    });
  }

  /** Requests texts and state; also used to retry. */
  async start(): Promise<void> {
    this.#draw({ phase: 'loading' });
    try {
      const { texts, locale, place, snapshot } = await this.#rpc.request('ready', {}, { timeoutMs: firstPatience });
      this.#known = { text: new Text(texts, locale), place };
      this.#revision = -1;
      this.#show(snapshot);
    } catch {
      this.#draw({ phase: 'lost' });
    }
  }

  /** Presses a button; returns the sentence of a refusal. */
  act(id: string): Promise<string | undefined> {
    return sentenceOf(this.#rpc.request('act', { id }, { timeoutMs: patience }));
  }

  /** Opens another record; returns the sentence of a refusal. */
  open(ref: string): Promise<string | undefined> {
    return sentenceOf(this.#rpc.request('open', { ref }));
  }

  /** Sends an answer; false if it was given up or refused. */
  async answer(text: string): Promise<boolean> {
    try {
      return (await this.#rpc.request('answer', { text }, { timeoutMs: patience })).done;
    } catch {
      return false;
    }
  }

  async older(): Promise<void> {
    try {
      this.#show(await this.#rpc.request('older', {}));
    } catch {
      // Keep the page; the button can be pressed again.
    }
  }

  violation(directive: string, blocked: string): void {
    this.#rpc.emit('violation', { directive, blocked });
  }

  fail(message: string): void {
    this.#rpc.emit('failure', { message });
  }

  /** Before the first answer there are no texts to draw with, and that answer will include this state. */
  #show({ revision, state }: RecordSnapshot): void {
    if (this.#known === undefined || revision < this.#revision) return;
    this.#revision = revision;
    this.#draw({ phase: 'shown', state, ...this.#known });
  }
}

async function sentenceOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    return error instanceof RpcError && error.code === 'refused' ? error.message : undefined;
  }
}
