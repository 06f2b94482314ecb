import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/domain/actor/actor.js';
import { isRefusal } from '../../src/domain/refusal/refusal.js';
import { openGitHooks } from '../../src/git/hooks/openGitHooks.js';
import { openLivenessPorts } from '../../src/git/lane/openLanes.js';
import { say } from '../../src/messages/say.js';
import { coreCatalogue } from '../../src/operations/coreCatalogue.js';
import { invoke } from '../../src/operations/invoke.js';
import { laneOperations } from '../../src/operations/lane/laneOperations.generated.js';
import type { AnyOperation } from '../../src/operations/operation.js';
import { writeShim } from '../../src/platform/shim.js';
import type { Context } from '../../src/records/context.js';
import { repositoryEnvironment } from '../support/gitTestRepository.js';
import { agent, person } from '../support/testRepository.js';
import {
  anyPlants,
  caches,
  intents,
  linkFolder,
  type Plant,
  type StorePlace,
  storePlaces,
} from './support/plantedFiles.js';
import { PlantedPlace } from './support/plantedPlace.js';
import { isFull } from './support/size.js';

const catalogue: readonly AnyOperation[] = [...coreCatalogue, ...Object.values(laneOperations)];
/** It runs what is named in a thread of the built program. */
const reading = catalogue.filter(({ effect, name }) => effect === 'read' && name !== 'store.query');

/** What operations ask for, by the names of their fields. */
const words: Readonly<Record<string, unknown>> = {
  lane: 'login',
  id: 'W-1',
  item: 'W-1',
  task: 'T-1',
  path: 'README.md',
  text: 'logins',
  query: 'logins',
  from: '2026-11-01',
  to: '2026-11-03',
  after: 0,
  rescue: 'latest',
};

let place: PlantedPlace;
let home: string | undefined;
let pristine: string;
let number = 0;
const answered = new Set<string>();

beforeAll(async () => {
  place = new PlantedPlace();
  await place.fill();
  home = process.env.HOME;
  process.env.HOME = place.home;
  pristine = join(place.directory, 'pristine');
  for (const { folder } of storePlaces(place)) {
    if (folder !== '.' && existsSync(pathOf(folder)))
      cpSync(pathOf(folder), join(pristine, folder), { recursive: true });
  }
}, 120_000);

afterAll(async () => {
  process.env.HOME = home;
  await place.close();
});

function pathOf(folder: string): string {
  // Hooks are in the repository's own store.
  const store = folder === 'hooks' ? join(place.repository, '.git', 'stateroom') : place.storeDirectory;
  return join(store, folder);
}

function setBack(planted: readonly string[]): void {
  for (const path of planted) rmSync(path, { recursive: true, force: true });
  for (const { folder } of storePlaces(place)) {
    if (folder === '.') continue;
    rmSync(pathOf(folder), { recursive: true, force: true });
    if (existsSync(join(pristine, folder))) cpSync(join(pristine, folder), pathOf(folder), { recursive: true });
  }
}

async function call(operation: AnyOperation, context: Context): Promise<void> {
  const asked = Object.entries(operation.input.shape).filter(([, shape]) => !shape.safeParse(undefined).success);
  const input = Object.fromEntries(asked.map(([field]) => [field, words[field] ?? 'W-1']));
  try {
    if (!isRefusal(await invoke(operation, context, input))) answered.add(operation.name);
  } catch {
    // It may fail; what it may not is checked afterwards.
  }
}

function contextOf(actor: Actor): Context {
  return place.context(actor);
}

function named(name: string): AnyOperation {
  const operation = catalogue.find(one => one.name === name);
  if (operation === undefined) throw new Error(`${name} does not exist.`);
  return operation;
}

/** The files that the store is made of, and what else than the usual is put in the place of each. */
function ownFiles(): readonly { readonly name: string; readonly more: readonly string[] }[] {
  const names = readdirSync(place.storeDirectory).filter(name => /^(base|image|journal|log|pages)\./.test(name));
  return [...names.map(name => ({ name, more: [] })), { name: 'lock', more: ['pipe'] }];
}

async function readAll(): Promise<void> {
  // Restricted Mode: no git, heartbeats alone.
  const { lanes: _lanes, workTree: _workTree, ...restricted } = contextOf(person);
  const surfaces = [
    contextOf(person),
    contextOf(agent),
    { ...restricted, livenessPorts: openLivenessPorts(place.storeDirectory) },
  ];
  for (const context of surfaces) for (const operation of reading) await call(operation, context);
}

/** What writes next to the store, each of which may be refused. */
async function actAll(): Promise<void> {
  number += 1;
  const act = async (name: string, input: object, actor: Actor): Promise<void> => {
    const answer = await invoke(named(name), contextOf(actor), input).catch(() => undefined);
    if (isRefusal(answer) && answer.code === 'invalid_input') throw new Error(`${name}: ${say(answer.message)}`);
    if (answer !== undefined && !isRefusal(answer)) answered.add(name);
  };
  const { lanes } = contextOf(person);
  const program = { file: join(place.home, 'deep', 'er', 'thesis.txt'), version: '1.0.0' };
  const { repository, storeDirectory } = place;
  const hooks = openGitHooks({
    root: repository,
    commonDir: join(repository, '.git'),
    environment: repositoryEnvironment(),
    program,
  });
  const quiet = async (work: Promise<unknown> | undefined): Promise<void> => {
    await work?.catch(() => undefined);
  };
  await act('lane.repair', {}, person);
  await act('worker.spawn', { lane: `fresh-${number}`, noFetch: true }, agent);
  await act('worker.heartbeat', { lane: 'login' }, person);
  await act('queue.claim', { id: 'W-1' }, agent);
  await act('queue.heartbeat', { id: 'W-1' }, agent);
  await act('queue.release', { id: 'W-1' }, agent);
  await act('message.send', { to: 'all', text: 'x'.repeat(20_000) }, person);
  await quiet(lanes?.logs.append('login', Buffer.from('printed\n')));
  await quiet(lanes?.logs.read('login', 100));
  await quiet(lanes?.turns.take('start', async () => undefined));
  await quiet(lanes?.runs.begin('login.2', '{}'));
  await quiet(lanes?.runs.remove('login.2'));
  await quiet(lanes?.cache.write('radar', '{}'));
  await quiet(writeShim(storeDirectory, program));
  await quiet(hooks.install());
  await quiet(hooks.uninstall());
  await act('store.compact', {}, person);
  await act('lane.repair', {}, person);
}

