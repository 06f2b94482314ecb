import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PlantedPlace } from './plantedPlace.js';

/** Puts something at a path where the store looks for a file of its own; undoes what it did beside that. */
export type Plant = (path: string) => (() => void) | undefined;

/** A folder of the store and the names that files in it have. */
export interface StorePlace {
  readonly folder: string;
  readonly names: readonly string[];
}

const ulid = '01HZY3V2M4T5W6X7Y8Z9ABCDEF';

/** Every place of the table in docs/store.md. */
export function storePlaces({ workItemId, login }: PlantedPlace): readonly StorePlace[] {
  return [
    { folder: 'journeys', names: ['login.json', 'page.json', 'nobody.json'] },
    { folder: 'runs', names: ['login.1.json', 'login.999999999.json'] },
    { folder: 'turns', names: ['start.json'] },
    { folder: 'workers', names: ['login.1793613600000.10000', 'login.999999999999999.999999999', 'login.x.y'] },
    { folder: 'beats', names: [`${workItemId}.1.9999999999999`, `${ulid}.1.1`, '..1.1'] },
    { folder: 'waiting', names: ['0', '1000000000000000.1.aa', '9999999999999999.1.aa'] },
    { folder: 'kept', names: ['radar.json'] },
    { folder: 'logs', names: ['login.log', 'login.log.earlier'] },
    { folder: 'secrets', names: ['page', 'login'] },
    { folder: 'messages', names: [`${ulid}.json`] },
    { folder: 'evidence', names: [`${ulid}.log`] },
    { folder: 'replaced', names: ['T-1.json'] },
    { folder: 'bin', names: ['stateroom'] },
    { folder: 'hooks', names: ['run', 'pre-commit'] },
    {
      folder: '.',
      names: ['proc.1.aa', 'break.aa.0', 'torn.1.aa', 'proc.1.aa.sock', `journal.${'9'.repeat(8)}.log.tmp1`],
    },
    // A folder that leads to a worktree, as a name that a lane has.
    { folder: 'journeys', names: [`${login.lane}.lock`, 'login.deadbeef.draft'] },
  ];
}

const text =
  (content: string | Uint8Array): Plant =>
  path => {
    writeFileSync(path, content);
    return undefined;
  };

/** Things that are not file of the store whatever the place is. */
export function anyPlants({ outside, home, repository, login }: PlantedPlace): Readonly<Record<string, Plant>> {
  const link =
    (to: string): Plant =>
    path => {
      symlinkSync(to, path);
      return undefined;
    };
  const identity = {
    pid: 1,
    start: 1,
    boot: '',
    namespace: '',
    host: 'x',
    token: '../../x',
    socket: '../../../x.sock',
  };
  return {
    nothing: text(''),
    torn: text('{"version":1,"lane":"lo'),
    binary: text(Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256)),
    huge: text('x'.repeat(3_000_000)),
    null: text('null'),
    list: text('[]'),
    number: text('1e999'),
    deep: text('['.repeat(20_000)),
    future: text('{"version":99,"lane":"login","process":"{}"}'),
    identity: text(JSON.stringify(identity)),
    'negative pid': text(JSON.stringify({ ...identity, pid: -1, token: 'aa' })),
    'turn of nobody': text(`0 aa ${JSON.stringify(identity)}`),
    program: text('#!/bin/sh\nrm -rf "$HOME"\n'),
    'link to a file': link(join(outside, '.bashrc')),
    'link to a folder': link(outside),
    'link to home': link(home),
    'link to a worktree': link(login.worktreePath),
    'link to the repository': link(repository),
    'link to nothing': link(join(outside, 'not there')),
    folder: path => {
      mkdirSync(path);
      writeFileSync(join(path, 'login.json'), '{}');
      return undefined;
    },
    pipe: path => {
      if (process.platform !== 'win32') execFileSync('mkfifo', [path]);
      return undefined;
    },
  };
}

