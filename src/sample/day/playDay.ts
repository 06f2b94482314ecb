import { setTimeout as wait } from 'node:timers/promises';
import type { Translate } from '../../reports/translate.js';
import { stateroom, type Tools } from '../tools.js';
import {
  berthWithBoth,
  berthWithDepth,
  berthWithWaiting,
  tideUnfinished,
  timetableMended,
  timetableWithFault,
  type WorkerName,
} from './dayStory.js';
import type { Part } from './part.js';
import { Pause } from './pause.js';
import type { DayPace } from './stage.js';
import { Troupe } from './troupe.js';

/** What only a person does, and the day waits for. */
export type Turn =
  | { readonly act: 'sendBack'; readonly lane: string; readonly finding: string; readonly message: string }
  | { readonly act: 'merge'; readonly lane: string };

/** Whoever sits before the editor. */
export interface Person {
  /** Resolves when the lane is no longer in review, whatever became of it; rejects with the signal of the day. */
  answer(turn: Turn, signal: AbortSignal): Promise<void>;
}

/** What a day is played with. */
export interface DayPart {
  /** The main worktree. */
  readonly repository: string;
  readonly tools: Tools;
  readonly pace: DayPace;
  readonly person: Person;
  readonly translate: Translate;
  /** Takes what happens now, as a sentence. */
  tell(sentence: string): void;
}

/** A day that is being played. */
export interface Day {
  /**
   * Settles when no process of it is left: true when it was played to its end, false when it was stopped; rejects with the
   * sentence of a refusal.
   */
  readonly over: Promise<boolean>;
  readonly isPaused: boolean;
  /** Lets nothing new begin until `goOn`. */
  pause(): void;
  goOn(): void;
  /** Ends its processes by and by; `over` tells when. The repository stays as it is. */
  stop(): void;
}

/**
 * Plays a day in a repository that `makeDay` made: five workers, each a process of its own, claim, work, fall silent, meet,
 * are reviewed and merged by the program that every agent has; what is a person's is left to the person.
 */
export function playDay(part: DayPart): Day {
  const ended = new AbortController();
  const pausing = new Pause();
  const troupe = new Troupe(part.tools, part.repository);
  const scenes = new Scenes(part, troupe, pausing, ended.signal);
  const over = (async () => {
    try {
      await scenes.play();
      return true;
    } catch (error) {
      if (ended.signal.aborted) return false;
      throw error;
    } finally {
      await troupe.dismiss();
    }
  })();
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
      void troupe.dismiss();
    },
  };
}

/** How fresh a worker is that will be DEAD by and by; one whose lane the person closed will not. */
const fading: ReadonlySet<unknown> = new Set(['ok', 'WARN', 'STALE']);

/** The day, scene by scene. */
class Scenes {
  private readonly part: DayPart;
  private readonly troupe: Troupe;
  private readonly pausing: Pause;
  private readonly signal: AbortSignal;
  /** Worktrees of the lanes that are open. */
  private readonly trees = new Map<string, string>();
  /** What Eve finds: the first there is, unless the person recorded one before. */
  private finding = '';

  constructor(part: DayPart, troupe: Troupe, pausing: Pause, signal: AbortSignal) {
    this.part = part;
    this.troupe = troupe;
    this.pausing = pausing;
    this.signal = signal;
  }

  async play(): Promise<void> {
    await this.claims();
    await this.opensLanes();
    await this.worksAndFallsSilent();
    await this.handsInAndIsSentBack();
    await this.mends();
    await this.meets();
    await this.ends();
  }

  private async claims(): Promise<void> {
    const { translate: t } = this.part;
    await this.tell(t('Ada, Ben, Cem and Dee claim work at the same time. No two get the same item.'));
    const claimed: [WorkerName, string][] = [
      ['ada', 'W-1'],
      ['ben', 'W-2'],
      ['cem', 'W-3'],
      ['dee', 'W-4'],
    ];
    await Promise.all(claimed.map(([name, item]) => this.call(name, 'queue', 'claim', item)));
  }

