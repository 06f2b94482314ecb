import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '../../../src/domain/lane/lane.js';
import { workerCancel } from '../../../src/operations/lane/worker/workerCancel.js';
import { LaneTestRepository } from '../../support/laneTestRepository.js';
import { person } from '../../support/testRepository.js';

/** A repository with lanes, work that is not committed everywhere, another repository, a home and a folder outside. */
export class PlantedPlace extends LaneTestRepository {
  readonly outside = join(this.repository, '..', 'outside');
  readonly home = join(this.repository, '..', 'home of Ada');
  readonly other = join(this.repository, '..', 'other');
  readonly mine = join(this.repository, '..', 'mine');
  readonly storeDirectory = join(this.directory, 'store');
  login!: Lane;
  cart!: Lane;
  page!: Lane;
  workItemId = '';

  async fill(): Promise<void> {
    // No one who wrote an intent log lives.
    this.judge = () => 'dead';
    for (const folder of [this.outside, this.home]) {
      mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
      for (const name of enticing) writeFileSync(join(folder, name), `${name} in ${folder}\n`);
      writeFileSync(join(folder, 'deep', 'er', 'thesis.txt'), 'a year of work\n');
      symlinkSync('deep/er/thesis.txt', join(folder, 'link'));
    }
    this.login = await this.spawn('login');
    this.cart = await this.spawn('cart');
    this.page = await this.spawn('page');
    writeFileSync(join(this.page.worktreePath, 'page.txt'), 'page\n');
    await this.ok(workerCancel, { lane: 'page' }, person);
    this.git('worktree', 'add', '-q', '-b', 'mine', this.mine);
    for (const folder of [this.login.worktreePath, this.cart.worktreePath, this.mine, this.repository]) {
      writeFileSync(join(folder, 'README.md'), 'changed\n');
      writeFileSync(join(folder, 'new file.txt'), 'new\n');
    }
    this.gitIn(this.login, 'add', 'README.md');
    mkdirSync(this.other);
    const git = (...words: string[]) => execFileSync('git', ['-C', this.other, ...words], { stdio: 'ignore' });
    git('init', '-q', '-b', 'main');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '--allow-empty', '-m', 'Begin');
    git('worktree', 'add', '-q', '--detach', join(this.outside, 'tree of other'));
    this.workItemId = (await this.add('Limit logins', { id: 'limit' })).id;
  }

  /** All that no one may touch, by path: kind, mode, content. */
  guarded(): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    const walk = (path: string, skip: string): void => {
      const kind = lstatSync(path);
      const mode = (kind.mode & 0o7777).toString(8);
      if (kind.isSymbolicLink()) found[path] = `link ${readlinkSync(path)}`;
      else if (kind.isDirectory()) {
        found[path] = `folder ${mode}`;
        for (const name of readdirSync(path)) if (name !== skip) walk(join(path, name), '');
      } else found[path] = `file ${mode} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`;
    };
    for (const folder of [this.outside, this.home, this.other, this.mine]) walk(folder, '');
    for (const lane of [this.login, this.cart]) walk(lane.worktreePath, '');
    // Git's own files change with each lane.
    walk(this.repository, '.git');
    found.branches = this.git('for-each-ref', 'refs/heads', 'refs/stateroom')
      .split('\n')
      .filter(line => !/\/fresh-\d+$/.test(line))
      .join('\n');
    return found;
  }
}

/** Names that files of the store have, or that sort before them: what is swept or renamed where a folder leads elsewhere. */
const enticing = [
  '.bashrc',
  '00-oldest',
  '1.txt',
  '1000000000000000.1.aa',
  '2026-11-02.md',
  'login.1.10000',
  'login.json',
  'login.log',
  'login.1.json',
  'login.lock',
  'login.deadbeef.draft',
  'radar.json',
  'stateroom',
  'run',
  'proc.1.aa',
  'journal.00000001.log',
  '01HZY3V2M4T5W6X7Y8Z9ABCDEF.1.1',
];
