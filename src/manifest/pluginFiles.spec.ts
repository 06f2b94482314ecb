import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { skillText } from '../workflows/skill.js';
import { workflows } from '../workflows/workflows.js';
import { pluginFiles } from './pluginFiles.js';

const fileOf = (name: string) => new URL(`../../${name}`, import.meta.url);
const read = (name: string) => readFileSync(fileOf(name), 'utf8');
const described = {
  name: 'stateroom',
  description:
    'One durable memory for every coding agent on a repository: task queue, lanes, findings and gates in the sidebar.',
};
const mcpServers = { stateroom: { command: 'stateroom', args: ['mcp'] } };

describe('the manifests of plugins', () => {
  it('are as the build writes them', () => {
    for (const [name, text] of Object.entries(pluginFiles(manifest))) expect(read(name), name).toBe(text);
  });

  it('have skills whose names and descriptions, which are always in a context, take 450 tokens at most', () => {
    const bytes = workflows.map(workflow => {
      const [, name = '', description = ''] =
        /^---\nname: (.*)\ndescription: (.*)\n---/.exec(skillText(workflow)) ?? [];
      expect(name).toBe(`stateroom-${workflow.name}`);
      return Buffer.byteLength(name + JSON.parse(description));
    });
    // At 4.2 bytes each.
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1890);
  });

  it('give Claude Code the server, and the skills of the folder in which it looks', () => {
    const { version, ...plugin } = JSON.parse(read('.claude-plugin/plugin.json'));
    expect(plugin).toEqual({ ...described, author: { name: 'Stateroom' }, license: 'MIT', mcpServers });
    expect(version).toBe(manifest.version);
    expect(JSON.parse(read('.claude-plugin/marketplace.json')).plugins).toEqual([{ ...described, source: './' }]);
    expect(readdirSync(fileOf('skills'))).toContain('stateroom-tdd');
    // What lies there would be loaded too.
    for (const name of ['commands', 'agents', 'hooks', '.mcp.json']) expect(existsSync(fileOf(name)), name).toBe(false);
  });

  it('give Gemini the server', () => {
    const { version, ...extension } = JSON.parse(read('gemini-extension.json'));
    expect(extension).toEqual({ ...described, mcpServers });
    expect(version).toBe(manifest.version);
  });
});