  private async opensLanes(): Promise<void> {
    const { translate: t, pace } = this.part;
    await this.tell(t('Each opens a lane: a branch with its own worktree.'));
    const often = String(pace.beatMs / 1000);
    for (const [index, name] of (['ada', 'ben', 'cem', 'dee'] as const).entries()) {
      const { lane, worktreePath } = await this.call(name, 'worker', 'spawn', `W-${index + 1}`, '--no-fetch');
      this.trees.set(String(lane), String(worktreePath));
      // Cem means to give signs of life often, and is soon missed for that.
      const every = name === 'cem' ? often : '600';
      await this.call(name, 'worker', 'start', String(lane), '--every', every);
      await this.breathe();
    }
  }

  private async worksAndFallsSilent(): Promise<void> {
    const { translate: t } = this.part;
    await this.tell(t('Ada works on the berths and commits.'));
    await this.writes('ada', 'waiting-list', 'src/berth.ts', berthWithWaiting);
    await this.commits('ada', 'waiting-list', 'Keep a waiting list');
    await this.tell(t('Cem stops responding with unfinished work. The lane shows WARN, then STALE, and finally DEAD.'));
    await this.writes('cem', 'tide-rounding', 'src/tide.ts', tideUnfinished);
    await this.tell(t('Ben changes the same lines as Ada. Their lanes show the overlap long before a merge.'));
    await this.writes('ben', 'shallow-berths', 'src/berth.ts', berthWithDepth);
    await this.commits('ben', 'shallow-berths', 'Ask for the depth of a berth');
  }

  private async handsInAndIsSentBack(): Promise<void> {
    const { translate: t } = this.part;
    await this.tell(t('Dee writes the timetable and submits it. The lane waits for a review.'));
    await this.writes('dee', 'timetable', 'src/timetable.ts', timetableWithFault);
    await this.commits('dee', 'timetable', 'List the crossings');
    await this.handsIn('dee', 'timetable');
    await this.tell(t('Eve reviews it and records a finding on the line.'));
    await this.call('eve', 'queue', 'claim', 'W-5');
    const { finding } = await this.do('eve', {
      does: 'call',
      at: this.treeOf('timetable'),
      words: [
        ...['finding', 'record', '--repository', '--severity', 'medium', '--path', 'src/timetable.ts', '--line', '5'],
        ...['--text', 'Leaves out the crossing at this very minute', '--fix', 'Compare with >='],
      ],
    });
    this.finding = (finding as { ref: string }).ref;
    await this.tell(
      t(
        'Your turn: request changes on Dee’s lane because of the finding, in Lanes or with “Play Demo”. Agents cannot do this.',
      ),
    );
    await this.turn({
      act: 'sendBack',
      lane: 'timetable',
      finding: this.finding,
      message: `See ${this.finding}: the crossing at that minute is missing.`,
    });
  }

  private async mends(): Promise<void> {
    const { translate: t } = this.part;
    // The person may have decided otherwise.
    if ((await this.stateOf('timetable')) === 'WORKING') {
      await this.tell(t('Dee fixes it, links the fixing commit and resubmits.'));
      await this.writes('dee', 'timetable', 'src/timetable.ts', timetableMended);
      await this.commits('dee', 'timetable', 'Take in the crossing at that minute');
      await this.do('dee', {
        does: 'call',
        at: this.treeOf('timetable'),
        words: ['finding', 'fix', this.finding, '--note', 'Compares with >='],
      });
      await this.handsIn('dee', 'timetable');
      await this.tell(
        t('Your turn: approve and merge Dee’s lane, timetable, in Lanes or with “Play Demo”. Agents cannot do this.'),
      );
      await this.turn({ act: 'merge', lane: 'timetable' });
    }
    await this.resolves('dee', 'timetable', 'W-4');
  }

