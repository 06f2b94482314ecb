import { beforeAll, describe, expect, it } from 'vitest';
import { type Manifest, readManifest } from '../../test/house/contribution/manifestJson.js';
import { offeredFor } from '../../test/ui/menus/rowMenu.js';
import { catalogue } from '../operations/catalogue.js';

/** The most that a list may hold which a person reads from top to bottom. */
const maxEntries = 9;

/** All combinations of one text of each list, joined by spaces. */
function combined(...lists: readonly (readonly string[])[]): string[] {
  return lists.reduce<string[]>(
    (texts, list) => texts.flatMap(text => list.map(more => [text, more].filter(Boolean).join(' '))),
    [''],
  );
}

/** What the views say of their rows to the conditions of menus, also where a state is rare. */
const rows: Readonly<Record<string, readonly string[]>> = {
  queue: [
    ...combined(
      ['workItem'],
      ['section:ready', 'section:blocked', 'section:scheduled'],
      ['status:pending', 'status:in_flight leaseExpired'],
      ['', 'hasDependencies'],
    ),
    ...combined(['workItem section:in_flight status:in_flight'], ['', 'hasDependencies']),
    ...combined(
      ['workItem section:needs_you'],
      ['status:waiting_human', 'status:in_flight', 'status:in_flight leaseExpired', 'status:pending'],
      ['', 'hasDependencies'],
    ),
    ...combined(
      ['workItem section:done'],
      ['status:done', 'status:failed', 'status:cancelled'],
      ['', 'hasDependencies'],
    ),
    'part:ready',
    'more',
  ],
  needsYou: [
    ...combined(
      ['workItem section:needs_you status:waiting_human'],
      ['', 'hasDependencies'],
      ['', 'act:queue.resolve', 'act:task.finish', 'act:worker.retry'],
    ),
    ...combined(
      ['need'],
      [
        'kind:question',
        'kind:approval',
        'kind:merge',
        'kind:unready',
        'kind:conflict',
        'kind:dead',
        'kind:alert',
        'kind:failure',
        'kind:blocked',
        'kind:report',
        'kind:workItem',
        'kind:unstarted',
        'kind:changes',
      ],
      ['', 'ofLane'],
    ),
  ],
  lanes: [
    ...combined(
      ['lane'],
      ['status:planned', 'status:active', 'status:blocked', 'status:review', 'status:merged', 'status:closed'],
      [
        '',
        'state:ASSIGNED',
        'state:WORKING',
        'state:WORKING dead',
        'state:WORKING stale',
        'state:IN_REVIEW',
        'state:APPROVED',
        'state:CONFLICTED',
        'state:CONFLICTED dead',
        'state:CONFLICTED stale',
        'state:FAILED',
        'state:COMPLETED',
      ],
      ['', 'cancelled'],
    ),
    'lane status:merged state:COMPLETED treeLeft',
    'lane status:closed state:FAILED treeLeft',
    'lanePart file',
    'laneGroup',
  ],
  findings: combined(
    ['finding severity:high'],
    ['status:open', 'status:fixed', 'status:wontfix', 'status:deferred', 'status:superseded', 'status:integrated'],
    ['', 'outdated'],
  ),
  now: [
    ...combined(['now task status:in_progress', 'now task status:review'], ['', 'chosen']),
    'now otherTask status:in_progress',
    'now focus',
    'now elsewhere',
    ...combined(['now'], ['section:changes', 'section:plan', 'section:slices', 'section:actions', 'section:blockers']),
    ...combined(['now slice'], ['status:open', 'status:committed', 'status:closed']),
    'now nextAction status:pending',
    'now blocker',
  ],
};

/** What a row is, which its menu need not say again. */
const nouns: readonly (readonly [row: RegExp, noun: RegExp])[] = [
  [/^workItem/, /Work Item/],
  [/^need/, /Lane\b|Worker|\bWork\b|Question|Report$/],
  [/^lane /, /Lane\b|\bWork\b|Worker$/],
  [/^finding/, /Finding/],
  [/^now (task|otherTask)/, /Task/],
  [/^now section:plan/, /Plan/],
  [/^now (section:slices|slice)/, /Slice/],
  [/^now (section:actions|nextAction)/, /Action/],
  [/^now (section:blockers|blocker)/, /Blocker/],
];

describe('what the manifest offers', () => {
  let manifest: Manifest;

  beforeAll(async () => {
    manifest = await readManifest();
  });

  it('is at most 60 commands in the palette', () => {
    const entries = manifest.contributes.menus.commandPalette ?? [];
    const inPalette = entries.filter(({ when = '' }) => !when.startsWith('false'));
    expect(inPalette.length).toBeGreaterThan(40);
    expect(inPalette.length).toBeLessThanOrEqual(60);
  });

  it('has the glossary in the palette of every window', () => {
    const entry = manifest.contributes.menus.commandPalette?.find(
      ({ command }) => command === 'stateroom.glossary.show',
    );
    expect(entry?.when).toBe('true');
  });

  it('has a category in the palette that names what it acts on', () => {
    const { commands } = manifest.contributes;
    const categories = [...new Set(commands.map(({ category }) => manifest.textOf(category)))].sort();
    expect(categories).toEqual([
      'Stateroom',
      'Stateroom Finding',
      'Stateroom Investigation',
      'Stateroom Lane',
      'Stateroom Plan',
      'Stateroom Queue',
      'Stateroom Slice',
      'Stateroom Task',
    ]);
  });

  it('has every operation that a person can call in the palette or in All Commands', () => {
    const whenOf = new Map(manifest.contributes.menus.commandPalette?.map(({ command, when }) => [command, when]));
    const offered = catalogue.filter(({ palette }) => palette !== false).map(({ name }) => `stateroom.${name}`);
    expect(offered.length).toBeGreaterThan(100);
    expect(offered.filter(command => (whenOf.get(command) ?? 'false') === 'false')).toEqual([]);
  });

  it('is at most nine entries in the menu of a row, and in each menu below it', () => {
    const long = Object.entries(rows).flatMap(([view, contexts]) =>
      contexts.flatMap(context => {
        const { menu, below } = offeredFor(manifest, view, context);
        const lists: [string, readonly string[]][] = [['menu', menu], ...Object.entries(below)];
        return lists.flatMap(([name, list]) =>
          list.length > maxEntries ? [`${view} ${context}, ${name}: ${list.join(', ')}`] : [],
        );
      }),
    );
    expect(long).toEqual([]);
  });

  it('has another icon for each button beside a row', () => {
    const iconOf = new Map(manifest.contributes.commands.map(({ command, icon }) => [command, icon]));
    const alike = Object.entries(rows).flatMap(([view, contexts]) =>
      contexts.flatMap(context => {
        const icons = offeredFor(manifest, view, context).buttons.map(command => iconOf.get(command));
        return new Set(icons).size === icons.length ? [] : [`${view} ${context}: ${icons.join(' ')}`];
      }),
    );
    expect(alike).toEqual([]);
  });

  it('does not say in the menu of a row what the row is', () => {
    const repeated = Object.entries(rows).flatMap(([view, contexts]) =>
      contexts.flatMap(context => {
        const noun = nouns.find(([row]) => row.test(context))?.[1];
        const { inline, menu, below } = offeredFor(manifest, view, context);
        const titles = [...inline, ...menu, ...Object.values(below).flat()];
        return noun === undefined ? [] : titles.filter(title => noun.test(title)).map(title => `${context}: ${title}`);
      }),
    );
    expect([...new Set(repeated)]).toEqual([]);
  });
});
