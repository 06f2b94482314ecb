import { beforeEach, describe, expect, it } from 'vitest';
import type { Channel } from '../../../src/protocol/rpc.js';
import type { RpcMessage } from '../../../src/protocol/rpcMessage.js';
import { recordState, textsOfRecord as texts } from '../../../test/support/recordState.js';
import { readKept } from './keptRecord.js';
import { RecordClient, type ShownRecord } from './recordClient.js';

const place = { repository: '/shop/.git', ref: 'L-1' };

let sent: RpcMessage[];
let drawn: ShownRecord[];
let hear: (message: unknown) => void;
let client: RecordClient;

beforeEach(() => {
  sent = [];
  drawn = [];
  const channel: Channel = {
    post: message => sent.push(message),
    listen: listener => {
      hear = listener;
      return () => undefined;
    },
  };
  client = new RecordClient(channel, shown => drawn.push(shown));
});

const lastId = () => sent.findLast(message => message.kind === 'request')?.id;
const answer = (result: unknown): void => hear({ kind: 'reply', id: lastId(), result });
const refuse = (code: string, message: string): void => hear({ kind: 'error', id: lastId(), error: { code, message } });
const change = (revision: number, title: string) =>
  hear({ kind: 'event', name: 'state', data: { revision, state: recordState({ title }) } });
const titles = () => drawn.map(shown => (shown.phase === 'shown' ? shown.state.title : shown.phase));

async function started(): Promise<void> {
  const running = client.start();
  answer({ locale: 'en', texts, place, snapshot: { revision: 4, state: recordState() } });
  await running;
}

describe('the page’s copy of a record', () => {
  it('is asked for, shown, and replaced by each change that is newer', async () => {
    await started();
    change(5, 'five');
    change(3, 'three');
    change(6, 'six');
    expect(titles()).toEqual(['loading', 'cart', 'five', 'six']);
    expect(sent).toEqual([{ kind: 'request', id: 1, method: 'ready', params: {} }]);
  });

  it('shows no change before there are texts to show it with', async () => {
    const running = client.start();
    change(5, 'five');
    answer({ locale: 'en', texts, place, snapshot: { revision: 5, state: recordState({ title: 'five' }) } });
    await running;
    expect(titles()).toEqual(['loading', 'five']);
  });

  it('begins again with a host that has begun again', async () => {
    await started();
    const running = client.start();
    answer({ locale: 'en', texts, place, snapshot: { revision: 1, state: recordState({ title: 'anew' }) } });
    await running;
    expect(titles()).toEqual(['loading', 'cart', 'loading', 'anew']);
  });

  it('is lost when the host answers with anything else', async () => {
    const running = client.start();
    answer({ locale: 'en', texts, place, snapshot: { revision: 1, state: { ...recordState(), html: '<b>' } } });
    await running;
    expect(titles()).toEqual(['loading', 'lost']);
  });

  it('tells why a button did nothing, where the host says it for people', async () => {
    await started();
    const refused = client.act('x');
    refuse('refused', 'Try again in a moment.');
    expect(await refused).toBe('Try again in a moment.');
    const failed = client.open('W-1');
    refuse('failed', 'act failed.');
    expect(await failed).toBe(undefined);
  });

  it('knows whether an answer was sent', async () => {
    await started();
    const sentAnswer = client.answer('Per address');
    expect(sent.at(-1)).toMatchObject({ method: 'answer', params: { text: 'Per address' } });
    answer({ done: true });
    expect(await sentAnswer).toBe(true);
    const given = client.answer('Per address');
    answer({ done: false });
    expect(await given).toBe(false);
    const failed = client.answer('Per address');
    refuse('refused', 'No.');
    expect(await failed).toBe(false);
  });

  it('shows more of the timeline when it is asked for', async () => {
    await started();
    const older = client.older();
    answer({ revision: 5, state: recordState({ title: 'with more' }) });
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
