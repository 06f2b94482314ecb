import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Translate } from '../../reports/translate.js';
import { identityOf, putFile } from '../home.js';
import { git, stateroom, type Tools } from '../tools.js';
import {
  cartWithBoth,
  cartWithLimit,
  cartWithStock,
  priceUnfinished,
  searchMended,
  searchWithFault,
  type WorkerName,
} from './dayStory.js';
import { Pause } from './pause.js';
import type { DayPace } from './stage.js';

/** Action that only a person takes, and that the day waits for. */
export type Turn =
  | { readonly act: 'requestChanges'; readonly lane: string; readonly finding: string; readonly message: string }
  | { readonly act: 'merge'; readonly lane: string };

export interface Person {
  /** Resolves when the lane is no longer in review, with any outcome; rejects when `signal` aborts. */
  answer(turn: Turn, signal: AbortSignal): Promise<void>;
}

export interface DayPart {
  readonly repository: string;
  readonly tools: Tools;
  readonly pace: DayPace;
  readonly person: Person;
  readonly translate: Translate;
  tell(sentence: string): void;
}

export interface Day {
  /** False if stopped, when no process is left. Rejects with the sentence of a refusal. */
  readonly over: Promise<boolean>;
  readonly isPaused: boolean;
  pause(): void;
  goOn(): void;
  /** Ends its processes, for which `over` waits. The repository stays as it is. */
  stop(): void;
}

/** Plays a day of five workers in a repository of `makeDay`. Actions reserved for people are left to the person. */
export function playDay(part: DayPart): Day {
  const ended = new AbortController();
  const pausing = new Pause();
  const over = new Scenes(part, pausing, ended.signal).play().then(
    () => true,
    error => {
      if (ended.signal.aborted) return false;
      throw error;
    },
  );
  return {
    over,
    get isPaused() {
      return pausing.isOn;
    },
    pause: () => pausing.begin(),
    goOn: () => pausing.end(),
    stop: () => {
      ended.abort();
      pausing.end();
    },
  };
}

/** Liveness of a worker that will become DEAD; one whose lane the person closed has none of these. */
const fading: ReadonlySet<unknown> = new Set(['ok', 'WARN', 'STALE']);

const claims = [
  ['ada', 'W-1'],
  ['ben', 'W-2'],
  ['cem', 'W-3'],
  ['dee', 'W-4'],
] as const;

type Answer = Readonly<Record<string, unknown>>;

class Scenes {
  private readonly t: Translate;
  private readonly tools: Tools;
  private readonly trees = new Map<string, string>();

  constructor(
    private readonly part: DayPart,
    private readonly pausing: Pause,
    private readonly signal: AbortSignal,
  ) {
    this.t = part.translate;
    this.tools = { ...part.tools, signal };
  }

  async play(): Promise<void> {
    await this.opensLanes();
    await this.worksAndStopsResponding();
    await this.reviewsAndMends();
    await this.meets();
    await this.ends();
  }

  private async opensLanes(): Promise<void> {
    const { t } = this;
    await this.tell(t('Ada, Ben, Cem and Dee claim work at the same time. No two get the same item.'));
    const claimed = claims.map(([name, item]) => this.call(name, ['queue', 'claim', item]));
    // If one fails, wait for the others: the day is not over while a process runs.
    await Promise.allSettled(claimed);
    await Promise.all(claimed);
    await this.tell(t('Each opens a lane: a branch with its own worktree.'));
    for (const [name, item] of claims) {
      const { lane, worktreePath } = await this.call(name, ['worker', 'spawn', item, '--no-fetch']);
      this.trees.set(String(lane), String(worktreePath));
      // Cem's interval is so short that its heartbeats are soon late.
      const every = name === 'cem' ? String(this.part.pace.beatMs / 1000) : '600';
      await this.call(name, ['worker', 'start', String(lane), '--every', every]);
      await this.breathe();
    }
  }

  private async worksAndStopsResponding(): Promise<void> {
    const { t } = this;
    await this.tell(t('Ada works on the cart and commits.'));
    await this.writes('cart-limit', 'src/cart.js', cartWithLimit);
    await this.commits('ada', 'cart-limit', 'Limit a cart to ten pieces');
    await this.tell(
      t('Cem stops responding with unfinished work. The lane shows a late heartbeat, then stale, and finally dead.'),
    );
    await this.writes('price-rounding', 'src/price.js', priceUnfinished);
    await this.tell(t('Ben changes the same lines as Ada. Their lanes show the overlap long before a merge.'));
    await this.writes('sold-out', 'src/cart.js', cartWithStock);
    await this.commits('ben', 'sold-out', 'Refuse what is sold out');
    await this.tell(t('Dee writes the search and submits it. The lane waits for a review.'));
    await this.writes('search', 'src/search.js', searchWithFault);
    await this.commits('dee', 'search', 'Find products up to a price');
    await this.submits('dee', 'search');
  }

