import { join } from 'node:path';
import { onTerminal } from '../../support/onTerminal.js';
import { type Desk, leaveOthers, runAs, solve, workOn } from './agent.js';
import { filesOf, ownFiles, type Task } from './project.js';
import { type Programs, Session } from './session.js';
import { InTurn, Killed, type Outcome, type World } from './world.js';

/** What is to be done next in a lane, by an agent. */
interface Job {
  readonly lane: Lane;
  readonly kind: 'continue' | 'review';
}

interface Lane {
  readonly task: Task;
  readonly name: string;
  readonly folder: string;
  /** The agent that opened it, which leaves its review to another one. */
  readonly opener: number;
}

/** Agents with Stateroom: items, lanes, hooks, reviews by another agent, and a person who approves and merges. */
export class Lanes {
  readonly #jobs: Job[] = [];
  readonly #person = new InTurn();
  readonly #merged = new Set<number>();
  readonly #sessions: Session[] = [];
  #begun = 0;
  /** Commands that the person ran. */
  acts = 0;
  /** Bytes of the list of tools that each session in a lane gets. */
  fixedBytes = 0;

  constructor(
    readonly world: World,
    readonly root: string,
    readonly programs: Programs,
  ) {}

  async run(agents: number): Promise<void> {
    await this.#mustAsPerson('init');
    if (!this.programs.isShort) await this.#mustAsPerson('hooks', 'install');
    const scribe = await this.#begin(this.root, 'scribe');
    for (const { number, name } of this.world.tasks) {
      await scribe.must('work_items', { action: 'add', title: `Write ${name}`, id: `t${number}` });
    }
    await scribe.end();
    // The cost of writing the tasks down is that of a list in a file: neither is counted.
    this.world.coordination.clear();
    // One that fails ends all: what it holds would keep the others waiting.
    await Promise.all(Array.from({ length: agents }, (_, agent) => this.#work(agent, agents === 1)));
  }

  /** An agent: reviews and lanes that wait for one first, then the queue. Its work in a lane is a session of its own. */
  async #work(agent: number, isAlone: boolean): Promise<void> {
    const lead = await this.#begin(this.root, `lead-${agent}`);
    const mayDo = ({ kind, lane }: Job) => kind === 'continue' || isAlone || lane.opener !== agent;
    while (this.#merged.size < this.world.tasks.length) {
      const job = this.#jobs.find(mayDo);
      if (job !== undefined) this.#jobs.splice(this.#jobs.indexOf(job), 1);
      if (job?.kind === 'review') await this.#review(lead, job.lane);
      else if (job !== undefined) await this.#workIn(job.lane, true);
      else if (!(await this.#takeNext(lead, agent))) await this.world.think(4);
    }
    await lead.end();
  }

  async #takeNext(lead: Session, agent: number): Promise<boolean> {
    if (this.world.takes.size >= this.world.tasks.length) return false;
    const next = await lead.must('work_items', { action: 'next' });
    const number = Number(/^W-\d+ \(t(\d+)\)/m.exec(next)?.[1]);
    const ref = /^(W-\d+) /m.exec(next)?.[1];
    const task = this.world.tasks.find(one => one.number === number);
    if (task === undefined || ref === undefined) return false;
    this.world.take(task);
    const owns = ownFiles(task);
    const spawned = await lead.must('dispatch_lane_work', {
      action: 'spawn',
      lane: ref,
      ...(owns.length > 0 ? { owns } : {}),
    });
    const folder = /^worktreePath: (.+)$/m.exec(spawned)?.[1] ?? '';
    await this.#workIn({ task, name: /^L-\d+ (\S+) /.exec(spawned)?.[1] ?? '', folder, opener: agent }, false);
    return true;
  }

  /** A session in a lane, from where the lane is until it is submitted, or until the session ends without that. */
  async #workIn(lane: Lane, isSuccessor: boolean): Promise<void> {
    const { world } = this;
    const session = await this.#begin(lane.folder, lane.name);
    if (this.fixedBytes === 0) this.fixedBytes = await session.fixedBytes();
    const desk = laneDesk(world, this.root, session);
    let isSubmitted = false;
    try {
      await session.must('load_session', {});
      await session.must('dispatch_lane_work', { action: 'start' });
      if (isSuccessor) {
        const { output } = await runAs(desk, 'git status');
        if (output.includes('unmerged paths')) await solve(desk, lane.task, 'merge');
        await leaveOthers(desk, lane.task);
      }
      if ((await workOn(desk, lane.task, isSuccessor)) === 'done') {
        await this.#submit(session, desk, lane.task);
        isSubmitted = true;
      }
      world.done.add(lane.task.number);
      const asked = await session.hook('Stop', { stop_hook_active: false, last_assistant_message: 'Done.' });
      if (asked !== undefined) world.count('Stop', '', asked);
      await session.end();
    } catch (error) {
      await session.kill();
      if (!(error instanceof Killed)) throw error;
    }
    if (!isSubmitted) this.world.returned += 1;
    this.#jobs.push({ lane, kind: isSubmitted ? 'review' : 'continue' });
  }

  /** Proves the work and submits it, after each conflict again. */
  async #submit(session: Session, desk: Desk, task: Task): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      await session.must('evidence', { command: ['node', 'test/run.mjs'] });
      const { isError, text } = await session.call('dispatch_lane_work', { action: 'done' });
      if (!isError && / IN_REVIEW: /.test(text)) return;
      // A merge of another lane meanwhile conflicts with this one; one after the rebase is refused with the next call.
      const [, tool, input] = /(\w+) (\{[^()]*"repair_merge"[^()]*\})/.exec(text) ?? [];
      if (!isError && text.includes(' CONFLICTED: ')) {
        await solve(desk, task, /^merging: /m.test(text) ? 'merge' : 'rebase');
      } else if (tool !== undefined && input !== undefined) {
        await session.must(tool, JSON.parse(input) as Record<string, unknown>);
        await solve(desk, task, 'merge');
      } else throw new Error(`t${task.number} was not submitted: ${text}`);
    }
    throw new Error(`t${task.number} was not submitted.`);
  }

  /** Another agent reads which files the branch changes, and records its verdict; a person acts on it. */
  async #review(lead: Session, lane: Lane): Promise<void> {
    const desk = laneDesk(this.world, this.root, lead);
    const { output } = await runAs(desk, `git diff --name-only main...feature/${lane.name}`);
    const files = output.split('\n').filter(file => file !== '');
    const own = new Set(lane.task.slices.flatMap(filesOf));
    const isFine = files.every(file => own.has(file));
    const verdict = isFine ? { verdict: 'pass' } : { verdict: 'fail', summary: 'It changes files of other items' };
    const subject = `feature/${lane.name}`;
    await lead.must('review_runs', { action: 'record', subject, ...verdict, coveredFiles: files });
    if (isFine) await this.#person.run(() => this.#merge(lane));
    else {
      await this.#mustAsPerson(
        'worker',
        'request-changes',
        lane.name,
        '-m',
        'Take back changes to files of other items',
      );
      this.world.returned += 1;
      this.#jobs.push({ lane, kind: 'continue' });
    }
  }

  async #merge(lane: Lane): Promise<void> {
    await this.#mustAsPerson('worker', 'approve', lane.name);
    const merged = await this.#asPerson('worker', 'merge', lane.name);
    if (merged.code === 0) {
      this.#merged.add(lane.task.number);
      return;
    }
    await this.#mustAsPerson('worker', 'repair-merge', lane.name);
    this.world.returned += 1;
    this.#jobs.push({ lane, kind: 'continue' });
  }

  async #begin(folder: string, role: string): Promise<Session> {
    this.#begun += 1;
    const session = await Session.begin(this.world, this.programs, folder, `${role}-session-${this.#begun}`);
    this.#sessions.push(session);
    return session;
  }

  /** Ends what a failure has left. */
  async end(): Promise<void> {
    await Promise.all(this.#sessions.map(session => session.kill()));
  }

  #asPerson(...words: string[]): Promise<Outcome> {
    this.acts += 1;
    const { program, args } = onTerminal([this.programs.node, join(this.programs.dist, 'cli.mjs'), ...words], 200);
    return this.world.run(this.root, [program, ...args], { STATEROOM_ACTOR: 'ada', TERM: 'xterm', SHELL: '/bin/sh' });
  }

  async #mustAsPerson(...words: string[]): Promise<void> {
    const { code, output } = await this.#asPerson(...words);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output}`);
  }
}

/** A desk with the hooks that an agent's installation has, and commits through Stateroom. */
function laneDesk(world: World, root: string, session: Session): Desk {
  const before = (tool_name: string, tool_input: object) => session.hook('PreToolUse', { tool_name, tool_input });
  return {
    world,
    root,
    folder: session.folder,
    mayEdit: (file_path, content) => before('Write', { file_path, content }),
    async edited(file_path, content) {
      if (session.programs.isShort) return;
      const tool_response = { type: 'update', filePath: file_path };
      await session.hook('PostToolUse', { tool_name: 'Write', tool_input: { file_path, content }, tool_response });
    },
    mayRun: command => before('Bash', { command }),
    async commit(slice) {
      const { isError, text } = await session.call('dispatch_lane_work', { action: 'commit', message: slice.message });
      const commit = /^commit: ([0-9a-f]+)$/m.exec(text)?.[1];
      if (commit !== undefined) world.committed(slice, commit);
      return !isError;
    },
  };
}
