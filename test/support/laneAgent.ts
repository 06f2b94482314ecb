/**
 * An agent as any program is one: it takes what it is to do from its lane's environment and calls git and `stateroom` by
 * their names. Its one word says which of the story's pieces of work it does.
 */
export const laneAgent = `
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
const [task] = process.argv.slice(2);
const call = (program, ...words) => execFileSync(program, words, { stdio: 'inherit' });
const write = (file, text) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const commit = message => {
  call('git', 'add', '.');
  call('git', 'commit', '-q', '-m', message);
};
const tasks = {
  limit() {
    write('src/login/limit.ts', 'export const limit = 5;\\n');
    commit('Limit the rate of logins');
    call('stateroom', 'worker', 'done');
  },
  test() {
    write('src/login/limit.spec.ts', 'expect(limit).toBe(5);\\n');
    commit('Test the limit');
    call('stateroom', 'worker', 'done');
  },
  hang() {
    write('src/cart/cart.ts', 'export const cart = [];\\n');
    setInterval(() => undefined, 1000);
  },
  cart() {
    commit('Keep the cart');
    call('stateroom', 'worker', 'done');
  },
  litter() {
    write('src/search/search.ts', 'export const search = 2;\\n');
    write('src/search/staged.ts', 'export const staged = 1;\\n');
    call('git', 'add', 'src/search/staged.ts');
    write('src/search/staged.ts', 'export const staged = 2;\\n');
    write('src/search/new file.ts', 'export const untracked = 1;\\n');
    rmSync('src/search/old.ts');
    write('NOTES.md', 'Mail: by pigeon.\\n');
  },
  search() {
    call('git', 'checkout', '--', 'NOTES.md');
    commit('Search by name');
    call('stateroom', 'worker', 'done');
  },
  mail() {
    write('NOTES.md', 'Mail: by SMTP.\\n');
    commit('Note how mail goes');
    call('stateroom', 'worker', 'done');
  },
  stumble() {
    write('src/account/account.ts', 'export {\\n');
    process.exitCode = 3;
  },
  account() {
    write('src/account/account.ts', "import { limit } from '../login/limit.js';\\n");
    commit('Show the limit');
    call('stateroom', 'worker', 'done');
  },
};
tasks[task]();
`;