  private async reviewsAndMends(): Promise<void> {
    const { t } = this;
    const lane = 'search';
    await this.tell(t('Eve reviews it and records a finding on the line.'));
    await this.call('eve', ['queue', 'claim', 'W-5']);
    const record = [
      ...['finding', 'record', '--repository', '--severity', 'medium', '--path', 'src/search.js', '--line', '3'],
      ...['--text', 'Leaves out what costs exactly this', '--fix', 'Compare with <='],
    ];
    // F-1, unless the person recorded a finding before.
    const { ref } = (await this.call('eve', record, lane)).finding as { readonly ref: string };
    await this.turn(
      t(
        'Your turn: request changes on Dee’s lane because of the finding, in Lanes or with “Play Demo”. Agents cannot do this.',
      ),
      {
        act: 'requestChanges',
        lane,
        finding: ref,
        message: `See ${ref}: the product at exactly this price is missing.`,
      },
    );
    // The person may have decided otherwise.
    if ((await this.shows(lane)).state === 'WORKING') {
      await this.tell(t('Dee fixes it, links the fixing commit and resubmits.'));
      await this.writes(lane, 'src/search.js', searchMended);
      await this.commits('dee', lane, 'Find what costs exactly this, too');
      await this.call('dee', ['finding', 'fix', ref, '--note', 'Compares with <='], lane);
      await this.submits('dee', lane);
      await this.turn(
        t('Your turn: approve and merge Dee’s lane, search, in Lanes or with “Play Demo”. Agents cannot do this.'),
        { act: 'merge', lane },
      );
    }
    await this.resolves('dee', lane, 'W-4');
  }

  private async meets(): Promise<void> {
    const { t } = this;
    await this.tell(t('Ada submits her work.'));
    await this.submits('ada', 'cart-limit');
    await this.turn(
      t('Your turn: approve and merge Ada’s lane, cart-limit, in Lanes or with “Play Demo”. Agents cannot do this.'),
      { act: 'merge', lane: 'cart-limit' },
    );
    await this.resolves('ada', 'cart-limit', 'W-1');
    await this.tell(t('Ben rebases onto main and submits his work.'));
    if ((await this.submits('ben', 'sold-out')) !== 'CONFLICTED') return;
    await this.tell(t('The rebase conflicts, and the lane shows where. Ben resolves it and resubmits.'));
    await this.writes('sold-out', 'src/cart.js', cartWithBoth);
    await this.records('ben', 'sold-out', ['rebase', '--continue']);
    await this.submits('ben', 'sold-out');
  }

  private async ends(): Promise<void> {
    const { t } = this;
    await this.call('eve', ['queue', 'resolve', 'W-5', '--status', 'done']);
    await this.tell(t('Waiting until Cem, who stopped responding, is reported dead.'));
    const isFading = async (): Promise<boolean> => {
      const { worker } = await this.shows('price-rounding');
      return fading.has((worker as { liveness?: unknown } | undefined)?.liveness);
    };
    while (await isFading()) await this.breathe(this.part.pace.beatMs * 5);
  }

  /** Waits while the day is paused, shows the sentence and leaves time to read it. */
  private async tell(sentence: string): Promise<void> {
    await this.goesOn();
    this.part.tell(sentence);
    await this.breathe();
  }

  private async breathe(ms = this.part.pace.pauseMs): Promise<void> {
    await wait(ms, undefined, { signal: this.signal });
    await this.pausing.over();
  }

  /** Waits while the day is paused; rejects once it was stopped. */
  private async goesOn(): Promise<void> {
    await this.pausing.over();
    this.signal.throwIfAborted();
  }

  /** Runs the program as a worker, in a lane's worktree or else the main one; returns its answer. */
  private async call(name: WorkerName, words: readonly string[], lane?: string): Promise<Answer> {
    await this.pausing.over();
    return stateroom(this.tools, lane === undefined ? this.part.repository : this.treeOf(lane), name, words);
  }

  private async writes(lane: string, file: string, text: string): Promise<void> {
    await this.goesOn();
    await putFile(join(this.treeOf(lane), file), text);
    await this.breathe();
  }

  private async commits(name: WorkerName, lane: string, message: string): Promise<void> {
    await this.records(name, lane, ['commit', '--quiet', `--message=${message}`]);
    await this.breathe();
  }

  /** Stages all changes of a lane and runs a git command that records them, as the worker. */
  private async records(name: WorkerName, lane: string, words: readonly string[]): Promise<void> {
    await this.pausing.over();
    const tree = this.treeOf(lane);
    await git(this.tools, tree, ['add', '--all']);
    await git(this.tools, tree, words, { ...identityOf(name), GIT_EDITOR: 'true' });
  }

  /** Submits a lane for review; returns the state of its worker afterwards. */
  private async submits(name: WorkerName, lane: string): Promise<unknown> {
    const { state } = await this.call(name, ['worker', 'done'], lane);
    await this.breathe();
    return state;
  }

  private async turn(sentence: string, turn: Turn): Promise<void> {
    await this.tell(sentence);
    await this.part.person.answer(turn, this.signal);
    this.signal.throwIfAborted();
    await this.breathe();
  }

  private async resolves(name: WorkerName, lane: string, item: string): Promise<void> {
    if ((await this.shows(lane)).state !== 'COMPLETED') return;
    await this.call(name, ['queue', 'resolve', item, '--status', 'done']);
  }

  /** Reads a lane as an actor that is none of the five workers. */
  private shows(lane: string): Promise<Answer> {
    return stateroom(this.tools, this.part.repository, 'plan-agent', ['worker', 'show', lane]);
  }

  /** Throws if it is gone, as when the person closed the lane: git would then find the repository around the sample. */
  private treeOf(lane: string): string {
    const tree = this.trees.get(lane);
    if (tree === undefined) throw new Error(`Lane ${lane} not found.`);
    if (!existsSync(join(tree, '.git'))) throw new Error(`The worktree ${tree} is gone.`);
    return tree;
  }
}
