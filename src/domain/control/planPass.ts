import { chooseAgent } from './chooseAgent.js';
import type { ControlDecision, ControlReason } from './controlDecision.js';
import type { ControlSettings, RaisedSetting } from './controlSettings.js';
import type { ControlSnapshot, ItemFacts, RunningSession } from './controlSnapshot.js';
import { cooldownAfter, failuresInRow, isSameFailure } from './cooldown.js';

/** Settings that a person confirmed, lowered by what the base branch has now. */
export interface SettingsInForce {
  readonly settings: ControlSettings;
  /** Reason why the settings of the base branch cannot be read; then nothing starts. */
  readonly problem: string | null;
  /** Limits that the base branch raises above them. */
  readonly raised: readonly RaisedSetting[];
}

type Decided = Omit<ControlDecision, 'subject' | 'title'>;

const nothing = { agent: null, until: null, detail: null, count: null } as const;

/** A work item that may start, and the number of failures before. */
interface Candidate {
  readonly item: ItemFacts;
  readonly failed: number;
  readonly isAway: boolean;
}

/**
 * Decides about all open work at one moment, in this order: what runs, what ended, settings and limits, capacity, cooldowns, starts. Reads
 * and keeps nothing itself. Rules by their numbers: docs/control.md.
 */
export function planPass(snapshot: ControlSnapshot, inForce: SettingsInForce, now: number): ControlDecision[] {
  const running = judgeRunning(snapshot);
  const ended: ControlDecision[] = [];
  const candidates: Candidate[] = [];
  for (const item of snapshot.items) {
    if (item.session !== null) continue;
    const judged = judgeItem(item, inForce.settings, now);
    if ('act' in judged) ended.push(decision(item, judged));
    else candidates.push({ item, ...judged });
  }
  const general = judgeAll(snapshot, inForce, now);
  const starts = judgeStarts(snapshot, inForce.settings, candidates, general, now);
  return [...general, ...running, ...ended, ...starts];
}

