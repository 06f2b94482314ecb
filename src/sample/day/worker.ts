import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { putFile } from '../home.js';
import { git, stateroom, type Tools } from '../tools.js';
import type { Answer, Part } from './part.js';

/**
 * A worker of the day, a process of its own: does one part after the other, as its lines come in, and answers each with a
 * line. It ends, with what it runs, when nobody is there any more to tell it what to do.
 */
async function work(name: string, program: string): Promise<void> {
  const ended = new AbortController();
  const tools: Tools = { program, environment: process.env, signal: ended.signal };
  const lines = createInterface({ input: process.stdin });
  lines.once('close', () => ended.abort());
  for await (const line of lines) {
    const answer = await perform(tools, name, JSON.parse(line) as Part);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

async function perform(tools: Tools, name: string, part: Part): Promise<Answer> {
  try {
    return { ok: true, data: await carryOut(tools, name, part) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

async function carryOut(tools: Tools, name: string, part: Part): Promise<Readonly<Record<string, unknown>>> {
  // A person may have closed the lane: then git and the program would find the repository around the sample.
  if (!existsSync(join(part.at, '.git'))) throw new Error(`The worktree ${part.at} is gone, so ${name} does nothing.`);
  if (part.does === 'call') return stateroom(tools, part.at, name, part.words);
  if (part.does === 'write') await putFile(join(part.at, part.file), part.text);
  else {
    const [called, email] = [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, `${name}@example.com`];
    const more = {
      ...{ GIT_AUTHOR_NAME: called, GIT_AUTHOR_EMAIL: email },
      ...{ GIT_COMMITTER_NAME: called, GIT_COMMITTER_EMAIL: email, GIT_EDITOR: 'true' },
    };
    await git(tools, part.at, ['add', '--all']);
    const words =
      part.does === 'commit' ? ['commit', '--quiet', `--message=${part.message}`] : ['rebase', '--continue'];
    await git(tools, part.at, words, more);
  }
  return {};
}

const [name = '', program = ''] = process.argv.slice(2);
void work(name, program);
