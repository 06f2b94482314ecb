import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import icons from '../../../../webview-ui/src/icons.json' with { type: 'json' };
import { commandStatusLooks, hypothesisLooks } from '../../../present/runLooks.js';
import { severityLooks } from '../../../present/severity.js';
import {
  findingStatusLooks,
  runStatusLooks,
  sliceStatusLooks,
  taskStatusLooks,
  workerStateLooks,
  workItemStatusLooks,
} from '../../../present/status.js';
import { actsOfRow, type RowContributions } from './rowActs.js';

const { contributes } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  contributes: RowContributions;
};

/** The buttons in their order, the first one marked, without the list of others. */
function buttons(view: string, traits: string, isTrusted = true): string[] {
  return actsOfRow(contributes, { view: `stateroom.${view}`, traits }, isTrusted)
    .filter(({ rank }) => rank !== 'more')
    .map(({ command, rank }) => `${rank === 'first' ? '> ' : ''}${command.replace('stateroom.', '')}`);
}

function more(view: string, traits: string): string[] {
  return actsOfRow(contributes, { view: `stateroom.${view}`, traits }, true)
    .filter(({ rank }) => rank === 'more')
    .map(({ command }) => command.replace('stateroom.', ''));
}

describe('the buttons of a page', () => {
  it('are those of the lane’s row, by the state of its worker', () => {
    const table: readonly (readonly [traits: string, first: string, offered: readonly string[]])[] = [
      ['lane status:review state:IN_REVIEW', 'worker.approve', ['lane.showChanges', 'worker.requestChanges']],
      ['lane status:review state:APPROVED', 'worker.merge', ['lane.showChanges', 'worker.requestChanges']],
      ['lane status:active state:FAILED', 'worker.retry', ['worker.restore']],
      ['lane status:active state:WORKING dead', 'lane.reassign', ['worker.retry', 'worker.cancel']],
      ['lane status:active state:WORKING stale', 'lane.reassign', ['worker.retry', 'worker.cancel']],
      ['lane status:closed', 'worker.restore', []],
    ];
    for (const [traits, first, offered] of table) {
      expect(buttons('lanes', traits)[0], traits).toBe(`> ${first}`);
      expect(buttons('lanes', traits), traits).toEqual(expect.arrayContaining([...offered]));
    }
    expect(more('lanes', 'lane status:active state:WORKING')).toEqual(
      expect.arrayContaining(['lane.startAgent', 'worker.cancel', 'message.send']),
    );
    expect(buttons('lanes', 'lane status:merged')).toEqual([]);
    expect(buttons('lanes', 'lane status:merged treeLeft')).toEqual(['> lane.removeWorkTree']);
  });

  it('are those of the work item’s row, by its section', () => {
    const table: readonly (readonly [traits: string, first: string, offered: readonly string[]])[] = [
      ['workItem section:needs_you status:waiting_human', 'queue.advance', ['queue.markDone']],
      ['workItem section:ready status:pending', 'lane.startOnItem', ['queue.claim', 'queue.markDone']],
      ['workItem section:in_flight status:in_flight', 'queue.markDone', ['queue.release', 'queue.takeOver']],
      ['workItem section:done status:done', 'queue.reopen', []],
    ];
    for (const [traits, first, offered] of table) {
      expect(buttons('queue', traits)[0], traits).toBe(`> ${first}`);
      expect(buttons('queue', traits), traits).toEqual(expect.arrayContaining([...offered]));
    }
    // The row itself has these; the page is the one and has no rows around it.
    const all = [
      ...buttons('queue', 'workItem section:ready status:pending'),
      ...more('queue', 'workItem section:ready status:pending'),
    ];
    expect(all.filter(act => /show$|moveUp|moveDown/.test(act))).toEqual([]);
    expect(all.filter((act, index) => all.indexOf(act) !== index)).toEqual([]);
  });

  it('are those of the task’s row, by where it is worked on', () => {
    expect(buttons('now', 'now task status:in_progress')).toEqual(['> task.finish', 'task.update']);
    expect(buttons('now', 'now otherTask status:in_progress')).toEqual(['> now.openWorkTree', 'task.switch']);
    expect(more('now', 'now task status:in_progress')).toEqual(['now.openWorkTree', 'task.archive', 'copyLink']);
    expect(buttons('now', '')).toEqual([]);
  });

  it('are those of the finding’s row, by its status', () => {
    expect(buttons('findings', 'finding severity:high status:open')[0]).toBe('> finding.fix');
    expect(buttons('findings', 'finding severity:high status:open')).toEqual(
      expect.arrayContaining(['finding.defer', 'finding.wontfix', 'finding.askAgent']),
    );
    expect(buttons('findings', 'finding severity:low status:fixed')).toEqual(['> finding.reopen']);
  });

  it('write nothing in Restricted Mode', () => {
    const writing = ['worker.approve', 'worker.requestChanges', 'queue.claim', 'queue.markDone', 'finding.fix'];
    const offered = [
      ...buttons('lanes', 'lane status:review state:IN_REVIEW', false),
      ...buttons('queue', 'workItem section:ready status:pending', false),
      ...buttons('findings', 'finding severity:high status:open', false),
    ];
    expect(offered.filter(act => writing.some(name => act.endsWith(name)))).toEqual([]);
  });

  it('follow submenus one step further, and are called as in the menu', () => {
    const small: RowContributions = {
      commands: [
        { command: 'a', title: 'Approve' },
        { command: 'b', title: { value: 'Verwerfen' } },
        { command: 'c', title: 'Close Lane', enablement: 'isWorkspaceTrusted' },
        { command: 'd', title: 'Elsewhere' },
      ],
      menus: {
        'view/item/context': [
          { submenu: 'more', when: 'view == v', group: '9_more' },
          { command: 'b', when: 'view == v', group: '1_act@2' },
          { command: 'a', when: 'view == v && viewItem =~ /^lane/', group: 'inline@1' },
          { command: 'a', when: 'view == v', group: '1_act@1' },
          { command: 'd', when: 'view == w', group: 'inline@1' },
        ],
        more: [{ command: 'c' }],
      },
    };
    expect(actsOfRow(small, { view: 'v', traits: 'lane' }, true)).toEqual([
      { command: 'a', label: 'Approve', rank: 'first' },
      { command: 'b', label: 'Verwerfen', rank: 'shown' },
      { command: 'c', label: 'Close Lane', rank: 'more' },
    ]);
    expect(actsOfRow(small, { view: 'v', traits: 'lane' }, false).map(({ command }) => command)).toEqual(['a', 'b']);
  });
});

describe('the icons of pages', () => {
  it('are in the font that comes with them', () => {
    const looks = [
      severityLooks,
      findingStatusLooks,
      sliceStatusLooks,
      taskStatusLooks,
      workerStateLooks,
      workItemStatusLooks,
      ...[runStatusLooks, hypothesisLooks, commandStatusLooks],
    ];
    const used = looks.flatMap(table => Object.values(table).map(({ icon }) => icon));
    const ofRows = [
      'git-merge',
      'circle-slash',
      'clock',
      'warning',
      'watch',
      'stop-circle',
      'pulse',
      'person',
      'robot',
    ];
    ofRows.push(
      'lock',
      'calendar',
      'history',
      'flame',
      'circle-large',
      'pass-filled',
      'circle-filled',
      'question',
      'info',
    );
    ofRows.push('loading', 'comment', 'reply', 'comment-unresolved', 'note', 'terminal', 'lightbulb');
    expect([...used, ...ofRows].filter(icon => !Object.hasOwn(icons, icon))).toEqual([]);
  });
});