/** The next time at which a pass would decide otherwise without any change of the store; undefined for none. */
export function nextDue(decisions: readonly ControlDecision[], now: number): number | undefined {
  const times = decisions.flatMap(({ until }) => (until !== null && until > now ? [until] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}

function decision(of: Pick<ItemFacts, 'ref' | 'title'>, decided: Decided): ControlDecision {
  return { subject: of.ref, title: of.title, ...decided };
}

function wait(reason: ControlReason, more: Partial<Decided> = {}): Decided {
  return { ...nothing, act: 'wait', reason, ...more };
}

/** Keeps what runs, unless control started it and its work has ended or control is ended at once. */
function judgeRunning({ items, others, shift }: ControlSnapshot): ControlDecision[] {
  const judge = (session: RunningSession, hasWork: boolean): Decided => {
    const { agent } = session;
    if (session.isStopping) return { ...nothing, act: 'keep', reason: 'stopping', agent };
    const keep = { ...nothing, act: 'keep', reason: 'atWork', agent } as const;
    if (!session.isOfControl) return session.asksPermission ? wait('permission', { agent }) : keep;
    if (!hasWork) return { ...nothing, act: 'stop', reason: 'workEnded', agent };
    if (shift?.stop === 'now') return { ...nothing, act: 'stop', reason: 'stopNow', agent };
    if (session.asksPermission) return wait('permission', { agent });
    return keep;
  };
  return [
    ...items.flatMap(item => (item.session === null ? [] : [decision(item, judge(item.session, true))])),
    ...others.map(other => decision(other, judge(other.session, false))),
  ];
}

/** Decision on an item without an agent at work; a candidate if nothing of its own holds it up. */
function judgeItem(
  item: ItemFacts,
  { attempts }: ControlSettings,
  now: number,
): Decided | Pick<Candidate, 'failed' | 'isAway'> {
  if (item.status === 'waiting_human') return wait('asksYou', { detail: item.question });
  if (item.worker === 'APPROVED') return wait('mergeYou');
  if (item.worker === 'IN_REVIEW') return wait('reviewYou');
  if (item.worker === 'CONFLICTED') return wait('conflict');
  if (item.holder !== null) return wait('heldBy', { detail: item.holder });
  if (item.hasOpenParts) return wait('hasParts');
  if (item.waitsFor.length > 0) return wait('waitsFor', { detail: item.waitsFor.join(', ') });
  if (item.notBefore !== null && item.notBefore > now) return wait('scheduled', { until: item.notBefore });
  if (item.assignee !== null && !item.assignee.isAgent) return wait('assignedTo', { detail: item.assignee.name });
  if (item.elsewhere !== null) return wait('elsewhere', { detail: item.elsewhere });
  const last = item.tries.at(-1);
  if (last?.end === 'stopped' && last.stoppedBy !== null) return wait('stopped', { detail: last.stoppedBy });
  if (last?.end === 'nothing-to-do') {
    return { ...nothing, act: 'give-up', reason: 'nothingToDo', agent: last.agent, detail: last.why };
  }
  const failed = failuresInRow(item.tries);
  const count = failed.length;
  const { agent = null, why = null } = failed.at(-1) ?? {};
  const given = { ...nothing, act: 'give-up', agent, detail: why, count } as const;
  if (isSameFailure(failed)) return { ...given, reason: 'sameFailure' };
  if (count >= attempts) return { ...given, reason: 'attemptsUsed' };
  const since = failed.at(-1);
  const until = since === undefined ? 0 : since.endedAt + cooldownAfter(count);
  if (until > now) return wait('itemCooldown', { until, agent, detail: why, count });
  return { failed: count, isAway: last?.isAway === true };
}

/** Waits of all starts: settings that cannot be read, limits that are used up, control that is being switched off. */
function judgeAll(
  { shift, spentDay, placeFault }: ControlSnapshot,
  inForce: SettingsInForce,
  now: number,
): ControlDecision[] {
  const all = (decided: Decided) => decision({ ref: 'control', title: '' }, decided);
  const { problem, raised, settings } = inForce;
  const found: ControlDecision[] = [];
  if (problem !== null) found.push(all(wait('settingsBad', { detail: problem })));
  if (raised.length > 0) {
    const changes = raised.map(({ key, from, to }) => `${key}: ${from ?? '–'} → ${to ?? '–'}`);
    found.push(all(wait('settingsRaised', { detail: changes.join(', ') })));
  }
  const spent = spentDay === null ? [] : [all(wait('dayUsed', { until: spentDay.until, detail: spentDay.text }))];
  if (shift === undefined) return [...found, ...spent];
  const { budget } = settings;
  const used = (['money', 'tokens', 'minutes'] as const).find(unit => {
    const max = budget[unit];
    return max !== null && shift.used[unit] >= max;
  });
  if (shift.stop !== null) found.push(all(wait('switchedOff')));
  else if (shift.untilAt !== null && shift.untilAt <= now) found.push(all(wait('timeOver')));
  else if (used !== undefined) found.push(all(wait('budgetUsed', { detail: limitText(used, budget[used] ?? 0) })));
  else if (spent.length > 0) found.push(...spent);
  else if (placeFault !== null && placeFault.at + cooldownAfter(placeFault.count) > now) {
    const { at, count, why } = placeFault;
    found.push(all(wait('placeFails', { until: at + cooldownAfter(count), detail: why })));
  }
  return found;
}

/** `$25.00`, `100 tokens`, `60 min` */
function limitText(unit: 'money' | 'tokens' | 'minutes', limit: number): string {
  if (unit === 'money') return `$${limit.toFixed(2)}`;
  return unit === 'tokens' ? `${limit} tokens` : `${limit} min`;
}

const endsStarts: ReadonlySet<ControlReason> = new Set<ControlReason>([
  'settingsBad',
  'switchedOff',
  'timeOver',
  'budgetUsed',
  'dayUsed',
  'placeFails',
]);

/** Starts candidates while there is room: those that failed before first, then in queue order; last those at which no start came about. */
function judgeStarts(
  snapshot: ControlSnapshot,
  settings: ControlSettings,
  candidates: readonly Candidate[],
  general: readonly ControlDecision[],
  now: number,
): ControlDecision[] {
  const ending = general.find(({ reason }) => endsStarts.has(reason));
  if (ending !== undefined) {
    const { reason, until, detail } = ending;
    return candidates.map(({ item }) => decision(item, wait(reason, { until, detail })));
  }
  const open = [...snapshot.items, ...snapshot.others].flatMap(({ session }) => session ?? []);
  const sessions = open.filter(({ asksPermission }) => !asksPermission);
  // It goes on in the middle of its work once it has its answer.
  const asking = open.length - sessions.length;
  const atWork = new Map<string, number>();
  for (const { agent } of sessions) atWork.set(agent, (atWork.get(agent) ?? 0) + 1);
  let total = sessions.length;
  const atExclusive = snapshot.items.find(({ isExclusive, session }) => isExclusive && session !== null);
  let alone = atExclusive?.ref;
  const startedAt = snapshot.shift?.startedAt ?? now;
  const again = candidates.filter(({ failed, isAway }) => failed > 0 || isAway);
  const fresh = candidates.filter(({ failed, isAway }) => failed === 0 && !isAway);
  const startFailed = ({ item }: Candidate) => item.startFailedAt ?? 0;
  const inOrder = [...again, ...fresh].sort((one, other) => startFailed(one) - startFailed(other));
  return inOrder.map(({ item, failed, isAway }) => {
    if (alone !== undefined) return decision(item, wait('behindExclusive', { detail: alone }));
    const choice = chooseAgent(item, settings, { snapshot, atWork, now, startedAt });
    if ('reason' in choice) return decision(item, wait(choice.reason, choice));
    if (item.isExclusive && total + asking > 0) {
      alone = item.ref;
      return decision(item, wait('exclusive', { count: total + asking }));
    }
    if (total >= settings.atOnce) return decision(item, wait('full', { count: settings.atOnce }));
    total += 1;
    atWork.set(choice.agent, (atWork.get(choice.agent) ?? 0) + 1);
    if (item.isExclusive) alone = item.ref;
    const reason = isAway && failed === 0 ? 'away' : failed > 0 ? 'again' : 'ready';
    const count = reason === 'again' ? failed + 1 : total;
    return decision(item, { ...nothing, act: 'start', reason, agent: choice.agent, count });
  });
}
