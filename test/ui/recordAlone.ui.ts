import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hostile } from '../support/hostileStrings.js';
import { recordState, textsOfRecord as texts } from '../support/recordState.js';
import { pagesAlone } from './dashboardAlonePage.js';

const place = { repository: '/shop/.git', ref: 'L-1' };

// The built page in a plain browser, with a host that says the worst.
describe('the page of a record alone', () => {
  let page: Page;
  const { requests, say, answer, sent } = pagesAlone(opened => {
    page = opened;
  }, 'record');
  const ready = (state = recordState()) => answer({ locale: 'en', texts, place, snapshot: { revision: 1, state } });

  it('draws texts as text, whatever they are', async () => {
    // A megabyte in one place is enough.
    const short = hostile.map(text => text.slice(0, 2000));
    const line = short.map(text => ({ text }));
    await ready(
      recordState({
        title: hostile[0] ?? '',
        status: { icon: { name: 'pulse', tone: 'good' }, line },
        facts: short.map(text => ({ name: text, value: [{ text }] })),
        notice: { message: short.join(' '), hint: short.join(' ') },
        acts: short.map((label, index) => ({ id: `act ${index}`, label, rank: index < 5 ? 'shown' : 'more' })),
        question: { from: hostile[1] ?? '', text: short.join('\n') },
        sections: [
          {
            id: 'details',
            title: hostile[2] ?? '',
            acts: [{ id: 'inSection', label: hostile[5] ?? '' }],
            blocks: [
              { kind: 'prose', heading: hostile[3] ?? '', text: hostile.join('\n') },
              {
                kind: 'rows',
                heading: null,
                none: null,
                rows: short.map(text => ({
                  ...{ icon: null, line: [{ text, code: true as const }], detail: text, code: text, inner: false },
                  act: { id: text.slice(0, 100) || 'x', label: text },
                })),
              },
            ],
          },
        ],
        events: short.map((text, index) => ({ id: index + 1, at: '2026-11-21T12:00:00.000Z', line: [{ text }] })),
      }),
    );
    await page.locator('h1').waitFor();
    const foreign = 'script, img, iframe, a, svg, style, b, i, input, base, form, object, embed, link';
    // What elements of ours draw inside of themselves is theirs.
    expect(await page.locator(`#record :is(${foreign})`).evaluateAll(all => all.map(one => one.outerHTML))).toEqual([]);
    expect(await page.locator('.prose').textContent()).toContain(hostile[4]);
    expect(await page.locator('.facts dd').nth(1).textContent()).toBe(short[1]);
    expect(await page.locator('pre.code').nth(1).textContent()).toBe(short[1]);
  });

  it('draws a window of a thousand events, and asks for more when it is told to', async () => {
    const events = Array.from({ length: 50 }, (_, index) => ({
      ...{ id: 1000 - index, at: '2026-11-21T12:00:00.000Z' },
      line: [{ text: `codex-1 claimed it ${index}` }],
    }));
    await ready(recordState({ events, hasOlder: true }));
    await expect.poll(() => page.locator('.events .row').count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(requests).toEqual(['ready', 'older']);
  });

  it('has the buttons of a section below its heading', async () => {
    const acts = [{ id: 'lane.merge', label: 'Approve and Merge' }];
    await ready(recordState({ sections: [{ id: 'lane', title: 'Lane L-1', acts, blocks: [] }] }));
    await page.getByRole('group', { name: 'Actions: Lane L-1' }).getByText('Approve and Merge').click();
    await expect.poll(async () => (await sent()).at(-1)).toMatchObject({ method: 'act', params: { id: 'lane.merge' } });
  });

  it('keeps what is typed while the record changes, and the keyboard where it was', async () => {
    const question = { from: 'codex-1', text: 'Red or blue?' };
    await ready(recordState({ question }));
    const box = page.getByRole('textbox', { name: 'Your answer' });
    await box.pressSequentially('Bl');
    const state = recordState({ question, title: 'renamed', facts: [{ name: 'Owner', value: [{ text: 'ada' }] }] });
    await say({ kind: 'event', name: 'state', data: { revision: 2, state } });
    await page.getByText('renamed').waitFor();
    await page.keyboard.type('ue');
    expect(await box.inputValue()).toBe('Blue');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sending…').waitFor();
    expect((await sent()).at(-1)).toMatchObject({ method: 'answer', params: { text: 'Blue' } });
    await answer({ done: false });
    await page.getByText('The answer was not sent. Your text is still here.').waitFor();
    expect(await box.inputValue()).toBe('Blue');
  });

  it('says why it shows nothing, and asks again when nobody answers', async () => {
    await page.clock.fastForward(30_000);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await ready(recordState({ phase: 'failed', title: '', notice: { message: 'Lane L-1 not found.', hint: null } }));
    expect(await page.getByRole('alert').textContent()).toContain('Lane L-1 not found.');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('L-1 cannot be shown');
  });
});
