import { describe, expect, it } from 'vitest';
import type { ControlConfig } from '../config/controlConfig.js';
import { controlSettings } from './controlSettings.js';
import type { ControlSnapshot, ItemFacts, ProviderEnd, RunningSession, ShiftFacts, Try } from './controlSnapshot.js';
import { nextDue, planPass, type SettingsInForce } from './planPass.js';

const now = Date.UTC(2026, 10, 28, 1, 0);
const minute = 60_000;
const hour = 60 * minute;

const config: ControlConfig = { agents: { codex: 2, claude: 2 }, atOnce: 3 };

function item(number: number, more: Partial<ItemFacts> = {}): ItemFacts {
  return {
    ref: `W-${number}`,
    title: `Item ${number}`,
    status: 'pending',
    ...{ isExclusive: false, hasOpenParts: false, waitsFor: [], notBefore: null, assignee: null, holder: null },
    ...{ lane: null, worker: null, elsewhere: null, question: null, session: null, startFailedAt: null, tries: [] },
    ...more,
  };
}

function running(agent: string, more: Partial<RunningSession> = {}): RunningSession {
  return { agent, since: now - minute, asksPermission: false, isStopping: false, isOfControl: true, ...more };
}

/** A try that ended some minutes ago. */
function tried(end: Try['end'], ago: number, more: Partial<Try> = {}): Try {
  return {
    ...{ agent: 'codex', endedAt: now - ago * minute, end, why: null, evidence: null },
    ...{ isOfProvider: false, isAway: false, stoppedBy: null },
    ...more,
  };
}

function limit(agent: string, ago: number, resetsAt: number | null = null): ProviderEnd {
  return { agent, at: now - ago * minute, trouble: 'limit', resetsAt, why: null };
}

/** A session that ended before its agent began. */
function ended(agent: string, ago: number): ProviderEnd {
  return { agent, at: now - ago * minute, trouble: 'start', resetsAt: null, why: 'It speaks no ACP.' };
}

function shift(more: Partial<ShiftFacts> = {}): ShiftFacts {
  return { startedAt: now - hour, untilAt: null, stop: null, used: { money: 0, tokens: 0, minutes: 0 }, ...more };
}

interface Case {
  readonly items?: readonly ItemFacts[];
  readonly others?: ControlSnapshot['others'];
  readonly ends?: readonly ProviderEnd[];
  readonly missing?: readonly string[];
  readonly shift?: ShiftFacts | undefined;
  readonly spentDay?: ControlSnapshot['spentDay'];
  readonly placeFault?: ControlSnapshot['placeFault'];
  readonly config?: ControlConfig;
  readonly problem?: string;
  readonly raised?: SettingsInForce['raised'];
  /** `subject act reason agent until(minutes) “detail” #count` */
  readonly expected: readonly string[];
}

function decide({ items = [], others = [], ends = [], missing = [], ...rest }: Case) {
  const spentDay = rest.spentDay ?? null;
  const snapshot = {
    items,
    others,
    ends,
    missing,
    spentDay,
    placeFault: rest.placeFault ?? null,
    shift: 'shift' in rest ? rest.shift : shift(),
  };
  const settings = controlSettings(rest.config ?? config);
  return planPass(snapshot, { settings, problem: rest.problem ?? null, raised: rest.raised ?? [] }, now);
}

function lines(one: Case): string[] {
  return decide(one).map(({ subject, act, reason, agent, until, detail, count }) =>
    [
      subject,
      act,
      reason,
      agent,
      until === null ? null : `${(until - now) / minute} min`,
      detail === null ? null : `“${detail}”`,
      count === null ? null : `#${count}`,
    ]
      .filter(part => part !== null)
      .join(' '),
  );
}

