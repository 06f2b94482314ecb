import { EventEmitter, type Uri } from './values.js';

/** The tab of a page, whose script a test is in the place of. */
export class WebviewPanel {
  iconPath: unknown;
  visible = true;
  active = false;
  /** What the page was sent, oldest first. */
  readonly received: unknown[] = [];
  readonly #messages = new EventEmitter<unknown>();
  readonly #viewState = new EventEmitter<undefined>();
  readonly #closed = new EventEmitter<undefined>();
  readonly onDidChangeViewState = this.#viewState.event;
  readonly onDidDispose = this.#closed.event;
  readonly webview = {
    options: {},
    html: '',
    cspSource: 'https://page',
    asWebviewUri: (uri: Uri) => uri,
    postMessage: async (message: unknown) => {
      this.received.push(message);
      return true;
    },
    onDidReceiveMessage: (listener: (message: unknown) => void) => this.#messages.event(listener),
  };
  #lastId = 0;
  #isClosed = false;

  /** `show` brings it into sight. */
  constructor(
    public title: string,
    private readonly show: (panel: WebviewPanel) => void,
  ) {
    this.reveal();
  }

  reveal(): void {
    this.show(this);
  }

  dispose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closed.fire(undefined);
  }

  /** The person goes to another tab, or comes back. */
  turn(visible: boolean): void {
    this.visible = visible;
    this.#viewState.fire(undefined);
  }

  /** Sends what only a broken or a hostile page would. */
  say(message: unknown): void {
    this.#messages.fire(message);
  }

  /** Asks the host as the page's script does; gives the result, or the error that it was answered with. */
  async ask(method: string, params: object = {}): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#messages.fire({ kind: 'request', id, method, params });
    for (;;) {
      const answer = this.received.find(message => (message as { id?: number }).id === id);
      if (answer !== undefined) {
        const { result, error } = answer as { result?: unknown; error?: unknown };
        return error ?? result;
      }
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  }

  /** The state that the page was sent last as an event; undefined before the first. */
  get pushed(): unknown {
    const events = this.received.filter(message => (message as { name?: string }).name === 'state');
    return (events.at(-1) as { data: { state: unknown } } | undefined)?.data.state;
  }
}
