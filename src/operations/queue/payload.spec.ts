import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestRepository } from '../../../test/support/testRepository.js';
import { jsonText, parseJson } from '../../domain/json/writtenJson.js';
import { eventsAppend } from '../events/eventsAppend.js';
import { queueAdd } from './queueAdd.js';
import { queueEdit } from './queueEdit.js';
import { queueImport } from './queueImport.js';
import { queueShow } from './queueShow.js';

const written = '{"big":9007199254740993,"price":1.10,"far":1e400,"zero":-0,"list":[1.0,2]}';
let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

const shown = async (id: string) => jsonText((await repository.ok(queueShow, { id })).item.payload);
const add = (payload: string) => repository.ok(queueAdd, { title: 'x', id: 'x', payload: parseJson(payload) });

describe('numbers in a payload', () => {
  it('stay as written when a work item is added and edited', async () => {
    await add(written);
    expect(await shown('W-1')).toBe(written);
    await repository.ok(queueEdit, { id: 'W-1', payload: parseJson('[1.100]') });
    expect(await shown('W-1')).toBe('[1.100]');
  });

  it('stay as written in an import', async () => {
    await repository.ok(queueImport, { jsonl: `{"title":"x","priority":1.0,"payload":${written}}` });
    expect(await shown('W-1')).toBe(written);
  });

  it('stay as written next to a secret, which goes', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await add(`{"a":1.10,"b":"${token}"}`);
    expect(await shown('W-1')).toBe('{"a":1.10,"b":"[redacted]"}');
    await repository.ok(queueImport, { jsonl: `{"title":"y","payload":{"a":9007199254740993,"b":"${token}"}}` });
    expect(await shown('W-2')).toBe('{"a":9007199254740993,"b":"[redacted]"}');
  });

  it('are compared as written', async () => {
    await add('[9007199254740993]');
    expect(await add('[9007199254740993]')).toMatchObject({ inserted: false, differs: [] });
    expect(await add('[9007199254740992]')).toMatchObject({ inserted: false, differs: ['payload'] });
    const line = (payload: string) => `{"title":"y","id":"y","payload":${payload}}`;
    const jsonl = `${line('9007199254740993')}\n${line('9007199254740992')}`;
    expect(await repository.refused(queueImport, { jsonl })).toMatchObject({ code: 'invalid_input' });
  });

  it('count as written', async () => {
    const payload = parseJson(`1.${'0'.repeat(70_000)}`);
    expect(await repository.refused(queueAdd, { title: 'x', payload })).toMatchObject({
      message: 'Invalid input: payload: it is larger than 64 kB.',
    });
  });

  it('stay as written in an event', async () => {
    const payload = parseJson(written) as Record<string, never>;
    const { event } = await repository.ok(eventsAppend, { type: 'deployed', payload });
    expect(jsonText(event.payload)).toBe(written);
  });
});

it.each(['{"cut":"\\ud83d"}', '["a",{"\\ude00":1}]'])(
  'refuses the payload %s, which has half of a character',
  async text => {
    const payload = parseJson(text);
    const refusal = { message: 'Invalid input: payload: it contains an incomplete character.' };
    expect(await repository.refused(queueAdd, { title: 'x', payload })).toMatchObject(refusal);
    await add('{"whole":"\\ud83d\\ude00","escaped":"\\\\ud83d"}');
    expect(await shown('W-1')).toBe('{"whole":"😀","escaped":"\\\\ud83d"}');
  },
);
