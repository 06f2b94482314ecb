import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Loaded before a program: kills it right after a call that changes files in which the pattern is found. A call is its name,
 * its paths and, of an intent log, what is in it by then.
 */
const hook = `
const plain = require('node:fs');
const promises = require('node:fs/promises');
const { readFileSync } = plain;
const pattern = new RegExp(process.env.DIE_AFTER);
const dieIf = (name, args) => {
  const paths = args.filter(arg => typeof arg === 'string');
  const last = paths.at(-1) ?? '';
  const isIntent = /journeys.[^/\\\\]+[.]json$/.test(last) && name !== 'rm';
  const line = [name, ...paths, isIntent ? readFileSync(last, 'utf8') : ''].join(' ');
  if (pattern.test(line)) process.kill(process.pid, 'SIGKILL');
};
for (const name of ['rename', 'link', 'rm', 'rmdir', 'unlink']) {
  const { [name]: later } = promises;
  promises[name] = async (...args) => {
    const answer = await later(...args);
    dieIf(name, args);
    return answer;
  };
  const { [name + 'Sync']: now } = plain;
  plain[name + 'Sync'] = (...args) => {
    const answer = now(...args);
    dieIf(name, args);
    return answer;
  };
}
`;

/** What a program needs in its environment to be killed right after a call; the hook is written into `folder`. */
export function dieAfter(folder: string, call: RegExp): Record<string, string> {
  const file = join(folder, 'dieAfter.cjs');
  writeFileSync(file, hook);
  return { NODE_OPTIONS: `--require ${file}`, DIE_AFTER: call.source };
}