/** By number of the rule in docs/control.md and what happens. */
const cases: Readonly<Record<string, Case>> = {
  'CT-1 nothing is open: nothing is decided': { expected: [] },
  'CT-1 decides the same while control is off, as what would happen': {
    shift: undefined,
    items: [item(1)],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-2 what runs goes on': {
    items: [item(1, { session: running('codex') })],
    expected: ['W-1 keep atWork codex'],
  },
  'CT-2 what runs goes on when the settings cannot be read, and nothing starts': {
    problem: 'line 3',
    items: [item(1, { session: running('codex') }), item(2)],
    expected: ['control wait settingsBad “line 3”', 'W-1 keep atWork codex', 'W-2 wait settingsBad “line 3”'],
  },
  'CT-2 what runs goes on above a limit that was lowered': {
    config: { agents: { codex: 1 }, atOnce: 1 },
    items: [item(1, { session: running('codex') }), item(2, { session: running('codex') }), item(3)],
    expected: ['W-1 keep atWork codex', 'W-2 keep atWork codex', 'W-3 wait agentFull codex'],
  },
  'CT-2 what runs goes on by an agent that the settings no longer name': {
    config: { agents: { claude: 1 } },
    items: [item(1, { session: running('codex') })],
    expected: ['W-1 keep atWork codex'],
  },
  'CT-3 an agent whose work has ended is stopped': {
    others: [{ ref: 'L-4', title: 'Old', session: running('codex') }],
    expected: ['L-4 stop workEnded codex'],
  },
  'CT-3 one that is being stopped is left to end': {
    others: [{ ref: 'L-4', title: 'Old', session: running('codex', { isStopping: true }) }],
    items: [item(1, { session: running('claude', { isStopping: true }) })],
    expected: ['W-1 keep stopping claude', 'L-4 keep stopping codex'],
  },
  'CT-4 control that ends lets the running finish and starts nothing': {
    shift: shift({ stop: 'finish' }),
    items: [item(1, { session: running('codex') }), item(2)],
    expected: ['control wait switchedOff', 'W-1 keep atWork codex', 'W-2 wait switchedOff'],
  },
  'CT-4 control that ends at once stops the running': {
    shift: shift({ stop: 'now' }),
    items: [item(1, { session: running('codex') }), item(2, { session: running('claude', { asksPermission: true }) })],
    expected: ['control wait switchedOff', 'W-1 stop stopNow codex', 'W-2 stop stopNow claude'],
  },
  'CT-4 an agent that a person started goes on in any case': {
    shift: shift({ stop: 'now' }),
    others: [{ ref: 'L-4', title: 'Old', session: running('codex', { isOfControl: false }) }],
    items: [
      item(1, { session: running('codex', { isOfControl: false }) }),
      item(2, { session: running('codex', { isOfControl: false, asksPermission: true }) }),
    ],
    expected: [
      'control wait switchedOff',
      'W-1 keep atWork codex',
      'W-2 wait permission codex',
      'L-4 keep atWork codex',
    ],
  },
  'CT-5 submitted work waits for its review and uses no capacity': {
    config: { agents: { codex: 1 } },
    items: [item(1, { status: 'in_flight', worker: 'IN_REVIEW', tries: [tried('done', 5)] }), item(2)],
    expected: ['W-1 wait reviewYou', 'W-2 start ready codex #1'],
  },
  'CT-5 approved work waits for its merge': {
    items: [item(1, { status: 'in_flight', worker: 'APPROVED', tries: [tried('done', 5)] })],
    expected: ['W-1 wait mergeYou'],
  },
  'CT-5 a question waits for its answer and uses no capacity': {
    config: { agents: { codex: 1 } },
    items: [item(1, { status: 'waiting_human', question: '5 or 10?', tries: [tried('blocked', 5)] }), item(2)],
    expected: ['W-1 wait asksYou “5 or 10?”', 'W-2 start ready codex #1'],
  },
  'CT-5 a request for permission uses no capacity': {
    config: { agents: { codex: 1 } },
    items: [item(1, { session: running('codex', { asksPermission: true }) }), item(2)],
    expected: ['W-1 wait permission codex', 'W-2 start ready codex #1'],
  },
  'CT-5 a conflict is a person’s': {
    items: [item(1, { status: 'in_flight', worker: 'CONFLICTED' })],
    expected: ['W-1 wait conflict'],
  },
  'CT-5 work that a person stopped stays stopped': {
    items: [item(1, { status: 'in_flight', tries: [tried('stopped', 30, { stoppedBy: 'Ann' })] })],
    expected: ['W-1 wait stopped “Ann”'],
  },
  'CT-5 nothing to do is said to a person': {
    items: [item(1, { tries: [tried('nothing-to-do', 5, { why: 'It is there' })] })],
    expected: ['W-1 give-up nothingToDo codex “It is there”'],
  },
  'CT-6 an item that someone works on is left to them': {
    items: [item(1, { status: 'in_flight', holder: 'Ann' })],
    expected: ['W-1 wait heldBy “Ann”'],
  },
  'CT-6 a parent waits for its parts': {
    items: [item(1, { hasOpenParts: true }), item(2)],
    expected: ['W-1 wait hasParts', 'W-2 start ready codex #1'],
  },
  'CT-6 a dependent item names what it needs': {
    items: [item(1, { waitsFor: ['W-3', 'W-4'] })],
    expected: ['W-1 wait waitsFor “W-3, W-4”'],
  },
  'CT-6 scheduled work waits for its time': {
    items: [item(1, { notBefore: now + 5 * minute })],
    expected: ['W-1 wait scheduled 5 min'],
  },
  'CT-6 scheduled work starts at its time': {
    items: [item(1, { notBefore: now })],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-6 an item of a person is theirs': {
    items: [item(1, { assignee: { name: 'Ann', isAgent: false } })],
    expected: ['W-1 wait assignedTo “Ann”'],
  },
  'CT-6 a branch of its id elsewhere: look before you act': {
    items: [item(1, { elsewhere: 'origin/feature/w1-cart' })],
    expected: ['W-1 wait elsewhere “origin/feature/w1-cart”'],
  },
  'CT-7 a failure waits 300 s': {
    items: [item(1, { tries: [tried('crashed', 4, { why: 'exit 7' })] })],
    expected: ['W-1 wait itemCooldown codex 1 min “exit 7” #1'],
  },
  'CT-7 it starts again at the end of the wait, as the next attempt': {
    items: [item(1, { tries: [tried('crashed', 5, { why: 'exit 7' })] })],
    expected: ['W-1 start again codex #2'],
  },
  'CT-7 a second failure waits 900 s': {
    items: [item(1, { tries: [tried('crashed', 60, { why: 'a' }), tried('unclear', 14, { why: 'b' })] })],
    expected: ['W-1 wait itemCooldown codex 1 min “b” #2'],
  },
  'CT-7 a third failure waits 1800 s': {
    config: { ...config, attempts: 5 },
    items: [
      item(1, { tries: [tried('crashed', 90, { why: 'a' }), tried('failed', 60, { why: 'b' }), tried('crashed', 20)] }),
    ],
    expected: ['W-1 wait itemCooldown codex 10 min #3'],
  },
  'CT-7 a fourth and each later failure waits 3600 s': {
    config: { ...config, attempts: 9 },
    items: [
      item(1, {
        tries: [
          tried('crashed', 300, { why: 'a' }),
          tried('crashed', 200, { why: 'b' }),
          tried('crashed', 150, { why: 'c' }),
          tried('crashed', 100, { why: 'd' }),
          tried('crashed', 50, { why: 'e' }),
        ],
      }),
    ],
    expected: ['W-1 wait itemCooldown codex 10 min “e” #5'],
  },
  'CT-7 an agent that did nothing for long has failed': {
    items: [
      item(1, {
        tries: [tried('stalled', 60, { why: 'silent 30 min' }), tried('stalled', 50, { why: 'silent 31 min' })],
      }),
    ],
    expected: ['W-1 give-up sameFailure codex “silent 31 min” #2'],
  },
  'CT-7 work that was handed over, released or claimed anew begins the count again': {
    items: [
      item(1, {
        tries: [tried('crashed', 60, { why: 'a' }), tried('released', 55), tried('crashed', 50, { why: 'a' })],
      }),
    ],
    expected: ['W-1 start again codex #2'],
  },
  'CT-7 after three failures it is a person’s': {
    items: [
      item(1, { tries: [tried('crashed', 90, { why: 'a' }), tried('failed', 60, { why: 'b' }), tried('unclear', 50)] }),
    ],
    expected: ['W-1 give-up attemptsUsed codex #3'],
  },
  'CT-7 the number of attempts is a setting': {
    config: { ...config, attempts: 1 },
    items: [item(1, { tries: [tried('crashed', 90, { why: 'a' })] })],
    expected: ['W-1 give-up attemptsUsed codex “a” #1'],
  },
  'CT-7 work that went on in between begins the count again': {
    items: [
      item(1, {
        tries: [
          tried('crashed', 90, { why: 'a' }),
          tried('failed', 80, { why: 'b' }),
          tried('done', 60),
          tried('crashed', 50, { why: 'c' }),
        ],
      }),
    ],
    expected: ['W-1 start again codex #2'],
  },
  'CT-7 the same failure with the same evidence twice ends the attempts': {
    items: [
      item(1, {
        tries: [
          tried('crashed', 90, { why: 'exit 7', evidence: 'e1' }),
          tried('crashed', 80, { why: 'exit 9', evidence: 'e1' }),
        ],
      }),
    ],
    expected: ['W-1 give-up sameFailure codex “exit 9” #2'],
  },
  'CT-7 the same failure with other evidence is tried again': {
    items: [
      item(1, {
        tries: [tried('partial', 90, { why: 'x', evidence: 'e1' }), tried('partial', 80, { why: 'x', evidence: 'e2' })],
      }),
    ],
    expected: ['W-1 start again codex #3'],
  },
  'CT-7 the same failure by two agents ends the attempts too': {
    items: [
      item(1, {
        tries: [tried('failed', 90, { why: 'No access' }), tried('failed', 80, { why: 'No access', agent: 'claude' })],
      }),
    ],
    expected: ['W-1 give-up sameFailure claude “No access” #2'],
  },
  'CT-8 a machine that ended is away: no attempt, no wait': {
    items: [item(1, { tries: [tried('crashed', 0, { isAway: true })] })],
    expected: ['W-1 start away codex #1'],
  },
  'CT-8 a fourth such end in a row counts as a failure': {
    items: [item(1, { tries: [9, 6, 4, 2].map(ago => tried('crashed', ago, { isAway: true })) })],
    expected: ['W-1 wait itemCooldown codex 3 min #1'],
  },
  'CT-8 a rate limit is no attempt': {
    items: [item(1, { tries: [tried('rate-limited', 3), tried('rate-limited', 2), tried('rate-limited', 1)] })],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-8 an end by words of a limit is no attempt': {
    items: [
      item(1, { tries: [tried('crashed', 2, { isOfProvider: true }), tried('crashed', 1, { isOfProvider: true })] }),
    ],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-9 a provider’s own reset time wins': {
    config: { agents: { codex: 2 } },
    ends: [limit('codex', 1, now + 135 * minute)],
    items: [item(1)],
    expected: ['W-1 wait providerLimit codex 135 min “own”'],
  },
  'CT-9 at its reset time it starts': {
    config: { agents: { codex: 2 } },
    ends: [limit('codex', 60, now)],
    items: [item(1)],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-9 without a time it waits 300 s': {
    config: { agents: { codex: 2 } },
    ends: [limit('codex', 1)],
    items: [item(1)],
    expected: ['W-1 wait providerLimit codex 4 min'],
  },
  'CT-9 and longer with each limit in a row': {
    config: { agents: { codex: 2 } },
    ends: [limit('codex', 1), limit('codex', 10), limit('codex', 20), limit('codex', 40), limit('codex', 60)],
    items: [item(1)],
    expected: ['W-1 wait providerLimit codex 59 min'],
  },
  'CT-9 a session that went well ends the row': {
    config: { agents: { codex: 2 } },
    ends: [
      limit('codex', 1),
      { agent: 'codex', at: now - 10 * minute, trouble: null, resetsAt: null, why: null },
      limit('codex', 20),
    ],
    items: [item(1)],
    expected: ['W-1 wait providerLimit codex 4 min'],
  },
  'CT-9 a reset time in the past counts as none': {
    config: { agents: { codex: 2 } },
    ends: [limit('codex', 1, now - hour)],
    items: [item(1)],
    expected: ['W-1 wait providerLimit codex 4 min'],
  },
  'CT-9 one provider’s limit stops its own work, not all': {
    ends: [limit('codex', 1, now + hour)],
    items: [item(1, { assignee: { name: 'codex', isAgent: true } }), item(2)],
    expected: ['W-1 wait providerLimit codex 60 min “own”', 'W-2 start ready claude #1'],
  },
  'CT-9 all limited: the earliest end is named': {
    ends: [limit('codex', 1, now + hour), limit('claude', 1, now + 20 * minute)],
    items: [item(1)],
    expected: ['W-1 wait providerLimit claude 20 min “own”'],
  },
  'CT-9 an agent that is not signed in waits for a person': {
    config: { agents: { codex: 2 } },
    ends: [{ agent: 'codex', at: now - minute, trouble: 'signIn', resetsAt: null, why: null }],
    items: [item(1)],
    expected: ['W-1 wait signIn codex'],
  },
  'CT-9 a sign-in that failed before control was switched on is tried again': {
    config: { agents: { codex: 2 } },
    ends: [{ agent: 'codex', at: now - 2 * hour, trouble: 'signIn', resetsAt: null, why: null }],
    items: [item(1)],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-9 an item does not wait for a limit of another agent than its last': {
    ends: [limit('claude', 1, now + hour)],
    items: [item(1, { tries: [tried('crashed', 10)] })],
    expected: ['W-1 start again codex #2'],
  },
  'CT-9 an agent that ended before it began waits as after a limit, and others go on': {
    ends: [ended('codex', 1), ended('codex', 7)],
    items: [item(1, { assignee: { name: 'codex', isAgent: true } }), item(2)],
    expected: ['W-1 wait agentFails codex 14 min “It speaks no ACP.”', 'W-2 start ready claude #1'],
  },
  'CT-9 one that ended so before control was switched on is tried again': {
    config: { agents: { codex: 2 } },
    ends: [ended('codex', 61)],
    items: [item(1)],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-12 an item at which no start came about comes last': {
    config: { agents: { codex: 1 } },
    items: [item(1, { startFailedAt: now - 6 * minute }), item(2)],
    expected: ['W-2 start ready codex #1', 'W-1 wait agentFull codex'],
  },
  'CT-10 the first agent of the settings that can start is taken': {
    items: [item(1), item(2), item(3)],
    expected: ['W-1 start ready codex #1', 'W-2 start ready codex #2', 'W-3 start ready claude #3'],
  },
  'CT-10 the last agent at an item goes on with it': {
    items: [item(1, { tries: [tried('crashed', 10, { agent: 'claude' })] })],
    expected: ['W-1 start again claude #2'],
  },
  'CT-10 another agent takes over while the last one is limited': {
    ends: [limit('claude', 1, now + hour)],
    items: [item(1, { tries: [tried('rate-limited', 1, { agent: 'claude' })] })],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-10 an agent that the settings do not name is not started': {
    items: [item(1, { assignee: { name: 'gemini', isAgent: true } })],
    expected: ['W-1 wait noAgent gemini'],
  },
  'CT-10 settings without agents start nothing': {
    config: {},
    items: [item(1)],
    expected: ['W-1 wait noAgent'],
  },
  'CT-10 an agent that is not installed is passed over': {
    missing: ['codex'],
    items: [item(1)],
    expected: ['W-1 start ready claude #1'],
  },
  'CT-10 none installed: it is said': {
    missing: ['codex', 'claude'],
    items: [item(1)],
    expected: ['W-1 wait agentMissing codex'],
  },
  'CT-11 no more at once than the settings say': {
    items: [1, 2, 3, 4].map(number => item(number)),
    expected: ['W-1 start ready codex #1', 'W-2 start ready codex #2', 'W-3 start ready claude #3', 'W-4 wait full #3'],
  },
  'CT-11 what runs already counts, also what a person started': {
    items: [item(1, { session: running('codex') }), item(2, { session: running('gemini') }), item(3), item(4)],
    expected: ['W-1 keep atWork codex', 'W-2 keep atWork gemini', 'W-3 start ready codex #3', 'W-4 wait full #3'],
  },
  'CT-11 no more of one agent at once': {
    config: { agents: { codex: 1 }, atOnce: 9 },
    items: [item(1), item(2)],
    expected: ['W-1 start ready codex #1', 'W-2 wait agentFull codex'],
  },
  'CT-11 an agent that will be free comes before a limit as the reason': {
    config: { agents: { codex: 1, claude: 1 } },
    ends: [limit('claude', 1, now + hour)],
    items: [item(1, { session: running('codex') }), item(2)],
    expected: ['W-1 keep atWork codex', 'W-2 wait agentFull codex'],
  },
  'CT-12 in queue order': {
    config: { agents: { codex: 1 } },
    items: [item(7), item(2)],
    expected: ['W-7 start ready codex #1', 'W-2 wait agentFull codex'],
  },
  'CT-12 work that was begun comes before new work': {
    config: { agents: { codex: 1 } },
    items: [item(1), item(2, { tries: [tried('crashed', 10)] })],
    expected: ['W-2 start again codex #2', 'W-1 wait agentFull codex'],
  },
  'CT-13 exclusive work runs alone': {
    items: [item(1, { isExclusive: true }), item(2)],
    expected: ['W-1 start ready codex #1', 'W-2 wait behindExclusive “W-1”'],
  },
  'CT-13 nothing starts beside exclusive work': {
    items: [item(1, { isExclusive: true, session: running('codex') }), item(2)],
    expected: ['W-1 keep atWork codex', 'W-2 wait behindExclusive “W-1”'],
  },
  'CT-13 exclusive work waits for an agent that asks for permission': {
    items: [item(1, { session: running('codex', { asksPermission: true }) }), item(2, { isExclusive: true }), item(3)],
    expected: ['W-1 wait permission codex', 'W-2 wait exclusive #1', 'W-3 wait behindExclusive “W-2”'],
  },
  'CT-13 nothing starts beside exclusive work that asks for permission': {
    items: [item(1, { isExclusive: true, session: running('codex', { asksPermission: true }) }), item(2)],
    expected: ['W-1 wait permission codex', 'W-2 wait behindExclusive “W-1”'],
  },
  'CT-13 exclusive work waits for what runs, and nothing overtakes it': {
    items: [item(1, { session: running('codex') }), item(2, { isExclusive: true }), item(3)],
    expected: ['W-1 keep atWork codex', 'W-2 wait exclusive #1', 'W-3 wait behindExclusive “W-2”'],
  },
  'CT-13 exclusive work that waits for a person holds up nobody': {
    items: [item(1, { isExclusive: true, status: 'in_flight', worker: 'IN_REVIEW' }), item(2)],
    expected: ['W-1 wait reviewYou', 'W-2 start ready codex #1'],
  },
  'CT-13 exclusive work without an agent holds up nobody': {
    items: [item(1, { isExclusive: true, assignee: { name: 'gemini', isAgent: true } }), item(2)],
    expected: ['W-1 wait noAgent gemini', 'W-2 start ready codex #1'],
  },
  'CT-14 a budget of money that is used up starts nothing': {
    config: { ...config, budget: { money: 25 } },
    shift: shift({ used: { money: 25, tokens: 0, minutes: 0 } }),
    items: [item(1), item(2, { session: running('codex') })],
    expected: ['control wait budgetUsed “$25.00”', 'W-2 keep atWork codex', 'W-1 wait budgetUsed “$25.00”'],
  },
  'CT-14 a budget below its limit starts': {
    config: { ...config, budget: { money: 25, tokens: 100, minutes: 60 } },
    shift: shift({ used: { money: 24.99, tokens: 99, minutes: 59 } }),
    items: [item(1)],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-14 a budget of tokens that is used up starts nothing': {
    config: { ...config, budget: { tokens: 100 } },
    shift: shift({ used: { money: 0, tokens: 100, minutes: 0 } }),
    items: [item(1)],
    expected: ['control wait budgetUsed “100 tokens”', 'W-1 wait budgetUsed “100 tokens”'],
  },
  'CT-14 a budget of minutes that is used up starts nothing': {
    config: { ...config, budget: { minutes: 60 } },
    shift: shift({ used: { money: 0, tokens: 0, minutes: 61 } }),
    items: [item(1)],
    expected: ['control wait budgetUsed “60 min”', 'W-1 wait budgetUsed “60 min”'],
  },
  'CT-14 the budget of a day for all agents waits for the next day': {
    spentDay: { text: '$5.00 of $5.00', until: now + 3 * hour },
    items: [item(1), item(2, { session: running('codex') })],
    expected: [
      'control wait dayUsed 180 min “$5.00 of $5.00”',
      'W-2 keep atWork codex',
      'W-1 wait dayUsed 180 min “$5.00 of $5.00”',
    ],
  },
  'CT-8 a budget that ended an attempt is no failure': {
    items: [item(1, { tries: [tried('budget', 1), tried('budget', 0)] })],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-9 a fault of the machine holds up all starts, and is named once': {
    placeFault: { count: 2, at: now - minute, why: 'The disk is full.' },
    items: [item(1), item(2)],
    expected: [
      'control wait placeFails 14 min “The disk is full.”',
      'W-1 wait placeFails 14 min “The disk is full.”',
      'W-2 wait placeFails 14 min “The disk is full.”',
    ],
  },
  'CT-9 after its wait one more start is tried': {
    placeFault: { count: 1, at: now - 5 * minute, why: 'The disk is full.' },
    items: [item(1)],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-15 after its time nothing starts, and what runs goes on': {
    shift: shift({ untilAt: now }),
    items: [item(1), item(2, { session: running('codex') })],
    expected: ['control wait timeOver', 'W-2 keep atWork codex', 'W-1 wait timeOver'],
  },
  'CT-15 before its time it starts': {
    shift: shift({ untilAt: now + 1 }),
    items: [item(1)],
    expected: ['W-1 start ready codex #1'],
  },
  'CT-16 what the settings raise waits for a person, and the rest holds': {
    raised: [{ key: 'agents.codex', from: '2', to: '50' }],
    items: [item(1)],
    expected: ['control wait settingsRaised “agents.codex: 2 → 50”', 'W-1 start ready codex #1'],
  },
};

describe('a pass', () => {
  it.each(Object.entries(cases))('%s', (_name, one) => {
    expect(lines(one)).toEqual(one.expected);
  });

  it('CT-17 decides each subject once, and changes nothing by being asked again', () => {
    for (const one of Object.values(cases)) {
      const decided = decide(one);
      expect(new Set(decided.map(({ subject }) => subject)).size).toBe(decided.length);
      expect(decide(one)).toEqual(decided);
    }
  });

  it('CT-18 is due again at the earliest time of a wait', () => {
    const items = [item(1, { notBefore: now + 9 * minute }), item(2, { notBefore: now + 4 * minute })];
    expect(nextDue(decide({ items, expected: [] }), now)).toBe(now + 4 * minute);
    expect(nextDue(decide({ items: [item(1)], expected: [] }), now)).toBeUndefined();
  });
});
