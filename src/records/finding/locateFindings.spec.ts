import { readFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import {
  type Chance,
  chanceOf,
  edit,
  type TextEditKind,
  type TrackedLine,
  textEditKinds,
  textOf,
  track,
  truthOf,
} from '../../../test/support/textEdits.js';
import { openWorkTree } from '../../git/openWorkTree.js';
import type { WorkTree } from '../../git/workTree.js';
import { anchorFor } from './anchorFor.js';
import { locateFindings, type PlacedFinding } from './locateFindings.js';

const text = `import { orbit } from './orbit.js';

export function launch(crew: Crew): Flight {
  if (crew.size === 0) {
    return grounded;
  }
  const flight = orbit(crew);
  return flight;
}

export function land(flight: Flight): Crew {
  if (flight.over) {
    return grounded;
  }
  return flight.crew;
}
`;

let repository: ScratchRepository;
let workTree: WorkTree;
beforeEach(async () => {
  repository = await makeScratchRepository();
  const found = openWorkTree(repository.path, { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' });
  if (found === undefined) throw new Error('worktree does not exist.');
  workTree = found;
});
afterEach(() => repository.remove());

const commit = async (message = 'Change'): Promise<void> => {
  await repository.git('add', '--all');
  await repository.git('commit', '--quiet', '--allow-empty', `--message=${message}`);
};

let count = 0;
async function findingAt(path: string, start: number | null, end = start): Promise<PlacedFinding> {
  count += 1;
  const lines = start === null || end === null ? null : { start, end };
  return {
    id: `finding-${count}`,
    path,
    line_start: start,
    line_end: end,
    anchor: await anchorFor(workTree, path, lines),
    commit_sha: (await workTree.head()).commit ?? null,
  };
}

async function placeOf(finding: PlacedFinding) {
  return (await locateFindings(workTree, [finding])).get(finding.id);
}

describe('a finding is found again', () => {
  it('after edits above it, committed or not', async () => {
    await repository.write('src/launch.ts', text);
    await commit();
    const flight = await findingAt('src/launch.ts', 7, 8);
    const double = await findingAt('src/launch.ts', 13);
    expect(await placeOf(flight)).toEqual({ path: 'src/launch.ts', lines: { start: 7, end: 8 }, outdated: false });
    await repository.write('src/launch.ts', `// one\n// two\n${text}`);
    expect(await placeOf(flight)).toMatchObject({ lines: { start: 9, end: 10 } });
    expect(await placeOf(double)).toMatchObject({ lines: { start: 15, end: 15 } });
    await commit();
    expect(await placeOf(double)).toMatchObject({ lines: { start: 15, end: 15 } });
  });

  it('when the file had changes that were never committed as they were', async () => {
    await repository.write('src/launch.ts', text);
    await commit();
    await repository.write('src/launch.ts', `${text}// half done\n`);
    const flight = await findingAt('src/launch.ts', 7, 8);
    await repository.write('src/launch.ts', `// above\n${text}`);
    await commit();
    expect(await placeOf(flight)).toMatchObject({ lines: { start: 8, end: 9 }, outdated: false });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['committed', () => repository.git('mv', 'src/launch.ts', 'src/flight.ts').then(() => commit())],
    ['staged', () => repository.git('mv', 'src/launch.ts', 'src/flight.ts')],
    [
      'in the worktree alone',
      () => rename(join(repository.path, 'src/launch.ts'), join(repository.path, 'src/flight.ts')),
    ],
  ])('after a rename that is %s', async (_name, act) => {
    await repository.write('src/launch.ts', text);
    await commit();
    const flight = await findingAt('src/launch.ts', 7, 8);
    const file = await findingAt('src/launch.ts', null);
    await act();
    await repository.write('src/flight.ts', `// above\n${text}`);
    expect(await placeOf(flight)).toEqual({ path: 'src/flight.ts', lines: { start: 8, end: 9 }, outdated: false });
    expect(await placeOf(file)).toEqual({ path: 'src/flight.ts', lines: null, outdated: false });
  });

  it('after a rename that was committed and another that was not', async () => {
    await repository.write('src/launch.ts', text);
    await commit();
    const flight = await findingAt('src/launch.ts', 7);
    await repository.git('mv', 'src/launch.ts', 'src/flight.ts');
    await commit();
    await repository.git('mv', 'src/flight.ts', 'src/orbit.ts');
    expect(await placeOf(flight)).toMatchObject({ path: 'src/orbit.ts', lines: { start: 7, end: 7 } });
  });

  it('after a rebase and a squash, and when its commit is nowhere any more', async () => {
    await repository.write('src/launch.ts', text);
    await commit();
    await repository.git('switch', '--quiet', '--create', 'feature');
    await repository.write('src/launch.ts', text.replace('orbit(crew);', 'orbit(crew, fuel);'));
    await commit();
    const flight = await findingAt('src/launch.ts', 7);
    await repository.git('switch', '--quiet', 'main');
    await repository.write('src/launch.ts', `// one\n${text}`);
    await commit();
    await repository.git('switch', '--quiet', 'feature');
    await repository.git('rebase', '--quiet', 'main');
    expect(await placeOf(flight)).toMatchObject({ lines: { start: 8, end: 8 }, outdated: false });
    await repository.git('switch', '--quiet', 'main');
    await repository.git('merge', '--quiet', '--squash', 'feature');
    await commit('Squash');
    expect(await placeOf(flight)).toMatchObject({ lines: { start: 8, end: 8 } });
    expect(await placeOf({ ...flight, commit_sha: '1'.repeat(40) })).toMatchObject({ lines: { start: 8, end: 8 } });
  });

  it('with line ends that git stores otherwise', async () => {
    await repository.git('config', 'core.autocrlf', 'true');
    await repository.write('src/launch.ts', text.replaceAll('\n', '\r\n'));
    await commit();
    const flight = await findingAt('src/launch.ts', 13);
    await repository.write('src/launch.ts', `// above\r\n${text.replaceAll('\n', '\r\n')}`);
    expect(await placeOf(flight)).toMatchObject({ lines: { start: 14, end: 14 } });
  });

  it('in a repository without commits', async () => {
    await rm(join(repository.path, '.git'), { recursive: true });
    await repository.git('init', '--quiet');
    await repository.write('src/launch.ts', text);
    const flight = await findingAt('src/launch.ts', 7);
    await repository.write('src/launch.ts', `// above\n${text}`);
    expect(await placeOf(flight)).toMatchObject({ lines: { start: 8, end: 8 } });
  });
});

describe('a finding is outdated', () => {
  it('when its lines or its file are gone', async () => {
    await repository.write('src/launch.ts', text);
    await commit();
    const flight = await findingAt('src/launch.ts', 7);
    const file = await findingAt('src/launch.ts', null);
    await repository.write('src/launch.ts', text.replace('  const flight = orbit(crew);\n', ''));
    expect(await placeOf(flight)).toEqual({ path: 'src/launch.ts', lines: null, outdated: true });
    expect(await placeOf(file)).toEqual({ path: 'src/launch.ts', lines: null, outdated: false });
    await rm(join(repository.path, 'src/launch.ts'));
    expect(await placeOf(flight)).toMatchObject({ outdated: true });
    expect(await placeOf(file)).toMatchObject({ outdated: true });
  });

  it('in a file that holds secrets, when git has not the text that it was made of', async () => {
    const settings = '[default]\nname = ann\nkey = hunter22\n';
    await repository.write('.aws/credentials', settings);
    await commit();
    const committed = await findingAt('.aws/credentials', 2);
    await repository.write('.aws/credentials', 'name = ann\nkey = hunter22\n[default]\n');
    const uncommitted = await findingAt('.aws/credentials', 1);
    expect(await placeOf(uncommitted)).toMatchObject({ lines: { start: 1, end: 1 }, outdated: false });
    await repository.write('.aws/credentials', `# above\n# more\n${settings}`);
    expect(await placeOf(committed)).toMatchObject({ lines: { start: 4, end: 4 }, outdated: false });
    expect(await placeOf(uncommitted)).toMatchObject({ lines: null, outdated: true });
  });

  it('without an anchor, as soon as the file is too short for it', async () => {
    await repository.write('src/launch.ts', text);
    const finding = { ...(await findingAt('src/launch.ts', 15)), anchor: null };
    expect(await placeOf(finding)).toMatchObject({ lines: { start: 15, end: 15 }, outdated: false });
    await repository.write('src/launch.ts', 'short\n');
    expect(await placeOf(finding)).toMatchObject({ lines: null, outdated: true });
  });
});

describe('generated edits of real files', () => {
  const kinds = [...textEditKinds, 'rename', 'rebase', 'squash'] as const;

  /** Real files of this repository, as tracked lines by path. */
  async function copySources(): Promise<Map<string, TrackedLine[]>> {
    const files = new Map<string, TrackedLine[]>();
    for (const folder of ['src/domain/workItem', 'src/operations/queue']) {
      for (const name of await readdir(folder)) {
        const source = readFileSync(join(folder, name), 'utf8');
        if (source.length > 2500) files.set(`${folder}/${name}`, track(source));
      }
    }
    return files;
  }

  const rounds = process.env.STATEROOM_TESTS === 'all' ? 60 : 12;

  it('lead to the right lines or to none', async () => {
    const files = await copySources();
    const paths = [...files.keys()];
    for (const [path, lines] of files) await repository.write(path, textOf(lines));
    await commit();
    const tally = { edits: 0, kept: 0, found: 0, wrong: [] as string[] };
    const chance = chanceOf(2026);
    const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(chance() * values.length)] as Value;

    for (let round = 0; round < rounds; round += 1) {
      // Five edits a round, each of another file, whose findings are then looked for together.
      const start = (await workTree.head()).commit ?? '';
      await repository.git('switch', '--quiet', '--create', `round-${round}`);
      const chosen = [...paths].sort(() => chance() - 0.5).slice(0, 5);
      const watched: { finding: PlacedFinding; path: string; ids: number[] }[] = [];
      for (const path of chosen) watched.push(...(await watch(path, files.get(path) ?? [], chance)));
      const now = new Map<string, string>();
      for (const [index, path] of chosen.entries()) {
        const kind = kinds[(round * 5 + index) % kinds.length] ?? 'insert';
        tally.edits += 1;
        now.set(path, await act(kind, path, files, { start, pick, chance }));
      }
      if (chance() < 0.5) await commit(`Round ${round}`);
      const places = await locateFindings(
        workTree,
        watched.map(({ finding }) => finding),
      );
      for (const { finding, path, ids } of watched) {
        const truth = truthOf(ids, files.get(path) ?? []);
        const place = places.get(finding.id);
        if (truth.kept) tally.kept += 1;
        if (place === undefined || place.outdated) continue;
        const isRight =
          place.path === (now.get(path) ?? path) && JSON.stringify(place.lines) === JSON.stringify(truth.range);
        if (!isRight) tally.wrong.push(`${round} ${path} ${JSON.stringify(place)}, not ${JSON.stringify(truth)}`);
        else if (truth.kept) tally.found += 1;
      }
      // The next round begins from the same files under their own names.
      for (const path of chosen) {
        const renamed = now.get(path) ?? path;
        if (renamed !== path) await repository.git('mv', '--force', renamed, path);
        const tracked = (files.get(path) ?? []).map((line, id) => ({ ...line, id }));
        files.set(path, tracked);
        await repository.write(path, textOf(tracked));
      }
      await commit(`End of round ${round}`);
    }
    expect(tally.wrong).toEqual([]);
    expect(tally.edits).toBe(5 * rounds);
    expect(tally.kept).toBeGreaterThan(13 * rounds);
    expect(tally.found / tally.kept).toBeGreaterThanOrEqual(0.95);
  }, 240_000);

  async function watch(path: string, lines: readonly TrackedLine[], chance: Chance) {
    const watched: { finding: PlacedFinding; path: string; ids: number[] }[] = [];
    for (let finding = 0; finding < 4; finding += 1) {
      const at = Math.floor(chance() * (lines.length - 6));
      if (lines[at]?.text.trim() === '') continue;
      const ids = lines.slice(at, at + 1 + Math.floor(chance() * 4)).map(line => line.id);
      watched.push({ finding: await findingAt(path, at + 1, at + ids.length), path, ids });
    }
    return watched;
  }

  interface Round {
    readonly start: string;
    readonly pick: <Value>(values: readonly Value[]) => Value;
    readonly chance: Chance;
  }

  /** Edits one file in one way; returns its path afterwards. */
  async function act(
    kind: (typeof kinds)[number],
    path: string,
    files: Map<string, TrackedLine[]>,
    { start, pick, chance }: Round,
  ): Promise<string> {
    const textKind: TextEditKind =
      kind === 'rename' || kind === 'rebase' || kind === 'squash' ? pick(textEditKinds) : kind;
    const edited = edit(files.get(path) ?? [], textKind, chance);
    files.set(path, edited);
    const to = kind === 'rename' ? path.replace(/\.ts$/, '.renamed.ts') : path;
    if (kind === 'rename') await repository.git('mv', path, to);
    await repository.write(to, textOf(edited));
    if (kind === 'squash') {
      await commit('First half');
      await repository.git('reset', '--quiet', '--soft', start);
      await commit('Squashed');
    }
    if (kind === 'rebase') {
      await commit('To be rebased');
      const branch = await repository.git('branch', '--show-current');
      await repository.git('switch', '--quiet', '--detach', start);
      await repository.write(`other/${branch}.txt`, 'Somebody else was quicker.\n');
      await commit('Of somebody else');
      const onto = await repository.git('rev-parse', 'HEAD');
      await repository.git('switch', '--quiet', branch);
      await repository.git('rebase', '--quiet', onto);
    }
    return to;
  }
});
