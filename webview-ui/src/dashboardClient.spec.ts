import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usualFilter } from '../../src/protocol/dashboardTrend.js';
import type { RpcMessage } from '../../src/protocol/rpcMessage.js';
import { dashboardWith } from '../../test/support/dashboardState.js';
import { textsOfPage as texts } from '../../test/support/dashboardTexts.js';
import { SpokenHost } from '../../test/support/spokenHost.js';
import { DashboardClient, type Shown } from './dashboardClient.js';

const state = dashboardWith;

let host: SpokenHost;
let drawn: Shown[];
let client: DashboardClient;

beforeEach(() => {
  host = new SpokenHost();
  drawn = [];
  client = new DashboardClient(
    host.channel,
    shown => drawn.push(shown),
    () => ({ utcOffsetMinutes: 60, filter: usualFilter }),
  );
});

const change = (revision: number, ready: number, counted = true): RpcMessage => ({
  kind: 'event',
  name: 'state',
  data: { revision, state: { ...state(ready), counted } },
});
const readyShown = (): (number | string)[] =>
  drawn.map(shown => (shown.phase === 'shown' ? shown.state.counts.ready : shown.phase));

async function started(): Promise<void> {
  const running = client.start();
  host.answer({ locale: 'en', texts, snapshot: { revision: 4, state: state(1) } });
  await running;
}

