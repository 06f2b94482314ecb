import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, listed, marker, planted, tried } from '../../test/support/plantedRig.js';
import { sha256 } from '../platform/sha256.js';

describe('a list of what was installed that comes with a clone', () => {
  const startsProgram = `[core]\n\tfsmonitor = "touch ${marker}; false"\n`;
  const notOurs =
    'is in the list of what was installed, but is not a file that Stateroom writes, so it was left as it is.';

  it('is believed of no file that is not ours', async () => {
    const rows: readonly (readonly [string, object])[] = [
      ['notes/config', { undo: { at: 0, removed: startsProgram, added: 0 } }],
      ['notes/HEAD', { created: true }],
      ['.git/config', { undo: { at: 0, removed: startsProgram, added: 0 } }],
      ['src/../.git/config', { created: true }],
      ['../../outside/credentials', { created: true }],
      ['//etc/hostname', { created: true }],
      ['README.md', { created: true }],
      ['.claude/skills/stateroom-/../../../README.md', { created: true }],
    ];
    const clone = planted();
    clone.link('notes', '.git');
    clone.ledger({ files: rows.map(([path, more]) => listed(clone, path, more)) });
    const { text, codes } = await tried(clone, all);
    // Three of them say so: the doctor counts.
    for (const [path] of rows) expect(text.split(`! ${path} ${notOurs}`), path).toHaveLength(4);
    expect(codes).toEqual([1, 1, 1, 1]);
    expect(clone.read('README.md')).toBe('# shop\n');
  });

  it('removes no folder that its file is not in', async () => {
    const clone = planted();
    const folders = ['../../outside/empty/deep', '../../outside/empty', '..', '.git/refs/tags', '.stateroom/../src'];
    mkdirSync(join(clone.root, 'src'));
    clone.write('.mcp.json', '{}\n');
    clone.ledger({
      folders,
      files: [
        listed(clone, '.mcp.json', {
          folders: ['.git/branches'],
          pieces: [{ kind: 'json', keys: ['mcpServers', 'stateroom'], hash: '0' }],
        }),
      ],
    });
    const { text } = await tried(clone, ['uninstall --project --yes']);
    for (const folder of [...folders, '.git/branches']) {
      expect(text).toContain(
        `! ${folder} is in the list of what was installed, but is not a folder that Stateroom makes, so it was left as it is.`,
      );
    }
    expect(existsSync(join(clone.root, 'src'))).toBe(true);
  });

  it.each([
    ['an entry of another', [{ kind: 'json', keys: ['mcpServers', 'db'], hash: sha256('{"command":"db"}') }]],
    ['the whole file', [{ kind: 'file', hash: '0' }]],
    ['a member of a list', [{ kind: 'member', keys: ['hooks', 'Stop'], mark: 'db', hash: '0' }]],
  ])('does not make %s ours', async (_title, pieces) => {
    const clone = planted();
    clone.write('.mcp.json', '{"mcpServers": {"db": {"command": "db"}}}\n');
    clone.ledger({ files: [listed(clone, '.mcp.json', { created: true, pieces })] });
    const { text } = await tried(clone, all);
    expect(text).toContain(
      '! .mcp.json is in the list of what was installed with a part that Stateroom does not write, so it was left as it is.',
    );
    expect(clone.read('.mcp.json')).toBe('{"mcpServers": {"db": {"command": "db"}}}\n');
  });

  const ours = '{"args":["mcp"],"command":"stateroom","type":"stdio"}';
  const entry = [{ kind: 'json', keys: ['mcpServers', 'stateroom'], hash: sha256(ours) }];

  it('does not delete a file in which something of others is, whatever it says of who made it', async () => {
    const clone = planted();
    clone.write('.mcp.json', `{"mcpServers": {"db": {"command": "db"}, "stateroom": ${ours}}}\n`);
    clone.ledger({ files: [listed(clone, '.mcp.json', { created: true, pieces: entry })] });
    await tried(clone, ['uninstall --project --yes']);
    expect(JSON.parse(clone.read('.mcp.json'))).toEqual({ mcpServers: { db: { command: 'db' } } });
  });

  it('puts nothing into a file that was not there without ours', async () => {
    const clone = planted();
    clone.write('.mcp.json', `{"mcpServers": {"stateroom": ${ours}}}\n`);
    const removed = '{"mcpServers": {"db": {"command": "./.evil"}}}\n';
    const undo = { at: 0, removed, added: clone.read('.mcp.json').length };
    clone.ledger({ files: [listed(clone, '.mcp.json', { undo, pieces: entry })] });
    await tried(clone, ['uninstall --project --yes']);
    expect(clone.read('.mcp.json')).not.toContain('evil');
    expect(clone.read('.mcp.json')).not.toContain('stateroom');
  });

  it.each([
    ['a device', '/dev/zero'],
    ['a file outside', '../../../outside/credentials'],
    ['itself', 'installed.json'],
    ['a folder', '../.git'],
  ])('is not read where it is a link to %s', async (_title, target) => {
    const clone = planted();
    clone.link('.stateroom/installed.json', target);
    const { text, codes } = await tried(clone, all);
    expect(text).toMatch(/\.stateroom\/installed\.json (leads|is a link|is a broken link)/);
    expect(codes).toEqual([1, 1, 1, 1]);
  });
});
