import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliFile, connect, git, makeDirectory, makeRepository, storeOf, userNode } from './mcpRig.js';

/** The titles that a program sees that starts now. */
function titlesSeenIn(cwd: string): string[] {
  const out = execFileSync(userNode, [cliFile, 'queue', 'list', '--json'], { cwd, encoding: 'utf8' });
  return (JSON.parse(out) as { data: { items: { title: string }[] } }).data.items.map(({ title }) => title);
}

const hintFor = (around: string) =>
  `Nothing was written. Move ${around} back to continue, or restart this program where the store is now. An agent’s MCP server is restarted by its client.`;

describe('a live MCP server', () => {
  it('that had written tells when its repository is moved, makes nothing in its place, and goes on when it is back', async () => {
    const repository = join(makeDirectory(), 'repository');
    cpSync(makeRepository(), repository, { recursive: true });
    execFileSync(userNode, [cliFile, 'queue', 'add', 'First'], { cwd: repository });
    const agent = await connect({ cwd: repository, actor: 'agent' });
    expect(await agent.done('list')).toMatchObject({ items: [{ title: 'First' }] });
    await agent.done('add', { title: 'Before' });
    const titles = titlesSeenIn(repository);

    const moved = `${repository} moved`;
    renameSync(repository, moved);
    const refusal = {
      isError: true,
      data: {
        code: 'no_repository',
        message: `The folder ${join(repository, '.git')}, which contains the store, was moved or deleted.`,
        hint: hintFor(join(repository, '.git')),
      },
    };
    for (const title of ['Lost', 'Lost again']) expect(await agent.items('add', { title })).toMatchObject(refusal);
    expect(await agent.items('list')).toMatchObject(refusal);
    expect(existsSync(repository)).toBe(false);
    expect(titlesSeenIn(moved)).toEqual(titles);

    renameSync(moved, repository);
    await agent.done('add', { title: 'Back' });
    expect(titlesSeenIn(repository)).toEqual(['Back', ...titles]);
  });

  it('that had only read writes nothing into a repository that was cloned in the place of its own', async () => {
    const repository = join(makeDirectory(), 'repository');
    const other = makeRepository();
    cpSync(other, repository, { recursive: true });
    execFileSync(userNode, [cliFile, 'queue', 'add', 'First'], { cwd: repository });
    const agent = await connect({ cwd: repository, actor: 'agent' });
    expect(await agent.done('list')).toMatchObject({ items: [{ title: 'First' }] });
    rmSync(repository, { recursive: true });
    git(other, 'clone', '-q', other, repository);
    for (const title of ['Lost', 'Lost again']) {
      expect(await agent.items('add', { title })).toMatchObject({
        isError: true,
        data: {
          code: 'no_repository',
          message: `The folder ${join(repository, '.git')} was replaced by another one without a store.`,
        },
      });
    }
    expect(existsSync(storeOf(repository))).toBe(false);
  });
});
