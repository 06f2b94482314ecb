import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { converse, type WorkflowModel } from './converse.js';
import { fitParts, readReply } from './prompt.js';
import { tellingWords, titleOf } from './words.js';
import { replyShape } from './workflow.js';

const count = async (text: string): Promise<number> => text.length;
const shape = z.object({ title: z.string().min(1), slices: z.array(z.string()) });

describe('the parts of a prompt', () => {
  const parts = [
    { text: 'rules', priority: 100 },
    { text: 'first known', priority: 40 },
    { text: 'second known', priority: 40 },
    { text: 'hint', priority: 60 },
    { text: 'wish', priority: 100 },
  ];

  it('all go where they fit, in their order', async () => {
    expect(await fitParts(parts, 1000, count)).toBe('rules\n\nfirst known\n\nsecond known\n\nhint\n\nwish');
  });

  it('lose the least important first, the last of them before the others', async () => {
    // 7 + 13 + 14 + 6 + 6 = 46 with the blank lines.
    expect(await fitParts(parts, 45, count)).toBe('rules\n\nfirst known\n\nhint\n\nwish');
    expect(await fitParts(parts, 31, count)).toBe('rules\n\nhint\n\nwish');
    expect(await fitParts(parts, 18, count)).toBe('rules\n\nwish');
  });

  it('are too long when what must stay is', async () => {
    expect(await fitParts(parts, 12, count)).toBeUndefined();
  });
});

describe('a reply that becomes records', () => {
  it.each([
    ['{"title":"A","slices":["x"]}'],
    ['Sure:\n```json\n{"title":"A","slices":["x"]}\n```\nAnything else?'],
    ['{"title":"A","slices":["x"]} {"title":"B"}'],
  ])('is read out of %j', text => {
    expect(readReply(text, shape)).toEqual({ value: { title: 'A', slices: ['x'] } });
  });

  it('keeps braces and quotes in texts', () => {
    expect(readReply('{"title":"a } \\" { b","slices":[]}', shape)).toEqual({
      value: { title: 'a } " { b', slices: [] },
    });
  });

  it.each([
    ['I cannot do that.', 'it contains no JSON object'],
    ['{"title":"A"', 'it contains no JSON object'],
    ['{title: A}', 'its JSON is not valid'],
  ])('%j is none', (text, problem) => {
    expect(readReply(text, shape)).toEqual({ problem });
  });

  it('names the field that is wrong', () => {
    const read = readReply('{"title":"A","slices":[1]}', shape) as { problem: string };
    expect(read.problem).toMatch(/^“slices\.0” is wrong: /);
  });
});

describe('a conversation with a model', () => {
  const prompt = {
    parts: [{ text: 'Scope it.', priority: 100 }],
    reply: replyShape(shape, () => ({ sections: [], accept: 'Write', acts: [] })),
  };

  function model(replies: readonly string[], maxInputTokens = 1000): WorkflowModel & { readonly asked: string[][] } {
    const asked: string[][] = [];
    return {
      asked,
      maxInputTokens,
      countTokens: count,
      async *send(messages) {
        asked.push([...messages]);
        // In pieces, as models give it.
        for (const piece of (replies[asked.length - 1] ?? '').match(/.{1,3}/gs) ?? []) yield piece;
      },
    };
  }

  it('reads the first reply', async () => {
    const fake = model(['{"title":"A","slices":[]}']);
    expect(await converse(fake, prompt, () => undefined)).toEqual({
      kind: 'read',
      value: { title: 'A', slices: [] },
      repaired: false,
      sent: 'Scope it.',
    });
    expect(fake.asked).toEqual([['Scope it.']]);
  });

  it('repairs once, with what was wrong', async () => {
    const fake = model(['Gladly!', '{"title":"A","slices":[]}']);
    expect(await converse(fake, prompt, () => undefined)).toMatchObject({ kind: 'read', repaired: true });
    expect(fake.asked[1]).toEqual([
      'Scope it.',
      'Gladly!',
      'Your reply could not be read: it contains no JSON object. Answer again with only the JSON object, in the requested shape.',
    ]);
  });

  it('gives up after the second', async () => {
    const fake = model(['Gladly!', 'Of course!', '{"title":"A","slices":[]}']);
    expect(await converse(fake, prompt, () => undefined)).toEqual({
      kind: 'unreadable',
      problem: 'it contains no JSON object',
    });
    expect(fake.asked).toHaveLength(2);
  });

  it('hands prose on as it comes', async () => {
    const heard: string[] = [];
    const ended = await converse(model(['abcdef']), { parts: prompt.parts }, text => heard.push(text));
    expect(ended).toEqual({ kind: 'said', text: 'abcdef' });
    expect(heard).toEqual(['abc', 'def']);
  });

  it('asks nothing of a model that is too small', async () => {
    const fake = model(['{}'], 8);
    expect(await converse(fake, prompt, () => undefined)).toEqual({ kind: 'tooLong' });
    expect(fake.asked).toEqual([]);
  });
});

describe('a wish in words', () => {
  it.each([
    ['we should probably add rate limiting', 'Add rate limiting'],
    ['Maybe we could really speed up the build.', 'Speed up the build'],
    ['can you please fix the footer?', 'Fix the footer'],
    ["let's drop Node 18", 'Drop Node 18'],
    ['Rate limiting', 'Rate limiting'],
  ])('%j has the title %j', (request, title) => {
    expect(titleOf(request, 200)).toBe(title);
  });

  it('is about its telling words', () => {
    expect(tellingWords('We should probably limit the rates of logins, and the rate of tokens')).toEqual([
      'limit',
      'rate',
      'login',
      'token',
    ]);
  });
});
