import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { opencode } from './clients/opencode.js';

type Hook = (input: object, output: object) => Promise<void>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stateroom-plugin-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Hooks of the plugin where each command notes its event and input, and prints this. */
async function pluginThatIsTold(answer: string): Promise<Record<string, Hook>> {
  const [asked, told, file] = ['asked', 'told', 'plugin.mjs'].map(name => join(folder, name));
  writeFileSync(String(told), answer);
  const text = opencode.file?.(event => `echo ${event} >> '${asked}'; cat >> '${asked}'; cat '${told}'`) ?? '';
  writeFileSync(String(file), text);
  const { default: make } = (await import(pathToFileURL(String(file)).href)) as {
    default: (input: { directory: string }) => Promise<Record<string, Hook>>;
  };
  return make({ directory: folder });
}

const asked = () => readFileSync(join(folder, 'asked'), 'utf8').split('\n');
const call = { tool: 'write', sessionID: 's1', callID: 'c1' };
const args = { filePath: '/r/a.ts', content: 'a\n' };

describe.skipIf(process.platform === 'win32')('the plugin of opencode', () => {
  it('throws on a refusal, with its reason', async () => {
    const plugin = await pluginThatIsTold('{"refusal":"src/a.ts is owned by L-1 (pay)."}\n');
    await expect(plugin['tool.execute.before']?.(call, { args })).rejects.toThrow('src/a.ts is owned by L-1 (pay).');
    expect(asked()).toEqual([
      'tool.execute.before',
      `{"cwd":"${folder}","sessionID":"s1","tool":"write","args":{"filePath":"/r/a.ts","content":"a\\n"}}`,
    ]);
  });

  it.each(['', 'sh: stateroom: not found\n', '{"refus'])('lets a tool run where the answer is “%s”', async answer => {
    const plugin = await pluginThatIsTold(answer);
    await expect(plugin['tool.execute.before']?.(call, { args })).resolves.toBeUndefined();
  });

  it('starts nothing for a tool that neither writes files nor runs commands', async () => {
    const plugin = await pluginThatIsTold('{"refusal":"No."}\n');
    await plugin['tool.execute.before']?.({ ...call, tool: 'read' }, { args });
    await plugin['tool.execute.after']?.({ ...call, tool: 'grep', args }, { metadata: {} });
    expect(asked).toThrow('ENOENT');
  });

  it('reports a command with its exit code', async () => {
    const plugin = await pluginThatIsTold('');
    const command = { tool: 'bash', sessionID: 's1', args: { command: 'npm test', workdir: '/r' } };
    await plugin['tool.execute.after']?.(command, { title: 'x', output: 'x', metadata: { exit: 3 } });
    expect(asked()).toEqual([
      'tool.execute.after',
      `{"cwd":"${folder}","sessionID":"s1","tool":"bash","args":{"command":"npm test","workdir":"/r"},"exit":3}`,
    ]);
  });

  it('asks for the text of a session once, and again after a compaction', async () => {
    const plugin = await pluginThatIsTold('{"context":"Queue: 1 ready."}\n');
    const system: string[] = [];
    const start = () => plugin['experimental.chat.system.transform']?.({ sessionID: 's1', model: {} }, { system });
    await start();
    await start();
    expect(system).toEqual(['Queue: 1 ready.', 'Queue: 1 ready.']);
    expect(asked()).toHaveLength(2);
    await plugin['experimental.session.compacting']?.({ sessionID: 's1' }, { context: [] });
    await start();
    expect(
      asked()
        .join('')
        .match(/experimental\.[a-z.]+/g),
    ).toEqual([
      'experimental.chat.system.transform',
      'experimental.session.compacting',
      'experimental.chat.system.transform',
    ]);
  });
});