describe('the page’s copy of the state', () => {
  it('is asked for with the person’s own time and then shown', async () => {
    await started();
    expect(host.sent).toEqual([
      { kind: 'request', id: 1, method: 'ready', params: { utcOffsetMinutes: 60, filter: usualFilter } },
    ]);
    expect(readyShown()).toEqual(['loading', 1]);
  });

  it('takes changes in order and ignores what is older', async () => {
    host.say(change(3, 9));
    await started();
    host.say(change(5, 2));
    host.say(change(4, 9));
    host.say(change(8, 3));
    expect(readyShown()).toEqual(['loading', 1, 2, 3]);
    expect(host.sent).toHaveLength(1);
  });

  it('asks for the charts once it has drawn what came without them', async () => {
    const running = client.start();
    host.answer({ locale: 'en', texts, snapshot: { revision: 4, state: { ...state(1), counted: false } } });
    await running;
    const asked = () => host.sent.flatMap(message => (message.kind === 'request' ? [message.method] : []));
    expect(readyShown()).toEqual(['loading', 1]);
    expect(asked()).toEqual(['ready', 'charts']);
    // A change meanwhile is not a reason to ask twice, and what it brings is not undone by an older answer.
    host.say(change(5, 2, false));
    host.say(change(6, 2));
    host.answer({ revision: 5, state: state(9) });
    await vi.waitFor(() => expect(readyShown()).toEqual(['loading', 1, 2, 2]), { timeout: 10_000 });
    host.say(change(7, 3));
    expect(readyShown()).toEqual(['loading', 1, 2, 2, 3]);
    expect(asked()).toEqual(['ready', 'charts']);
  });

  it('asks for no charts while they are out of sight', async () => {
    let isInSight = false;
    const board = new DashboardClient(
      host.channel,
      shown => drawn.push(shown),
      () => ({ utcOffsetMinutes: 60, filter: usualFilter }),
      () => isInSight,
    );
    const running = board.start();
    host.answer({ locale: 'en', texts, snapshot: { revision: 4, state: { ...state(1), counted: false } } });
    await running;
    expect(host.sent).toHaveLength(1);
    isInSight = true;
    board.look();
    expect(host.sent.slice(1)).toEqual([{ kind: 'request', id: 2, method: 'charts', params: {} }]);
  });

  it('keeps what it has when nobody counts the charts, and asks for them again when told to', async () => {
    const running = client.start();
    host.answer({ locale: 'en', texts, snapshot: { revision: 4, state: { ...state(1), counted: false } } });
    await running;
    const lost = (): (boolean | string)[] =>
      drawn.map(shown => ('chartsLost' in shown ? shown.chartsLost : shown.phase));
    host.refuse('failed', 'charts failed.');
    await vi.waitFor(() => expect(lost()).toEqual(['loading', false, true]), { timeout: 10_000 });
    // What changes meanwhile is shown, and is not a reason to ask on.
    host.say(change(5, 2, false));
    expect(readyShown()).toEqual(['loading', 1, 1, 2]);
    expect(host.sent).toHaveLength(2);
    client.countAgain();
    expect(host.sent.slice(2)).toEqual([{ kind: 'request', id: 3, method: 'charts', params: {} }]);
    host.answer({ revision: 6, state: state(3) });
    await vi.waitFor(() => expect(readyShown()).toEqual(['loading', 1, 1, 2, 2, 3]), { timeout: 10_000 });
    expect(lost()).toEqual(['loading', false, true, true, false, false]);
  });

  it('says that a chart cannot be drawn for a file, tells the log why, and asks for no file', async () => {
    await started();
    const undrawn = (): string => {
      throw new Error('The chart days is not drawn.');
    };
    expect(await client.save({ name: 'days', format: 'png' }, undrawn)).toBe('chart.notDrawn');
    expect(host.sent.slice(1)).toEqual([
      {
        kind: 'event',
        name: 'failure',
        data: { message: 'days.png could not be drawn: The chart days is not drawn.' },
      },
    ]);
    const saving = client.save({ name: 'days', format: 'csv' }, () => 'Day,Created');
    await Promise.resolve();
    expect(host.sent.at(-1)).toEqual({
      ...{ kind: 'request', id: 2, method: 'save' },
      params: { name: 'days', format: 'csv', content: 'Day,Created' },
    });
    host.answer({ saved: true });
    expect(await saving).toBe(true);
  });

  it('keeps its rows where an answer is late, and says so until it comes', async () => {
    await started();
    const late = (): (boolean | string)[] => drawn.map(shown => ('late' in shown ? shown.late : shown.phase));
    const narrowing = client.narrow({ ...usualFilter, kind: 'bug' });
    host.refuse('timed_out', 'filter got no answer within 10 s.');
    await narrowing;
    expect(readyShown()).toEqual(['loading', 1, 1]);
    expect(late()).toEqual(['loading', false, true]);
    // What was asked for comes after all.
    host.say(change(5, 2));
    expect(readyShown()).toEqual(['loading', 1, 1, 2]);
    expect(late()).toEqual(['loading', false, true, false]);
  });

  it('says so where the host cannot read, and does not call that late', async () => {
    await started();
    const narrowing = client.narrow({ ...usualFilter, kind: 'bug' });
    host.refuse('failed', 'The store is damaged.');
    await narrowing;
    expect(drawn.map(({ phase }) => phase)).toEqual(['loading', 'shown', 'lost']);
  });

  it('says so when the host does not answer well, and tries again when asked', async () => {
    const running = client.start();
    host.answer({ locale: 'en', texts, snapshot: { revision: 4, state: { ...state(1), counts: {} } } });
    await running;
    expect(readyShown()).toEqual(['loading', 'lost']);
    await started();
    expect(readyShown()).toEqual(['loading', 'lost', 'loading', 1]);
  });

  it('hands back the sentence of a refusal and keeps failures to the log', async () => {
    await started();
    const refused = client.act({ act: 'open', ref: 'W-9' });
    host.refuse('refused', 'W-9 does not exist.');
    expect(await refused).toBe('W-9 does not exist.');
    const failed = client.act({ act: 'add' });
    host.refuse('failed', 'act failed.');
    expect(await failed).toBeUndefined();
    expect(host.sent.slice(1)).toEqual([
      { kind: 'request', id: 2, method: 'act', params: { act: 'open', ref: 'W-9' } },
      { kind: 'request', id: 3, method: 'act', params: { act: 'add' } },
    ]);
  });
});
