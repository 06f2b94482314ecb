import { beforeEach, describe, expect, it } from 'vitest';
import { recordState, textsOfRecord as texts } from '../../../test/support/recordState.js';
import { SpokenHost } from '../../../test/support/spokenHost.js';
import { readKept } from './keptRecord.js';
import { RecordClient, type ShownRecord } from './recordClient.js';

const place = { repository: '/shop/.git', ref: 'L-1' };

let host: SpokenHost;
let drawn: ShownRecord[];
let client: RecordClient;

beforeEach(() => {
  host = new SpokenHost();
  drawn = [];
  client = new RecordClient(host.channel, shown => drawn.push(shown));
});

const change = (revision: number, title: string) =>
  host.say({ kind: 'event', name: 'state', data: { revision, state: recordState({ title }) } });
const titles = () => drawn.map(shown => (shown.phase === 'shown' ? shown.state.title : shown.phase));

async function started(): Promise<void> {
  const running = client.start();
  host.answer({ locale: 'en', texts, place, snapshot: { revision: 4, state: recordState() } });
  await running;
}

describe('the page’s copy of a record', () => {
  it('is asked for, shown, and replaced by each change that is newer', async () => {
    await started();
    change(5, 'five');
    change(3, 'three');
    change(6, 'six');
    expect(titles()).toEqual(['loading', 'cart', 'five', 'six']);
    expect(host.sent).toEqual([{ kind: 'request', id: 1, method: 'ready', params: {} }]);
  });

  it('shows no change before there are texts to show it with', async () => {
    const running = client.start();
    change(5, 'five');
    host.answer({ locale: 'en', texts, place, snapshot: { revision: 5, state: recordState({ title: 'five' }) } });
    await running;
    expect(titles()).toEqual(['loading', 'five']);
  });

  it('begins again with a host that has begun again', async () => {
    await started();
    const running = client.start();
    host.answer({ locale: 'en', texts, place, snapshot: { revision: 1, state: recordState({ title: 'anew' }) } });
    await running;
    expect(titles()).toEqual(['loading', 'cart', 'loading', 'anew']);
  });

  it('is lost when the host answers with anything else', async () => {
    const running = client.start();
    host.answer({ locale: 'en', texts, place, snapshot: { revision: 1, state: { ...recordState(), html: '<b>' } } });
    await running;
    expect(titles()).toEqual(['loading', 'lost']);
  });

  it('tells why a button did nothing, where the host says it for people', async () => {
    await started();
    const refused = client.act('x');
    host.refuse('refused', 'Try again in a moment.');
    expect(await refused).toBe('Try again in a moment.');
    const failed = client.open('W-1');
    host.refuse('failed', 'act failed.');
    expect(await failed).toBe(undefined);
  });

  it('knows whether an answer was sent', async () => {
    await started();
    const sentAnswer = client.answer('Per address');
    expect(host.sent.at(-1)).toMatchObject({ method: 'answer', params: { text: 'Per address' } });
    host.answer({ done: true });
    expect(await sentAnswer).toBe(true);
    const given = client.answer('Per address');
    host.answer({ done: false });
    expect(await given).toBe(false);
    const failed = client.answer('Per address');
    host.refuse('refused', 'No.');
    expect(await failed).toBe(false);
  });

  it('shows more of the timeline when it is asked for', async () => {
    await started();
    const older = client.older();
    host.answer({ revision: 5, state: recordState({ title: 'with more' }) });
    await older;
    expect(titles()).toEqual(['loading', 'cart', 'with more']);
  });
});

describe('what a page keeps over a reload', () => {
  it('is its place and an answer that was not sent, and nothing that does not look like them', () => {
    expect(readKept({ place, draft: 'Per' })).toEqual({ place, draft: 'Per' });
    for (const saved of [undefined, null, 7, 'x', { place: { ...place, ref: 'x' }, draft: 7 }]) {
      expect(readKept(saved)).toEqual({ place: undefined, draft: '' });
    }
  });
});