/** What an intent log may say that it must not be believed. */
export function intents(place: PlantedPlace): Readonly<Record<string, Plant>> {
  const { outside, home, repository, other, mine, login, cart, page, storeDirectory } = place;
  const head = { version: 1, startedAt: 1, process: '{}', abandoned: true };
  const rescue = place.git('for-each-ref', '--format=%(refname)', 'refs/stateroom/rescue/page');
  const commit = place.git('rev-parse', 'mine');
  const closing = (lane: { readonly lane: string; readonly id: string }, more: object, as = lane.lane) => ({
    ...head,
    lane: as,
    laneId: lane.id,
    closing: { directory: '', reason: 'cancelled', note: null, kept: null, ...more },
  });
  const opening = (more: object) => ({
    ...head,
    lane: 'nobody',
    laneId: ulid,
    step: 'worktree',
    branch: null,
    directory: null,
    files: null,
    reopens: false,
    ...more,
  });
  const aside = `${login.worktreePath}.removed-0a1b2c3d`;
  const gone = (ref: string | null, to: string) => ({ ref, aside: to });
  const found: Record<string, object> = {
    'aside outside': closing(login, { directory: login.worktreePath, kept: gone(null, outside) }),
    'aside is home': closing(login, { directory: login.worktreePath, kept: gone(null, home) }),
    'aside is a folder with blanks': closing(login, {
      directory: login.worktreePath,
      kept: gone(null, join(home, 'deep')),
    }),
    'aside by ..': closing(login, {
      directory: login.worktreePath,
      kept: gone(null, `${aside}/../../outside`),
    }),
    'aside is relative': closing(login, { directory: login.worktreePath, kept: gone(null, 'outside') }),
    'aside is another lane': closing(login, { directory: login.worktreePath, kept: gone(null, cart.worktreePath) }),
    'aside is another worktree': closing(login, { directory: login.worktreePath, kept: gone(null, mine) }),
    'aside is the repository': closing(login, { directory: login.worktreePath, kept: gone(null, repository) }),
    'aside is another repository': closing(login, { directory: login.worktreePath, kept: gone(null, other) }),
    'aside of a form that is ours': closing(login, { directory: login.worktreePath, kept: gone(rescue, aside) }),
    'aside of the root’s form': closing(login, { directory: '/', kept: gone(null, '/.removed-0a1b2c3d') }),
    'directory outside': closing(login, { directory: outside, kept: gone(null, `${outside}.removed-0a1b2c3d`) }),
    'directory of another lane': closing(login, { directory: cart.worktreePath }),
    'directory of another lane, kept': closing(login, {
      directory: cart.worktreePath,
      kept: gone(null, `${cart.worktreePath}.removed-0a1b2c3d`),
    }),
    'another lane’s id': closing(cart, { directory: cart.worktreePath, kept: gone(null, aside) }, 'login'),
    'a rescue of another lane': closing(login, { directory: login.worktreePath, kept: gone(rescue, outside) }),
    'an option as a rescue': closing(login, { directory: login.worktreePath, kept: gone('--all', outside) }),
    'a lane that is closed': closing(page, { directory: page.worktreePath, kept: gone(rescue, outside) }),
    'a lane that is not there': closing(
      { lane: 'nobody', id: ulid },
      { directory: outside, kept: gone(null, outside) },
    ),
    'of wrong types': { ...closing(login, {}), closing: { directory: 1, kept: [outside] } },
    'an opening outside': opening({ directory: outside }),
    'an opening of the repository': opening({ directory: repository }),
    'an opening of the root': opening({ directory: '/' }),
    'an opening of home': opening({ directory: home }),
    'an opening of another’s worktree': opening({ directory: mine }),
    'an opening of a lane': opening({ directory: login.worktreePath }),
    'an opening of a lane by its name': opening({ lane: 'login', directory: login.worktreePath }),
    'an opening of the store': opening({ directory: storeDirectory }),
    'an opening of git’s directory': opening({ directory: join(repository, '.git') }),
    'files outside': opening({ files: { directory: outside, names: ['.bashrc', '1.txt'] } }),
    'files by ..': opening({ files: { directory: mine, names: ['../outside/.bashrc'] } }),
    'files of a worktree': opening({ files: { directory: mine, names: ['new file.txt', 'README.md'] } }),
    'files of a lane': opening({ files: { directory: login.worktreePath, names: ['.env.stateroom'] } }),
    'files of the repository': opening({ files: { directory: repository, names: ['.worker-ctx.json'] } }),
    'the branch main': opening({ branch: { name: 'main', commit: place.git('rev-parse', 'main') } }),
    'somebody’s branch': opening({ branch: { name: 'mine', commit } }),
    'a lane’s branch, elsewhere': opening({ branch: { name: 'feature/page', commit, before: commit } }),
    'an option as a branch': opening({ branch: { name: '--all', commit: '--all' } }),
    'a lane that comes back outside': opening({ lane: 'page', laneId: page.id, reopens: true, directory: outside }),
    'a lane that comes back over another': opening({
      lane: 'page',
      laneId: page.id,
      reopens: true,
      directory: login.worktreePath,
      branch: { name: 'mine', commit, before: commit },
    }),
  };
  const plants = Object.entries(found).map(([name, value]) => {
    const { lane = 'login' } = value as { lane?: string };
    const plant: Plant = path => {
      writeFileSync(join(dirname(path), `${lane}.json`), JSON.stringify(value));
      return undefined;
    };
    return [name, plant] as const;
  });
  /** Of the right form, and something else is there. */
  const besides = (what: string, put: () => void): readonly [string, Plant] => [
    what,
    path => {
      const value = closing(login, { directory: login.worktreePath, kept: gone(null, aside) });
      writeFileSync(join(dirname(path), 'login.json'), JSON.stringify(value));
      put();
      return () => rmSync(aside, { recursive: true, force: true });
    },
  ];
  return Object.fromEntries([
    ...plants,
    besides('aside is a link', () => symlinkSync(outside, aside)),
    besides('aside is of another repository', () => cpSync(join(outside, 'tree of other'), aside, { recursive: true })),
  ]);
}

/** A cache that hands git an option in the place of a commit, and a folder in that of a worktree. */
export function caches(place: PlantedPlace): Readonly<Record<string, Plant>> {
  const { outside, other, login } = place;
  const head = place.gitIn(login, 'rev-parse', 'HEAD');
  const base = place.git('rev-parse', 'main');
  const option = `--output=${join(outside, '.bashrc')}`;
  const radar = (directory: string, from: string): Plant => {
    const rest = JSON.stringify({ version: 2, bases: [], drifts: [], merges: [] });
    const tree = JSON.stringify({ head, base, from, print: 'x', ignored: [], files: [] });
    return path => {
      writeFileSync(join(dirname(path), 'radar.json'), [rest, JSON.stringify(directory), tree].join('\n'));
      return undefined;
    };
  };
  return {
    'an option as a commit': radar(login.worktreePath, option),
    'another repository as a lane': radar(other, head),
    'lists of the wrong kind': path => {
      writeFileSync(join(dirname(path), 'radar.json'), '{"version":2,"bases":[[1,2]],"drifts":[[{}]],"merges":[[]]}');
      return undefined;
    },
  };
}

/** Puts a link in the place of a whole folder of the store; gives what puts the folder back. */
export function linkFolder(path: string, to: string): () => void {
  const kept = `${path}.kept-by-test`;
  const wasThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (wasThere) renameSync(path, kept);
  symlinkSync(to, path);
  return () => {
    rmSync(path, { recursive: true, force: true });
    if (wasThere) renameSync(kept, path);
  };
}
