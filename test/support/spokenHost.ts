import type { Channel } from '../../src/protocol/rpc.js';
import type { RpcMessage } from '../../src/protocol/rpcMessage.js';

/** A channel to a host whose part the test speaks. */
export class SpokenHost {
  /** What the page said, in order. */
  readonly sent: RpcMessage[] = [];
  #hear: (message: unknown) => void = () => undefined;
  readonly channel: Channel = {
    post: message => this.sent.push(message),
    listen: listener => {
      this.#hear = listener;
      return () => undefined;
    },
  };

  say(message: unknown): void {
    this.#hear(message);
  }

  /** Answers the last request. */
  answer(result: unknown): void {
    this.#hear({ kind: 'reply', id: this.#lastId, result });
  }

  /** Refuses the last request. */
  refuse(code: string, message: string): void {
    this.#hear({ kind: 'error', id: this.#lastId, error: { code, message } });
  }

  get #lastId(): number | undefined {
    return this.sent.findLast(message => message.kind === 'request')?.id;
  }
}
