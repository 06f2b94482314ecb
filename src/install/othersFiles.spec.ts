import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  install,
  makePlaces,
  named,
  placeIn,
  planned,
  problems,
  read,
  states,
  treeOf,
  uninstall,
  write,
} from '../../test/support/installRig.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { applyPlan, isChange, planUninstall } from './install.js';

const skill = '.agents/skills/stateroom-tdd/SKILL.md';

describe('a piece of ours that somebody changed', () => {
  it('keeps an edited skill and an edited paragraph, also when all of ours goes', async () => {
    const { root, place } = makePlaces();
    await install(place('project'), named('codex'));
    writeFileSync(join(root, skill), 'mine\n');
    writeFileSync(join(root, 'AGENTS.md'), read(join(root, 'AGENTS.md')).replace('Begin each session', 'Begin a day'));
    const plan = await install(place('project'), []);
    expect(states(plan, skill)).toEqual(['edited']);
    expect(states(plan, 'AGENTS.md')).toEqual(['edited']);
    expect(read(join(root, skill))).toBe('mine\n');
    await uninstall(place('project'));
    expect(read(join(root, skill))).toBe('mine\n');
    expect(read(join(root, 'AGENTS.md'))).toContain('Begin a day');
    expect(readdirSync(join(root, '.agents/skills'))).toEqual(['stateroom-tdd']);
  });

  it('keeps an entry that was changed', async () => {
    const { root, place } = makePlaces();
    await install(place('project'), named('claude-code'));
    const file = join(root, '.mcp.json');
    writeFileSync(file, read(file).replace('"stateroom",', '"/usr/local/bin/stateroom",'));
    const changed = read(file);
    expect(states(await install(place('project'), []), '.mcp.json')).toEqual(['edited']);
    await uninstall(place('project'));
    expect(read(file)).toBe(changed);
  });

  it('keeps a hook that was changed, and no second one beside it', async () => {
    const { root, place } = makePlaces();
    await install(place('project'), named('claude-code'));
    const file = join(root, '.claude/settings.json');
    writeFileSync(file, read(file).replace('"Bash|Edit|', '"Edit|'));
    const changed = read(file);
    expect(states(await install(place('project'), []), 'settings.json')).toEqual([
      'same',
      'edited',
      'same',
      'same',
      'same',
      'same',
      'same',
    ]);
    expect(read(file)).toBe(changed);
    await uninstall(place('project'));
    const { hooks } = JSON.parse(read(file));
    expect([hooks.SessionStart, hooks.PreToolUse.length]).toEqual([[], 1]);
  });

  it('is written over where a person wants that, and goes with all of ours then; an entry is not', async () => {
    const { root, place } = makePlaces();
    write(join(root, 'AGENTS.md'), '# Shop\n');
    await install(place('project'), named('claude-code'));
    const edit = (name: string, from: string, to: string) =>
      writeFileSync(join(root, name), read(join(root, name)).replace(from, to));
    edit('.mcp.json', '"stateroom",', '"/opt/stateroom",');
    edit('.claude/settings.json', '"Bash|Edit|', '"Edit|');
    edit('.claude/skills/stateroom-tdd/SKILL.md', 'must fail', 'may fail');
    edit('AGENTS.md', 'Begin each session', 'Begin a day');
    const plan = await install(place('project'), [], { overwrites: true });
    expect(states(plan, '.mcp.json')).toEqual(['edited']);
    expect(states(plan, 'settings.json')).toEqual(['same', 'update', 'same', 'same', 'same', 'same', 'same']);
    expect(states(plan, 'stateroom-tdd/SKILL.md')).toEqual(['update']);
    expect(read(join(root, '.claude/skills/stateroom-tdd/SKILL.md'))).toContain('must fail');
    expect(read(join(root, 'AGENTS.md'))).toContain('Begin each session');
    await uninstall(place('project'));
    expect(read(join(root, 'AGENTS.md'))).toBe('# Shop\n');
    expect(readdirSync(root).sort()).toEqual(['.git', '.mcp.json', 'AGENTS.md']);
  });

  it('takes one that was put back as ours again, whatever its line ends', async () => {
    const { root, place } = makePlaces();
    await install(place('project'), named('codex'));
    const file = join(root, skill);
    const text = read(file);
    writeFileSync(file, 'mine\n');
    await install(place('project'), []);
    writeFileSync(file, text.replaceAll('\n', '\r\n'));
    expect(states(await planned(place('project'), []), skill)).toEqual(['same']);
  });

  it('writes again what was removed', async () => {
    const { root, place } = makePlaces();
    await install(place('project'), named('codex'));
    const before = treeOf(root);
    rmSync(join(root, '.agents'), { recursive: true });
    rmSync(join(root, 'AGENTS.md'));
    const plan = await install(place('project'), []);
    expect(states(plan, skill)).toEqual(['restore']);
    expect(treeOf(root)).toEqual(before);
  });
});