async function round(plant: () => { planted: string[]; undo: (() => void)[] }): Promise<void> {
  const before = place.guarded();
  const { planted, undo } = plant();
  try {
    await readAll();
    await actAll();
  } finally {
    for (const back of undo.reverse()) back();
    setBack(planted);
  }
  expect(place.guarded()).toEqual(before);
}

function put(plants: readonly { folder: string; name: string; plant: Plant }[]) {
  const planted: string[] = [];
  const undo: (() => void)[] = [];
  for (const { folder, name, plant } of plants) {
    mkdirSync(pathOf(folder), { recursive: true });
    const path = join(pathOf(folder), name);
    rmSync(path, { recursive: true, force: true });
    const back = plant(path);
    if (folder === '.') planted.push(path);
    if (back !== undefined) undo.push(back);
  }
  return { planted, undo };
}

/** Each place gets one thing, another one in each round: in as many rounds as there are things, each gets all of them. */
function mixed(at: number) {
  const things = Object.values(anyPlants(place));
  return put(
    storePlaces(place).flatMap(({ folder, names }, index) =>
      names.map((name, offset) => ({
        folder,
        name,
        plant: things[(at + index + offset) % things.length] as Plant,
      })),
    ),
  );
}

const limit = { timeout: 60 * 60_000 };

describe('files that somebody put into the store’s folder', () => {
  it('of every kind, in every place, change nothing outside', limit, async () => {
    const count = isFull ? Object.keys(anyPlants(place)).length : 1;
    for (let at = 0; at < count; at += 1) await round(() => mixed(isFull ? at : 13));
  });

  it('as intent logs and caches that name other folders change nothing outside', limit, async () => {
    const all = Object.entries({ ...intents(place), ...caches(place) });
    const short = [
      'aside outside',
      'aside of a form that is ours',
      'an opening of another’s worktree',
      'an option as a commit',
    ];
    for (const [name, plant] of all.filter(([name]) => isFull || short.includes(name))) {
      const folder = name in caches(place) ? 'kept' : 'journeys';
      await round(() => put([{ folder, name: 'none.json', plant }]));
    }
  });

  it('as links in the place of its folders lead nowhere', limit, async () => {
    const folders = [...new Set(storePlaces(place).map(({ folder }: StorePlace) => folder))].filter(one => one !== '.');
    const { outside, home: ada, login, repository } = place;
    writeFileSync(join(outside, `${place.workItemId}.1.5`), 'a year of work\n');
    const link = (names: readonly string[], to: string) => () => ({
      planted: [],
      undo: names.map(folder => {
        mkdirSync(join(pathOf(folder), '..'), { recursive: true });
        return linkFolder(pathOf(folder), to);
      }),
    });
    const targets = [outside, ada, login.worktreePath, repository];
    for (const to of isFull ? targets : [outside]) await round(link(folders, to));
    // One alone, since the first that is refused can keep a call from the others.
    for (const [index, folder] of (isFull ? folders : []).entries()) {
      await round(link([folder], targets[index % targets.length] ?? outside));
    }
  });

  it('in the place of its own files change nothing outside', limit, async () => {
    const all = anyPlants(place);
    const kinds = ['link to a file', 'link to a folder', 'link to nothing', 'folder', 'binary'];
    const rounds = ownFiles().flatMap(({ name, more }) => [...kinds, ...more].map(kind => ({ name, kind })));
    const short = ['base: link to a file', 'lock: link to a file', 'log: link to a file'];
    for (const { name, kind } of rounds) {
      if (!isFull && !short.includes(`${name.split('.')[0]}: ${kind}`)) continue;
      const before = place.guarded();
      const path = join(place.storeDirectory, name);
      const kept = `${path}.kept-by-test`;
      const wasThere = existsSync(path);
      if (wasThere) renameSync(path, kept);
      (all[kind] as Plant)(path);
      try {
        await call(named('store.check'), contextOf(person));
        await call(named('lane.list'), contextOf(agent));
        await call(named('queue.claim'), contextOf(agent));
        await call(named('lane.repair'), contextOf(person));
      } finally {
        rmSync(path, { recursive: true, force: true });
        if (wasThere) renameSync(kept, path);
      }
      expect(place.guarded(), `${name} as ${kind}`).toEqual(before);
    }
  });

  it('were there while operations that read and write were answered', () => {
    const some = [
      'lane.list',
      'lane.overlaps',
      'lane.repair',
      'store.check',
      'store.compact',
      'worker.spawn',
      'worker.status',
    ];
    expect([...answered].sort()).toEqual(expect.arrayContaining(some));
  });
});
