import { describe, expect, it } from 'vitest';
import { named, tooltipOf } from '../../../present/tooltip.js';
import { tooltipMarkdown } from './tooltipMarkdown.js';

const opens = { command: 'stateroom.lane.showPage', arguments: [{ lane: 'cart (old)' }] };

describe('a tooltip as Markdown', () => {
  it('has its number as a link, names in bold, and icons', () => {
    const tooltip = tooltipOf({ ref: 'L-2', title: 'Keep the cart', opens }, [
      { icon: 'warning', text: 'worktree is missing' },
      [named('State', 'working'), 'alive'],
      [named('Branch', 'feature/cart', { code: true }), named('Task', null)],
      [undefined, undefined],
      { text: 'Open Terminal', opens: { command: 'stateroom.lane.openTerminal', arguments: [] } },
    ]);
    expect(tooltipMarkdown(tooltip)).toEqual({
      text: [
        '[**L-2**](command:stateroom.lane.showPage?%5B%7B%22lane%22%3A%22cart%20%28old%29%22%7D%5D)\u2002Keep the cart',
        '$(warning) worktree is missing',
        '**State:** working · alive',
        '**Branch:** `feature/cart`',
        '[Open Terminal](command:stateroom.lane.openTerminal)',
      ].join('\n\n'),
      commands: ['stateroom.lane.openTerminal', 'stateroom.lane.showPage'],
    });
  });

  it('takes what people wrote for text: no link, no icon, no heading, no list', () => {
    const hostile = '[x](command:evil) $(flame) **b** <img>\n# h';
    const tooltip = tooltipOf({ ref: 'W-1', title: hostile }, ['# no heading', '- no list', named('Note', hostile)]);
    const written = '\\[x\\](command:evil) \\$(flame) \\*\\*b\\*\\* \\<img\\> # h';
    expect(tooltipMarkdown(tooltip)).toEqual({
      text: [`**W-1**\u2002${written}`, '\\# no heading', '\\- no list', `**Note:** ${written}`].join('\n\n'),
      commands: [],
    });
  });
});