describe('a piece that is as an earlier version wrote it', () => {
  it('is renewed, and goes as if it had been written now', async () => {
    const { home, place } = makePlaces();
    const before = treeOf(home);
    await install(place('user'), named('codex'));
    const plan = await install(place('user'), [], { version: '0.2.0' });
    expect(plan.files.filter(isChange).map(({ shown }) => shown)).toEqual(['~/.config/stateroom/bin/stateroom']);
    expect(states(plan, 'bin/stateroom')).toEqual(['update']);
    expect(read(join(home, '.config/stateroom/bin/stateroom'))).toContain('# version 0.2.0\n');
    await uninstall(place('user'));
    expect(treeOf(home)).toEqual(before);
  });

  it('is renewed beside what others added to the file since', async () => {
    const { home, place } = makePlaces();
    await install(place('user'), named('gemini'));
    const file = join(home, '.gemini/settings.json');
    writeFileSync(file, read(file).replace(/^\{/, '{\n  // theirs\n  "other": true,'));
    const plan = await install(place('user'), [], { without: ['approval'] });
    expect(states(plan, 'settings.json')).toEqual(['update', 'same', 'same', 'same', 'same', 'same']);
    expect(read(file)).toContain('// theirs\n  "other": true,');
    expect(read(file)).not.toContain('"trust"');
    await uninstall(place('user'));
    expect(read(file)).toContain('// theirs\n  "other": true');
    expect(read(file)).not.toContain('stateroom');
  });
});

describe('a piece that was there before', () => {
  it('keeps its layout beside ours, in objects and in lists, whatever its own is', async () => {
    const { root, place } = makePlaces();
    const entries = join(root, '.mcp.json');
    write(entries, '{\n  "mcpServers": {\n    "db": { "command": "db", "args": [ ] } // theirs\n  }\n}\n');
    const settings = join(root, '.claude/settings.json');
    write(settings, '{ "hooks": { "Stop": [ { "hooks": [{ "type": "command", "command": "say  done" }] } ] } }\n');
    await install(place('project'), named('claude-code'), { without: ['instructions', 'skills'] });
    expect(read(entries)).toBe(`{
  "mcpServers": {
    "db": { "command": "db", "args": [ ] }, // theirs
    "stateroom": {
      "type": "stdio",
      "command": "stateroom",
      "args": [
        "mcp"
      ]
    }
  }
}
`);
    expect(read(settings)).toContain('"hooks": [{ "type": "command", "command": "say  done" }] }');
    expect(JSON.parse(read(settings)).hooks.Stop).toHaveLength(2);
    // The same once ours is taken out of files that others have changed since.
    write(entries, `${read(entries)}\n`);
    write(settings, `${read(settings)}\n`);
    await uninstall(place('project'));
    expect(read(entries)).toBe(
      '{\n  "mcpServers": {\n    "db": { "command": "db", "args": [ ] } // theirs\n  }\n}\n\n',
    );
    expect(read(settings)).toContain('"hooks": [{ "type": "command", "command": "say  done" }] }');
    expect(JSON.parse(read(settings)).hooks.Stop).toHaveLength(1);
  });

  it.each([
    [
      'lists',
      '{\n  // mine\n  "permissions": { "allow": ["Bash(ls)"], "deny": ["Bash(rm *)"] }\n}\n',
      '{\n  // mine\n  "permissions": { "allow": ["Bash(ls)", "mcp__stateroom"], "deny": ["Bash(rm *)"] }\n}\n',
    ],
    [
      'an empty list',
      '{\n  "permissions": { "allow": [], "deny": [ "Bash(rm)" ] },\n  "x": 1\n}\n',
      '{\n  "permissions": { "allow": ["mcp__stateroom"], "deny": [ "Bash(rm)" ] },\n  "x": 1\n}\n',
    ],
    [
      'an object without the list',
      '{\n  "permissions": { "deny": [ "Bash(rm)" ] }\n}\n',
      '{\n  "permissions": { "deny": [ "Bash(rm)" ], "allow": ["mcp__stateroom"] }\n}\n',
      '{\n  "permissions": { "deny": [ "Bash(rm)" ], "allow": [] }\n}\n',
    ],
    [
      'a whole file',
      '{ "a": { "b": 1 }, "c": [1,  2] }\n',
      '{ "a": { "b": 1 }, "c": [1,  2], "permissions": { "allow": ["mcp__stateroom"] } }\n',
      '{ "a": { "b": 1 }, "c": [1,  2], "permissions": { "allow": [] } }\n',
    ],
    [
      'a file without spaces',
      '{"a":{"b":1},"permissions":{"allow":["Bash(ls)"]}}',
      '{"a":{"b":1},"permissions":{"allow":["Bash(ls)","mcp__stateroom"]}}',
    ],
    [
      'a file without spaces and without the list',
      '{"a":{"b":1},"c":[1,2]}',
      '{"a":{"b":1},"c":[1,2],"permissions":{"allow":["mcp__stateroom"]}}',
      '{"a":{"b":1},"c":[1,2],"permissions":{"allow":[]}}',
    ],
  ])('stays on one line: %s', async (_, before, after, taken = before) => {
    const { home, place } = makePlaces();
    const settings = join(home, '.claude/settings.json');
    write(settings, before);
    await install(place('user'), named('claude-code'), { without: ['hooks', 'skills', 'instructions'] });
    expect(read(settings)).toBe(after);
    // The same once ours is taken out of a file that others have changed since.
    write(settings, `${after}\n`);
    await uninstall(place('user'));
    expect(read(settings)).toBe(`${taken}\n`);
  });

  it('is replaced in the form that it has', async () => {
    const { home, place } = makePlaces();
    const file = join(home, '.gemini/settings.json');
    write(file, '{ "mcpServers": { "a": { "command": "a" } }, "b": true }\n');
    const without = ['hooks', 'skills', 'instructions'] as const;
    const launcher = join(home, '.config/stateroom/bin/stateroom');
    await install(place('user'), named('gemini'), { without });
    const entry = `"stateroom": { "command": "${launcher}", "args": ["mcp"], "trust": true }`;
    expect(read(file)).toBe(`{ "mcpServers": { "a": { "command": "a" }, ${entry} }, "b": true }\n`);
    write(file, read(file).replace('true }\n', 'false }\n'));
    await install(place('user'), [], { without: [...without, 'approval'] });
    expect(read(file)).toBe(
      `{ "mcpServers": { "a": { "command": "a" }, ${entry.replace(', "trust": true', '')} }, "b": false }\n`,
    );
    await uninstall(place('user'));
    expect(read(file)).toBe('{ "mcpServers": { "a": { "command": "a" } }, "b": false }\n');
  });

  it('is not ours: an entry that somebody wrote stays', async () => {
    const { root, place } = makePlaces();
    const file = join(root, '.mcp.json');
    write(file, '{"mcpServers": {"stateroom": {"command": "mine"}}}\n');
    const plan = await install(place('project'), named('claude-code'));
    expect(states(plan, '.mcp.json')).toEqual(['foreign']);
    await uninstall(place('project'));
    expect(read(file)).toBe('{"mcpServers": {"stateroom": {"command": "mine"}}}\n');
  });
});

describe('a file that cannot be edited', () => {
  it.each([
    ['JSON that is cut off', '.mcp.json', '{"mcpServers": {', 'is not valid JSON'],
    ['a list', '.mcp.json', '[]', 'holds no JSON object'],
    [
      'servers that are a text',
      '.mcp.json',
      '{"mcpServers": "none"}',
      'has something other than an object at mcpServers',
    ],
    ['TOML that is cut off', '.codex/config.toml', 'a = [', 'is not valid TOML'],
    ['TOML that closes the table', '.codex/config.toml', 'mcp_servers = { db = {} }\n', 'is not valid TOML'],
    [
      'half a paragraph',
      'AGENTS.md',
      '<!-- stateroom:begin -->\n',
      'needs one line <!-- stateroom:begin --> and one line <!-- stateroom:end --> after it',
    ],
    ['bytes that are no text', 'AGENTS.md', Buffer.from([0xff, 0xfe, 0x41, 0]), 'is not UTF-8 text'],
  ])('is left alone, and the others are written: %s', async (_title, name, text, problem) => {
    const { root, place } = makePlaces();
    write(join(root, name), text);
    const before = treeOf(root)[name];
    const plan = await install(place('project'), named('claude-code', 'codex'));
    expect(problems(plan)).toEqual({ [name]: problem });
    expect(treeOf(root)[name]).toBe(before);
    expect(read(join(root, skill))).toContain('name: stateroom-tdd');
    await uninstall(place('project'));
    expect(treeOf(root)[name]).toBe(before);
  });

  it('is left alone when it is read-only', async () => {
    const { root, place } = makePlaces();
    write(join(root, '.mcp.json'), '{}\n', 0o444);
    const plan = await install(place('project'), named('claude-code'));
    expect(problems(plan)).toEqual({ '.mcp.json': 'is read-only' });
    expect(read(join(root, '.mcp.json'))).toBe('{}\n');
  });

  it('is not written through a link out of the repository', async () => {
    const { home, root, place } = makePlaces();
    write(join(home, 'shared/AGENTS.md'), '# Shared\n');
    mkdirSync(join(home, 'shared/skills'));
    symlinkSync(join(home, 'shared/AGENTS.md'), join(root, 'AGENTS.md'));
    symlinkSync(join(home, 'shared'), join(root, '.agents'));
    symlinkSync(join(home, 'shared/none.json'), join(root, '.mcp.json'));
    const before = treeOf(join(home, 'shared'));
    const plan = await install(place('project'), named('claude-code', 'codex'));
    expect(problems(plan)).toMatchObject({
      'AGENTS.md': 'leads out of the repository',
      '.mcp.json': 'leads out of the repository',
      '.agents/skills/stateroom-tdd/SKILL.md': 'leads out of the repository',
    });
    expect(treeOf(join(home, 'shared'))).toEqual(before);
  });

  it('is not written into a submodule', async () => {
    const { root, place } = makePlaces();
    write(join(root, '.agents/.git'), 'gitdir: ../.git/modules/agents\n');
    const plan = await install(place('project'), named('codex'));
    expect(problems(plan)[skill]).toBe('is part of another repository');
    expect(readdirSync(join(root, '.agents'))).toEqual(['.git']);
  });

  it('is not written below a file', async () => {
    const { root, place } = makePlaces();
    write(join(root, '.agents'), 'a file\n');
    const plan = await planned(place('project'), named('codex'));
    expect(problems(plan)[skill]).toBe('has a file where a folder should be');
  });
});

describe('the list of what is installed', () => {
  const ledger = (path: string, extra = {}) =>
    JSON.stringify({
      ...{ version: 1, stateroom: '0.1.0', agents: [], folders: [] },
      files: [
        {
          ...{ path, created: true, folders: ['..', '/', path], after: '0', undo: null },
          pieces: [{ kind: 'file', hash: '3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7' }],
          ...extra,
        },
      ],
    });

  it('may come with a repository: it leads nowhere else', async () => {
    const { home, root, place } = makePlaces();
    for (const [path, file] of [
      ['../../private', join(home, 'private')],
      ['.git/config', join(root, '.git/config')],
      ['sub/../.git/config', join(root, '.git/config')],
      ['link/private', join(home, 'private')],
    ] as const) {
      write(file, 'data');
      write(join(root, '.stateroom/installed.json'), ledger(path));
      rmSync(join(root, 'link'), { force: true });
      symlinkSync(home, join(root, 'link'));
      const plan = await planUninstall(place('project'));
      if (plan === undefined || isRefusal(plan)) throw new Error('no plan');
      await applyPlan(plan);
      expect(read(file), path).toBe('data');
    }
  });

  it('is refused when it is something else', async () => {
    const { root, place } = makePlaces();
    write(join(root, '.stateroom/installed.json'), '{"version": 2}');
    expect(await planUninstall(place('project'))).toMatchObject({ refused: true, code: 'conflict' });
    write(join(root, '.stateroom/installed.json'), JSON.stringify({ ...JSON.parse(ledger('a')), agents: ['skiff'] }));
    await expect(planned(place('project'))).rejects.toThrow('store_too_new');
  });

  it('lets a second clone and a linked worktree check and remove what the first wrote', async () => {
    const { home, root, place } = makePlaces();
    await install(place('project'), named('claude-code', 'codex'));
    const other = join(home, 'other');
    cpSync(root, other, { recursive: true });
    rmSync(join(other, '.git'), { recursive: true });
    write(join(other, '.git'), 'gitdir: elsewhere\n');
    expect((await planned(placeIn('project', home, other), [])).files.filter(isChange)).toEqual([]);
    await uninstall(placeIn('project', home, other));
    expect(treeOf(other)).toEqual({ '.git': '644 gitdir: elsewhere\n' });
  });
});

describe('a failure', () => {
  const chosen = named('claude-code', 'codex');
  const start = () => {
    const places = makePlaces();
    write(join(places.root, '.mcp.json'), '{"mcpServers": {"db": {}}}\n');
    write(join(places.root, 'AGENTS.md'), '# Shop\r\n');
    return places;
  };

  it('midway puts everything back, whichever file it is', async () => {
    const { home, place } = start();
    const before = treeOf(home);
    const count = (await planned(place('project'), chosen)).files.length + 1;
    for (const at of [0, 1, 2, 3, count >> 1, count - 3, count - 2, count - 1]) {
      const plan = await planned(place('project'), chosen);
      let seen = 0;
      const fail = () => {
        seen += 1;
        if (seen === at + 1) throw new Error('disk full');
      };
      await expect(applyPlan(plan, fail)).rejects.toThrow('disk full');
      expect(treeOf(home)).toEqual(before);
    }
  });

  it('to write into a folder puts everything back', async () => {
    const { home, root, place } = start();
    mkdirSync(join(root, '.codex'));
    const before = treeOf(home);
    const plan = await planned(place('project'), chosen);
    // What stands in the way appears once the plan is made.
    write(join(root, '.agents'), 'in the way\n');
    await expect(applyPlan(plan)).rejects.toThrow();
    rmSync(join(root, '.agents'));
    expect(treeOf(home)).toEqual(before);
  });

  it('does not overwrite what changed since the plan was made', async () => {
    const { root, place } = start();
    const plan = await planned(place('project'), chosen);
    writeFileSync(join(root, 'AGENTS.md'), 'changed\n');
    await expect(applyPlan(plan)).rejects.toThrow('AGENTS.md was changed in the meantime, so nothing was written.');
    expect(readdirSync(root).sort()).toEqual(['.git', '.mcp.json', 'AGENTS.md']);
    expect(read(join(root, 'AGENTS.md'))).toBe('changed\n');
  });

  it('leaves what another process installed since the plan was made', async () => {
    const { home, root, place } = makePlaces();
    const late = await planned(place('user'), chosen);
    await install(place('user'), chosen);
    const after = treeOf(home);
    await expect(applyPlan(late)).rejects.toThrow('was changed in the meantime, so nothing was written.');
    expect(treeOf(home)).toEqual(after);
    const third = await planned(place('project'), chosen);
    await install(place('project'), chosen);
    const both = treeOf(root);
    await expect(applyPlan(third)).rejects.toThrow('was changed in the meantime, so nothing was written.');
    expect(treeOf(root)).toEqual(both);
  });
});
