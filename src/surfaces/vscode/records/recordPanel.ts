import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { shortened } from '../../../domain/text/shortened.js';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import type { RowCommand } from '../../../present/viewRow.js';
import {
  type RecordHostContract,
  type RecordPageContract,
  type RecordPlace,
  type RecordSnapshot,
  recordHostContract,
  recordPageContract,
} from '../../../protocol/recordContract.js';
import { openAsText, type RecordKind, type RecordState } from '../../../protocol/recordState.js';
import { recordTexts } from '../../../protocol/recordText.js';
import { Rpc } from '../../../protocol/rpc.js';
import { RpcError } from '../../../protocol/rpcMessage.js';
import type { PendingReviews } from '../repository/pendingReviews.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { standingOf } from '../repository/repositoryRef.js';
import type { Repository } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { SlowReading } from '../support/slowReading.js';
import { translate } from '../support/translate.js';
import { channelTo, drawPage } from '../support/webviewPage.js';
import { type LaneWork, readLaneWork } from './laneSections.js';
import { kindOfRef, readRecord } from './readRecord.js';
import { RecordFeed } from './recordFeed.js';
import type { RowContributions } from './rowActs.js';
import { type Judgement, judge } from './threadSections.js';

export { ConnectFlow } from '../connect/connectFlow.js';
export { renewLauncher } from '../connect/installRuntime.js';

export interface RecordEnvironment {
  readonly repositories: Pick<RepositoryManager, 'all' | 'reconcile' | 'setActive' | 'onDidChangeList'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly contributes: RowContributions;
  readonly drafts: PendingReviews;
  titleOf(command: string): string;
  /** Presents the page that connects agents, for a repository or, with an empty id, without one. */
  connect(repository: string, ref: string, commands: RecordCommands): Promise<RecordState>;
  show(repository: Repository, ref: string): Promise<void>;
}

/** Events on a page at first, and the increment for each request for more. */
const firstEvents = 50;
const moreEvents = 200;
const maxTitleLength = 40;

const icons: Readonly<Record<RecordKind, string>> = {
  item: 'inbox',
  task: 'checklist',
  lane: 'git-branch',
  finding: 'comment-discussion',
  run: 'telescope',
  connect: 'plug',
};

