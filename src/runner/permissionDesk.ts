import { relative, resolve } from 'node:path';
import { beforeTool } from '../agentHooks/beforeTool.js';
import type { PermissionAnswer, PermissionRequest } from '../backends/agentProgram.js';
import { agentPermissionLimits } from '../domain/agentSession/agentPermissionRow.js';
import { judgePermission, type PermissionAsked, permissionWaitMs } from '../domain/agentSession/permission.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { shortened } from '../domain/text/shortened.js';
import { leadsOut } from '../platform/leadsOut.js';
import { redact } from '../platform/redact.js';
import { answerPermission, changeSession, tellOfSession } from '../records/agentSession/agentSessions.js';
import { isOpen } from '../records/agentSession/sessionView.js';
import { baseConfigOrDefaults } from '../records/baseConfig.js';
import { agentContext, inAct, type RunnerPlace, type SessionRow } from './runnerPlace.js';
import type { Transcript } from './transcript.js';

/** Answers the requests of one session: by the rules of its lane, by its policy, or by a person. */
export class PermissionDesk {
  readonly #place: RunnerPlace;
  readonly #session: SessionRow;
  readonly #lane: LaneRow;
  readonly #transcript: Transcript;
  readonly #waiting = new Map<string, (answer: 'allowed' | 'refused' | 'expired') => void>();
  readonly #waitMs: number;
  #hasExpired = false;

  constructor(
    place: RunnerPlace,
    session: SessionRow,
    lane: LaneRow,
    transcript: Transcript,
    waitMs = permissionWaitMs,
  ) {
    this.#waitMs = waitMs;
    this.#place = place;
    this.#session = session;
    this.#lane = lane;
    this.#transcript = transcript;
  }

  /** True while a request waits for a person. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** True if a request expired since the last call. */
  takeExpired(): boolean {
    const has = this.#hasExpired;
    this.#hasExpired = false;
    return has;
  }

  async answer(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    const asked = this.#readable(request);
    const note = (answer: string, why?: string) => {
      const title = asked.title;
      this.#transcript.add({ kind: 'permission', title, answer, ...(why === undefined ? {} : { why }) });
    };
    const refusal = await this.#refusalOf(request);
    if (refusal !== undefined) {
      note('refused', refusal);
      return { allow: false };
    }
    if (asked.isCut === true && !asked.isOwn) {
      note('refused', 'It is too long to be read by a person.');
      return { allow: false };
    }
    if (await this.#isAllowed(asked)) {
      note('allowed');
      return { allow: true };
    }
    note('asked');
    const answer = await this.#ask(asked, signal);
    note(answer);
    return { allow: answer === 'allowed' };
  }

  /** Looks for answers that a person gave. */
  async notice(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const rows = await this.#place.context.store.read(transaction =>
      transaction.agentPermissions.ofIds([...this.#waiting.keys()]),
    );
    for (const { id, answer } of rows) {
      if (answer === null) continue;
      this.#waiting.get(id)?.(answer === 'refused' || answer === 'expired' ? answer : 'allowed');
    }
  }

  #readable({ title, tool, command, paths, ownTool }: PermissionRequest): PermissionAsked {
    const own = (path: string): string => {
      const top = this.#lane.worktree_path;
      const whole = resolve(top, path);
      const inside = relative(top, whole).replaceAll('\\', '/');
      // Git's own folder belongs to no lane.
      const isOutside = inside === '' || leadsOut(inside) || /^\.git(?:\/|$)/i.test(inside);
      return isOutside ? whole : inside;
    };
    return {
      title: shortened(redact(title), agentPermissionLimits.title),
      tool: tool?.slice(0, 100),
      command: command?.slice(0, agentPermissionLimits.command),
      paths: paths.slice(0, agentPermissionLimits.paths).map(path => own(path).slice(0, agentPermissionLimits.path)),
      isOwn: ownTool !== undefined,
      isCut: paths.length > agentPermissionLimits.paths || (command?.length ?? 0) > agentPermissionLimits.command,
    };
  }

  /** Reason for which the lane's hooks would refuse it; no policy and no person allows that. */
  async #refusalOf({ tool, command, paths }: PermissionRequest): Promise<string | undefined> {
    const isReading = command === undefined && (tool === 'read' || tool === 'search' || tool === 'think');
    if (isReading) return undefined;
    const context = agentContext(this.#place, this.#session, this.#lane);
    const directory = this.#lane.worktree_path;
    const { refusal } = await beforeTool(context, { paths, command, directory });
    return refusal;
  }

  async #isAllowed(asked: PermissionAsked): Promise<boolean> {
    const { context } = this.#place;
    const { gate, lane } = await baseConfigOrDefaults(context);
    const lasting = await context.store.read(({ agentPermissions }) => agentPermissions.lasting(this.#lane.id));
    const commands = [...gate.commands, ...lane.setup];
    return judgePermission(asked, this.#session.policy, { commands, lasting }) === true;
  }

  async #ask(asked: PermissionAsked, signal: AbortSignal): Promise<'allowed' | 'refused' | 'expired'> {
    const { context } = this.#place;
    const id = context.ids.ulid(context.clock.now());
    const given = new Promise<'allowed' | 'refused' | 'expired'>(done => this.#waiting.set(id, done));
    const end = (): void => this.#waiting.get(id)?.('expired');
    const timer = setTimeout(end, this.#waitMs);
    signal.addEventListener('abort', end, { once: true });
    try {
      await inAct(this.#place, async act => {
        const { transaction, now } = act;
        const all = await transaction.agentPermissions.ofSession(this.#session.id);
        await transaction.agentPermissions.create({
          ...{ id, session_id: this.#session.id, lane_id: this.#lane.id, position: all.length + 1 },
          ...{
            title: asked.title,
            tool: asked.tool ?? null,
            command: asked.command === undefined ? null : redact(asked.command),
          },
          ...{ paths: JSON.stringify(asked.paths), asked_at: now, expires_at: now + this.#waitMs },
        });
        await this.#setState(act.transaction, 'waiting');
        const payload = { agent: this.#session.agent, title: asked.title };
        await tellOfSession(act, this.#lane, 'agent_permission_asked', payload);
      });
      if (signal.aborted) end();
      const answer = await given;
      this.#hasExpired ||= answer === 'expired' && !signal.aborted;
      await inAct(this.#place, async act => {
        const [row] = await act.transaction.agentPermissions.ofIds([id]);
        if (row !== undefined && isOpen(row)) await answerPermission(act, this.#lane, this.#session, row, 'expired');
        const others = (await act.transaction.agentPermissions.ofSession(this.#session.id)).filter(isOpen);
        if (others.length === 0) await this.#setState(act.transaction, 'working');
      });
      return answer;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      this.#waiting.delete(id);
    }
  }

  /** A session that is asked to stop, or has ended, stays so. */
  async #setState(transaction: Parameters<typeof changeSession>[0], state: 'waiting' | 'working'): Promise<void> {
    const [row] = await transaction.agentSessions.ofIds([this.#session.id]);
    if (row?.state === 'working' || row?.state === 'waiting') await changeSession(transaction, row, { state });
  }
}