  private async meets(): Promise<void> {
    const { translate: t } = this.part;
    await this.tell(t('Ada submits her work.'));
    await this.handsIn('ada', 'waiting-list');
    await this.tell(
      t('Your turn: approve and merge Ada’s lane, waiting-list, in Lanes or with “Play Demo”. Agents cannot do this.'),
    );
    await this.turn({ act: 'merge', lane: 'waiting-list' });
    await this.resolves('ada', 'waiting-list', 'W-1');
    await this.tell(t('Ben rebases onto main and submits his work.'));
    if ((await this.handsIn('ben', 'shallow-berths')) !== 'CONFLICTED') return;
    await this.tell(t('The rebase conflicts, and the lane shows where. Ben resolves it and resubmits.'));
    await this.writes('ben', 'shallow-berths', 'src/berth.ts', berthWithBoth);
    await this.do('ben', { does: 'endRebase', at: this.treeOf('shallow-berths') });
    await this.handsIn('ben', 'shallow-berths');
  }

  private async ends(): Promise<void> {
    const { translate: t, pace } = this.part;
    await this.call('eve', 'queue', 'resolve', 'W-5', '--status', 'done');
    await this.tell(t('Waiting until Cem, who stopped responding, is reported DEAD.'));
    while (fading.has(await this.livenessOf('tide-rounding'))) {
      await this.sleep(pace.beatMs * 5);
      await this.pausing.over();
    }
  }

  /** Tells what comes, once the day may go on, and leaves time to read it. */
  private async tell(sentence: string): Promise<void> {
    await this.pausing.over();
    this.signal.throwIfAborted();
    this.part.tell(sentence);
    await this.breathe();
  }

  private async breathe(): Promise<void> {
    await this.sleep(this.part.pace.pauseMs);
    await this.pausing.over();
  }

  private async sleep(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.signal });
  }

  private async do(name: WorkerName, part: Part): Promise<Readonly<Record<string, unknown>>> {
    await this.pausing.over();
    this.signal.throwIfAborted();
    return this.troupe.perform(name, part);
  }

  /** A call of the program in the main worktree. */
  private call(name: WorkerName, ...words: string[]): Promise<Readonly<Record<string, unknown>>> {
    return this.do(name, { does: 'call', at: this.part.repository, words });
  }

  private async writes(name: WorkerName, lane: string, file: string, text: string): Promise<void> {
    await this.do(name, { does: 'write', at: this.treeOf(lane), file, text });
    await this.breathe();
  }

  private async commits(name: WorkerName, lane: string, message: string): Promise<void> {
    await this.do(name, { does: 'commit', at: this.treeOf(lane), message });
    await this.breathe();
  }

  /** Hands a lane in; gives the state of its worker after that. */
  private async handsIn(name: WorkerName, lane: string): Promise<unknown> {
    const { state } = await this.do(name, { does: 'call', at: this.treeOf(lane), words: ['worker', 'done'] });
    await this.breathe();
    return state;
  }

  private async turn(turn: Turn): Promise<void> {
    await this.part.person.answer(turn, this.signal);
    this.signal.throwIfAborted();
    await this.breathe();
  }

  /** The work is over once it is merged. */
  private async resolves(name: WorkerName, lane: string, item: string): Promise<void> {
    if ((await this.stateOf(lane)) !== 'COMPLETED') return;
    await this.call(name, 'queue', 'resolve', item, '--status', 'done');
  }

  private async stateOf(lane: string): Promise<unknown> {
    return (await this.shows(lane)).state;
  }

  private async livenessOf(lane: string): Promise<unknown> {
    const { worker } = await this.shows(lane);
    return (worker as { liveness?: unknown } | undefined)?.liveness;
  }

  /** Asked by nobody of the five. */
  private shows(lane: string): Promise<Readonly<Record<string, unknown>>> {
    const { tools, repository } = this.part;
    return stateroom({ ...tools, signal: this.signal }, repository, 'plan-agent', ['worker', 'show', lane]);
  }

  private treeOf(lane: string): string {
    const tree = this.trees.get(lane);
    if (tree === undefined) throw new Error(`Lane ${lane} not found.`);
    return tree;
  }
}