/** The page of one record in an editor tab. It writes nothing: its buttons run the commands of the record's row. */
export class RecordPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #place: RecordPlace;
  readonly #environment: RecordEnvironment;
  readonly #feed: RecordFeed;
  readonly #gates: SlowReading<Judgement | undefined>;
  readonly #work: SlowReading<LaneWork | undefined>;
  readonly #owned = new Disposables();
  #following: vscode.Disposable | undefined;
  #shownEvents = firstEvents;

  constructor(
    panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    place: RecordPlace,
    environment: RecordEnvironment,
  ) {
    const { clock, log } = environment;
    this.#panel = panel;
    this.#place = place;
    this.#environment = environment;
    this.#feed = new RecordFeed({ load: () => this.#load(), push: snapshot => rpc.emit('state', snapshot), clock });
    const changed = (): void => this.#feed.refreshSoon();
    this.#gates = new SlowReading(
      clock,
      async signal => {
        const { repository, loaded } = this.#subject;
        return repository && loaded?.judged && judge(repository, loaded.judged, signal);
      },
      changed,
    );
    this.#work = new SlowReading(
      clock,
      async signal => {
        const { repository, loaded } = this.#subject;
        const lane = loaded?.changing;
        return repository && lane !== undefined ? readLaneWork(repository, lane, signal) : undefined;
      },
      changed,
    );
    const rpc = new Rpc<RecordHostContract, RecordPageContract>(channelTo(panel), {
      local: recordHostContract,
      remote: recordPageContract,
      handlers: {
        requests: {
          ready: async () => ({
            locale: vscode.env.language,
            texts: recordTexts(translate),
            place,
            snapshot: await this.#open(),
          }),
          act: async ({ id }) => {
            await this.act(id);
            return {};
          },
          open: async ({ ref }) => {
            await this.#openRecord(ref);
            return {};
          },
          answer: async ({ text }) => ({ done: await this.answer(text) }),
          older: () => {
            this.#shownEvents += moreEvents;
            return this.#feed.open();
          },
        },
        events: {
          violation: ({ directive, blocked }) => log.warn(`The policy of a page stopped ${directive}: ${blocked}`),
          failure: ({ message }) => log.error(`The page of ${place.ref} failed: ${message}`),
        },
      },
      onProblem: (problem, error) => log.error(`Page of ${place.ref}: ${problem}.`, error),
    });
    this.#owned.add(panel);
    this.#owned.add({ dispose: () => this.#sleep() });
    this.#owned.add(rpc);
    this.#owned.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#sleep();
      }),
    );
    this.#owned.add(panel.onDidDispose(() => this.dispose()));
    const kind = kindOfRef(place.ref);
    if (kind !== undefined) panel.iconPath = new vscode.ThemeIcon(icons[kind]);
    drawPage(panel, extensionUri, { name: 'record', title: place.ref, loading: l10n.t('Loading…') });
  }

  get place(): RecordPlace {
    return this.#place;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get state(): RecordState | undefined {
    return this.#feed.loaded?.state;
  }

  reveal(preserveFocus: boolean): void {
    this.#panel.reveal(undefined, preserveFocus);
    void this.#showChoice();
  }

  isOf(panel: vscode.WebviewPanel): boolean {
    return this.#panel === panel;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Presses a button of the page; its command asks, confirms and refuses as usual. */
  async act(id: string): Promise<void> {
    const asText: RowCommand = { command: 'stateroom.page.openAsText', arguments: [this.#place] };
    const command = id === openAsText ? asText : this.#feed.loaded?.commands.get(id);
    if (command === undefined) throw stillLoading();
    await this.#run(command);
    await this.#showChoice();
  }

  /** Answers the question on the page; false if the person gave it up or it was refused. */
  async answer(text: string): Promise<boolean> {
    const command = this.#feed.loaded?.answer?.(text);
    if (command === undefined) throw stillLoading();
    const done = await this.#run(command);
    return done !== undefined && !isRefusal(done);
  }

  async #openRecord(ref: string): Promise<void> {
    const { repository } = this.#subject;
    if (repository === undefined || this.state === undefined || !refsOf(this.state).has(ref)) throw stillLoading();
    await this.#environment.show(repository, ref);
  }

  /** Reads the page that connects agents again after each act: its choices are not in the store, which would notify. */
  async #showChoice(): Promise<void> {
    if (kindOfRef(this.#place.ref) === 'connect' && this.#panel.visible) await this.#feed.open();
  }

  async #run({ command, arguments: args }: RowCommand): Promise<unknown> {
    const { repository } = this.#subject;
    const { repositories, log } = this.#environment;
    try {
      // Some commands act on the active repository, others take it as an argument.
      if (repository !== undefined) repositories.setActive(repository);
      const at = repository === undefined || args.length !== 1 ? [] : [standingOf(repository)];
      return await vscode.commands.executeCommand(command, ...args, ...at);
    } catch (error) {
      log.error(`The page of ${this.#place.ref} could not run ${command}.`, error);
      throw new RpcError('refused', l10n.t('The action failed. See the Stateroom log for details.'));
    }
  }

  get #subject() {
    const repository: Repository | undefined = this.#environment.repositories.all.find(
      ({ id }) => id === this.#place.repository,
    );
    return { repository, loaded: this.#feed.loaded };
  }

  async #open(): Promise<RecordSnapshot> {
    const { repositories } = this.#environment;
    if (this.#subject.repository === undefined) repositories.reconcile();
    this.#follow();
    const snapshot = await this.#feed.open();
    // Start git only once the page has something to draw.
    const { loaded } = this.#subject;
    if (loaded?.judged !== undefined) this.#gates.request();
    if (loaded?.changing !== undefined) this.#work.request();
    return snapshot;
  }

  /** Follows the repository and the window's list of them: a closed repository may come back. */
  #follow(): void {
    const changed = (): void => {
      this.#gates.request();
      this.#work.request();
      this.#feed.refreshSoon();
    };
    this.#following?.dispose();
    this.#following = vscode.Disposable.from(
      ...[this.#subject.repository?.onDidChange(changed)].filter(each => each !== undefined),
      this.#environment.repositories.onDidChangeList(() => {
        this.#follow();
        changed();
      }),
      this.#environment.drafts.onDidChange(() => this.#feed.refreshSoon()),
      vscode.workspace.onDidGrantWorkspaceTrust(changed),
    );
  }

  async #load() {
    const { clock, log, contributes, drafts, titleOf, connect } = this.#environment;
    const loaded = await readRecord(this.#subject.repository, this.#place.ref, {
      ...{ contributes, log, titleOf, connect },
      isTrusted: vscode.workspace.isTrusted,
      shownEvents: this.#shownEvents,
      pending: drafts.countsIn(this.#place.repository),
      now: clock.now(),
      judgement: this.#gates.value,
      work: this.#work.value,
    });
    const { kind, ref, title } = loaded.state;
    const name = shortened(title, maxTitleLength);
    this.#panel.title = title === '' ? ref : kind === 'connect' ? name : `${ref} ${name}`;
    return loaded;
  }

  #sleep(): void {
    this.#following?.dispose();
    this.#following = undefined;
    this.#feed.sleep();
    this.#gates.stop();
    this.#work.stop();
  }
}

function stillLoading(): RpcError {
  return new RpcError('refused', l10n.t('Still loading the repository. Try again in a moment.'));
}

function refsOf({ status, facts, sections, events }: RecordState): ReadonlySet<string> {
  const blocks = sections.flatMap(section => section.blocks);
  const lines = [
    ...(status === null ? [] : [status.line]),
    ...facts.map(({ value }) => value),
    ...blocks.flatMap(block => {
      if (block.kind === 'fields') return block.fields.map(({ value }) => value);
      return block.kind === 'rows' ? block.rows.map(({ line }) => line) : [];
    }),
    ...events.map(({ line }) => line),
  ];
  return new Set(lines.flat().flatMap(({ ref }) => ref ?? []));
}
