import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineOperation } from '../operations/operation.js';
import { offeredWhen } from './allCommands.js';
import { commandsOf } from './catalogueCommands.js';
import { contextKeys } from './contextKeys.js';
import { manifestFiles } from './manifest.js';
import { mergeFragments } from './mergeFragments.js';

const packageJson = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const packageTexts = readFileSync(new URL('../../package.nls.json', import.meta.url), 'utf8');
const manifest = JSON.parse(packageJson);
const texts: Record<string, string> = JSON.parse(packageTexts);

interface MenuEntry {
  readonly command: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

const menus: Record<string, MenuEntry[]> = manifest.contributes.menus;
const commands: { command: string; icon?: string; title: string; shortTitle?: string; category: string }[] =
  manifest.contributes.commands;

describe('package.json', () => {
  it('holds what src/manifest says (else run the build)', () => {
    const files = manifestFiles(packageJson);
    expect(packageJson).toBe(files.manifest);
    expect(packageTexts).toBe(files.texts);
  });

  it('gets a command for an operation that is added to the catalogue, with nothing else touched', () => {
    const added = defineOperation({
      name: 'queue.praise',
      order: 10,
      title: 'Praise Work Item',
      summary: 'Says something kind about a work item.',
      input: z.strictObject({ id: z.string() }),
      output: z.object({}),
      effect: 'write',
      roles: ['human'],
      mcp: null,
      cli: { examples: ['queue praise W-12'] },
      palette: 'items',
      run: async () => ({}),
    });
    const hidden = defineOperation({ ...added, name: 'queue.hum', palette: false });
    const { contributes, texts: words } = mergeFragments([commandsOf([added, hidden])]);
    expect(contributes.commands).toEqual([
      {
        command: 'stateroom.queue.praise',
        title: '%command.queue.praise.title%',
        category: '%category.queue%',
        enablement: 'isWorkspaceTrusted && workspaceFolderCount != 0 && stateroom:roomState != noRepository',
      },
    ]);
    expect(contributes.menus).toMatchObject({
      commandPalette: [{ command: 'stateroom.queue.praise', when: 'stateroom:enabled && !stateroom:queueEmpty' }],
    });
    expect(words).toEqual({
      'category.queue': 'Stateroom Queue',
      'command.queue.praise.title': 'Praise Work Item',
    });
  });

  it('keeps what is not generated', () => {
    const files = manifestFiles(JSON.stringify({ name: 'x', contributes: { old: true }, license: 'MIT' }));
    expect(JSON.parse(files.manifest)).toMatchObject({ name: 'x', license: 'MIT' });
    expect(JSON.parse(files.manifest).contributes).not.toHaveProperty('old');
  });

  it('has an English text for every %key%, and no other', () => {
    const used = [...packageJson.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key).sort();
    expect([...new Set(used)]).toEqual(Object.keys(texts).sort());
  });

  it('names each command once', () => {
    const ids = commands.map(({ command }) => command);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('puts only commands it declares into menus and keybindings', () => {
    const declared = new Set(commands.map(({ command }) => command));
    const bound = manifest.contributes.keybindings as { command: string; args?: { commands?: string[] } }[];
    // One key that runs several commands names them in its arguments.
    const ofKeys = bound.flatMap(({ command, args }) => (command === 'runCommands' ? (args?.commands ?? []) : command));
    const entries = Object.values(menus).flat();
    const used = [...entries.flatMap(({ command, submenu }) => (submenu === undefined ? command : [])), ...ofKeys];
    const ofEditor = ['stateroom.queue.focus', 'stateroom.needsYou.focus', 'list.toggleExpand'];
    expect(used.filter(command => !declared.has(command) && !ofEditor.includes(command))).toEqual([]);
  });

  it('binds no key that types a character on any keyboard, so none needs to be off in a text', () => {
    const bound = manifest.contributes.keybindings as { key: string; mac?: string; when: string; command: string }[];
    const strokes = bound.map(({ key }) => key.split(' ')[0] ?? '');
    // Ctrl+Alt is AltGr. Space and Alt with an arrow are for the rows of a view alone.
    expect([...new Set(strokes)].sort()).toEqual(['alt+down', 'alt+shift+up', 'alt+up', 'ctrl+k', 'space']);
    expect(bound.filter(({ when }) => /textInputFocus|editorTextFocus/.test(when))).toEqual([]);
    expect(bound.filter(({ key }) => key.startsWith('ctrl+k')).map(({ key, mac }) => [key, mac])).toEqual(
      [
        'a',
        'n',
        'q',
        's',
        'y',
        'space',
        'c',
        'c',
        't',
        't',
        'o',
        'o',
        'x',
        'x',
        'd',
        'd',
        'w',
        'w',
        'r',
        'r',
        'j',
        'k',
      ].map(last => [`ctrl+k a ${last}`, `cmd+k a ${last}`]),
    );
    // A chord means one thing, whichever view has the keyboard.
    const chords = new Map<string, Set<string>>();
    for (const { key, command } of bound.filter(({ key: keys }) => keys.startsWith('ctrl+k')))
      chords.set(key, (chords.get(key) ?? new Set()).add(command));
    expect([...chords].filter(([, commands]) => commands.size > 1)).toEqual([]);
  });

  it('has the commands of the queue that people know', () => {
    const ids = commands.map(({ command }) => command);
    expect(ids).toEqual(
      expect.arrayContaining([
        'stateroom.queue.add',
        'stateroom.queue.claim',
        'stateroom.queue.next',
        'stateroom.queue.resolve',
        'stateroom.queue.advance',
        'stateroom.queue.reopen',
        'stateroom.queue.reprioritise',
        'stateroom.store.check',
      ]),
    );
    expect(ids).not.toContain('stateroom.queue.heartbeat');
  });

  it('shows at most three icons beside a row, and an icon for each', () => {
    const sections = ['needs_you', 'ready', 'in_flight', 'blocked', 'scheduled', 'done'];
    // What is asked about an item is a trait of its row as well.
    const rows = [
      ...sections,
      'needs_you act:queue.resolve',
      'needs_you act:task.finish',
      'needs_you act:worker.retry',
    ];
    const inline = (menus['view/item/context'] ?? []).filter(
      ({ group, when }) =>
        group?.startsWith('inline') && /stateroom\S*needsYou\S* && viewItem =~ \/\^workItem/.test(when ?? ''),
    );
    for (const row of rows) {
      const shown = inline.filter(({ when }) => appliesTo(when ?? '', row));
      expect(shown.length, row).toBeLessThanOrEqual(3);
      for (const { command } of shown) {
        expect(commands.find(each => each.command === command)?.icon, command).toMatch(/^\$\(/);
      }
    }
  });

  it('has each act beside a row of a lane in its menu too, which the keyboard reaches', () => {
    // In the menu itself, or in one below it.
    const lists = Object.entries(menus).filter(([menu]) => /^(view\/item\/context$|stateroom\.)/.test(menu));
    const acts = lists
      .flatMap(([, entries]) => entries ?? [])
      .filter(({ when = '' }) => /view == stateroom\.(lanes|needsYou && viewItem =~ \/\^need )/.test(when));
    const [beside, inMenu] = [true, false].map(inline =>
      acts
        .filter(({ group }) => group?.startsWith('inline') === inline)
        .map(({ command, when }) => `${command} if ${when}`),
    );
    expect(beside?.length).toBeGreaterThan(10);
    expect(beside?.filter(act => !inMenu?.includes(act))).toEqual([]);
  });

  it('says of each command where the palette offers it, and offers no two under one title', () => {
    const offered = new Map((menus.commandPalette ?? []).map(({ command, when }) => [command, when]));
    expect(commands.map(({ command }) => command).filter(command => !offered.get(command))).toEqual([]);
    const text = (key: string): string => texts[key.slice(1, -1)] ?? key;
    const inPalette = commands
      .filter(({ command }) => !offered.get(command)?.startsWith('false'))
      .map(({ category, title }) => `${text(category)}: ${text(title)}`);
    const inList = commands
      .filter(({ command }) => offered.get(command) !== 'false')
      .map(({ title, shortTitle }) => text(shortTitle ?? title));
    for (const titles of [inPalette, inList]) {
      expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    }
  });

  it('tells by an ellipsis in German what asks, as in English', () => {
    const german: Record<string, string> = JSON.parse(
      readFileSync(new URL('../../package.nls.de.json', import.meta.url), 'utf8'),
    );
    const asks = (text: string | undefined): boolean => text?.endsWith('…') === true;
    const keys = Object.keys(texts).filter(key => /^command\..*itle$/.test(key));
    expect(keys.filter(key => asks(texts[key])).length).toBeGreaterThan(60);
    expect(keys.filter(key => asks(texts[key]) !== asks(german[key]))).toEqual([]);
  });

  it('has an ellipsis on a button of a view or a step where its command asks', () => {
    const text = (key: string): string => texts[key.slice(1, -1)] ?? key;
    const asks = new Map(commands.map(({ command, title }) => [command, text(title).endsWith('…')]));
    const buttons = Object.values(texts).flatMap(words => [
      ...words.matchAll(/\[([^\]]+)\]\(command:(stateroom\.[\w.]+)/g),
    ]);
    expect(buttons.length).toBeGreaterThan(15);
    const wrong = buttons.filter(
      ([, label = '', command = '']) => label.endsWith('…') !== (asks.get(command) ?? false),
    );
    expect(wrong.map(([button]) => button)).toEqual([]);
  });

  it('has at a newcomer’s hand what begins something, also before anything was read', () => {
    const offered = new Map((menus.commandPalette ?? []).map(({ command, when }) => [command, when]));
    const at = (...names: string[]) => [...new Set(names.map(name => offeredWhen(offered.get(`stateroom.${name}`))))];
    expect(at('connectAgent', 'walkthrough.open', 'showStatus', 'showLog', 'reportIssue')).toEqual(['true']);
    expect(at('sample.fill', 'playDay')).toEqual(['isWorkspaceTrusted']);
    const anyRepository = 'workspaceFolderCount != 0 && stateroom:roomState != noRepository';
    expect(at('queue.add', 'task.start', 'worker.spawn', 'lane.adopt', 'repository.status')).toEqual([anyRepository]);
    expect(at('repository.init')).toEqual([`${anyRepository} && !stateroom:enabled`]);
    expect(at('message.send', 'lane.showMessages', 'lane.showRescues', 'worker.merge')).toEqual([
      'stateroom:holds =~ / lane /',
    ]);
  });

  it('lets acts on lanes that only look be called in Restricted Mode', () => {
    const looking = ['copyBranch', 'showMessages', 'showReports', 'reveal', 'showPage'];
    const held = commands.filter(each => 'enablement' in each).map(({ command }) => command);
    expect(held).toContain('stateroom.lane.openTerminal');
    expect(looking.filter(act => held.includes(`stateroom.lane.${act}`))).toEqual([]);
  });

  it('has a welcome page for each reason, with at most two buttons', () => {
    const pages = manifest.contributes.viewsWelcome as { contents: string; when: string }[];
    for (const { contents } of pages) {
      const text = texts[contents.slice(1, -1)] ?? '';
      expect(buttonsOf(text).length, text).toBeLessThanOrEqual(2);
    }
    const states = pages.map(({ when }) => when).join(' ');
    for (const state of ['noRepository', 'absent', 'ready', 'readOnly', 'corrupt', 'tooNew', 'failed']) {
      expect(states).toContain(`${contextKeys.repositoryState} == ${state}`);
    }
  });

  it('has a button in Needs You and Queue of an empty repository, and a link to the glossary in each view', () => {
    const pages = ['now.noTask', 'empty', 'needsYou.none', 'lanes.empty', 'findings.empty'];
    const words = pages.map(page => texts[`welcome.${page}`] ?? '');
    expect(words.flatMap(buttonsOf)).toEqual(['Add Work Item…', 'Open Home']);
    expect(words.filter(text => !text.includes('[Glossary](command:stateroom.glossary.show)'))).toEqual([]);
  });

  it('uses no context key of its own that is not in the registry', () => {
    const known: string[] = Object.values(contextKeys);
    const used = [...packageJson.matchAll(/stateroom:\w+/g)].map(([key]) => key);
    expect(used.filter(key => !known.includes(key))).toEqual([]);
  });

  it('has at most thirteen settings, each with a scope and a text', () => {
    const properties: Record<string, { scope?: string; markdownDescription?: string }> =
      manifest.contributes.configuration.properties;
    expect(Object.keys(properties).length).toBeLessThanOrEqual(13);
    for (const [key, { scope, markdownDescription }] of Object.entries(properties)) {
      expect(scope, key).toMatch(/^(window|resource|machine)$/);
      expect(texts[markdownDescription?.slice(1, -1) ?? ''], key).toBeTruthy();
    }
  });

  it('lets no workspace say under whose name a person signs, which command is run, or where worktrees go', () => {
    const { properties } = manifest.contributes.configuration;
    const ofPerson = Object.entries(properties as Record<string, { scope: string }>).flatMap(([key, { scope }]) =>
      scope === 'machine' ? [key] : [],
    );
    expect(ofPerson).toEqual(['stateroom.personName', 'stateroom.agents.command', 'stateroom.lanes.folder']);
  });
});

/** What is a button: a link alone on its line. */
function buttonsOf(text: string): string[] {
  return [...text.matchAll(/^\[([^\]]+)\]\([^)]+\)$/gm)].map(([, label = '']) => label);
}

/** Whether a when clause on rows lets this section through; knows only what these clauses use. */
function appliesTo(when: string, row: string): boolean {
  return [...when.matchAll(/viewItem =~ \/([^/]*(?:section|act):[^/]+)\//g)].every(([, pattern]) =>
    new RegExp(pattern ?? '').test(`workItem section:${row} status:pending`),
  );
}

it('offers each chat command with a sample where it makes sense, as the palette does', () => {
  const [{ commands: ofChat }] = manifest.contributes.chatParticipants as [
    { commands: { name: string; when: string; sampleRequest: string }[] },
  ];
  const trusted = 'isWorkspaceTrusted && ';
  const anyRepository = `${trusted}workspaceFolderCount != 0 && stateroom:roomState != noRepository`;
  const where = {
    context: 'workspaceFolderCount != 0',
    scope: anyRepository,
    'plan-analyze': `${trusted}stateroom:holds =~ / (live_task|plan) /`,
    'planning-review': `${trusted}stateroom:holds =~ / plan /`,
    'branch-lifecycle': anyRepository,
    tdd: `${trusted}stateroom:holds =~ / live_task /`,
    'incremental-implementation': `${trusted}stateroom:holds =~ / live_task /`,
    'branch-review': anyRepository,
    'auto-fix': `${trusted}stateroom:holds =~ / finding /`,
    'handoff-lifecycle': `${trusted}stateroom:holds =~ / task /`,
    investigate: anyRepository,
  };
  expect(Object.fromEntries(ofChat.map(({ name, when }) => [name, when]))).toEqual(where);
  expect(ofChat.filter(({ sampleRequest }) => !texts[sampleRequest.slice(1, -1)])).toEqual([]);
  const ofPalette = (menus.commandPalette ?? []).filter(({ command }) => command.startsWith('stateroom.ritual.'));
  expect(Object.fromEntries(ofPalette.map(({ command, when }) => [command.slice(17), when]))).toEqual(where);
});

describe('the skills and prompts of the workflows', () => {
  const media = new URL('../../media/', import.meta.url);
  const { chatSkills, chatPromptFiles } = manifest.contributes as Record<string, { path: string }[]>;
  const paths = (files: readonly { path: string }[] = []) => files.map(({ path }) => path).sort();
  const nameIn = (path: string) =>
    /^---\nname: (\S+)\n/.exec(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))?.[1];

  it('are each contributed by the path of its file, as its folder spells it, and nothing lies there that is not', () => {
    const root = new URL('../', media);
    const skills = readdirSync(new URL('skills', root)).flatMap(folder =>
      readdirSync(new URL(`skills/${folder}`, root)).map(file => `./skills/${folder}/${file}`),
    );
    expect(paths(chatSkills)).toEqual(skills.sort());
    expect(skills).toContain('./skills/stateroom-branch-review/SKILL.md');
    expect(skills.filter(path => !path.endsWith('/SKILL.md'))).toEqual([]);
    const prompts = readdirSync(new URL('prompts', media)).map(file => `./media/prompts/${file}`);
    expect(paths(chatPromptFiles)).toEqual(prompts.sort());
    expect(prompts).toContain('./media/prompts/stateroom.branch-review.prompt.md');
  });

  it('are each named in the file as by its folder or file: the editor passes over a skill that is not', () => {
    for (const path of paths(chatSkills)) expect(path).toBe(`./skills/${nameIn(path)}/SKILL.md`);
    for (const path of paths(chatPromptFiles)) expect(path).toBe(`./media/prompts/${nameIn(path)}.prompt.md`);
  });
});
