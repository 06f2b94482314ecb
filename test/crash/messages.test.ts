import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { requireBanner } from '../../build/bundle.mjs';
import { userNode } from './support/child.js';
import { afterThisTest } from './support/cleanup.js';
import type { CorrespondentSettings } from './support/correspondent.js';
import { openStore, wasmFile } from './support/openStore.js';
import { sized } from './support/size.js';
import { tempFolder } from './support/tempFolder.js';

const senders = 8;
const readers = 4;
const each = sized(60, 6);
const kills = sized(80, 7);

/** A process that is restarted each time it is killed, until it exits. */
class Correspondent {
  readonly ended: Promise<void>;
  lives = 0;
  #child: ChildProcess | undefined;
  #isOver = false;

  constructor(file: string, settings: CorrespondentSettings) {
    this.ended = this.#live(file, settings);
    afterThisTest(async () => {
      this.#isOver = true;
      this.kill();
      await this.ended.catch(() => undefined);
    });
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  async #live(file: string, settings: CorrespondentSettings): Promise<void> {
    const { dieAt: _dieAt, ...later } = settings;
    while (!this.#isOver) {
      // The first life that does something ends at a set place; after it all ends come from outside.
      const now = readFileSync(settings.notes, 'utf8') === '' ? settings : later;
      this.lives += 1;
      const child = spawn(userNode, [file, JSON.stringify(now)], { stdio: ['ignore', 'ignore', 'pipe'] });
      this.#child = child;
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const [code, signal] = await new Promise<[number | null, string | null]>(done =>
        child.once('close', (...how) => done(how)),
      );
      if (code === 0) return;
      if (signal !== 'SIGKILL') throw new Error(`${settings.name} ended with ${code ?? signal}: ${said}`);
    }
  }
}

async function bundled(folder: string): Promise<string> {
  const file = join(folder, 'correspondent.mjs');
  await build({
    absWorkingDir: join(import.meta.dirname, '..', '..'),
    entryPoints: [join(import.meta.dirname, 'support', 'correspondent.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: requireBanner },
    logLevel: 'silent',
  });
  return file;
}

/** Whom the messages of a sender are for: every third is for all readers. */
function recipientsOf(sender: number): string[] {
  return Array.from({ length: each }, (_, index) => (index % 3 === 0 ? 'all' : `reader-${(sender + index) % readers}`));
}

it(`${senders} senders and ${readers} readers, killed in between: each message comes in order, at least once`, async () => {
  const folder = tempFolder('messages');
  const directory = join(folder, 'store');
  const file = await bundled(folder);
  const endFile = join(folder, 'end');
  const notesOf = (name: string): string => {
    const path = join(folder, `${name}.notes`);
    writeFileSync(path, '');
    return path;
  };
  const begin = (name: string, more: Partial<CorrespondentSettings>): Correspondent =>
    new Correspondent(file, { directory, wasmFile, name, notes: notesOf(name), ...more });

  const reading = Array.from({ length: readers }, (_, index) => begin(`reader-${index}`, { endFile, dieAt: 1 }));
  const sending = Array.from({ length: senders }, (_, index) =>
    begin(`sender-${index}`, { recipients: recipientsOf(index), dieAt: 2 + (index % 3) }),
  );
  const allSent = Promise.all(sending.map(({ ended }) => ended));
  let isSent = false;
  allSent.then(
    () => {
      isSent = true;
    },
    () => undefined,
  );
  const everybody = [...reading, ...sending];
  for (let kill = 0; kill < kills && !isSent; kill += 1) {
    await new Promise(resume => setTimeout(resume, 40 + ((kill * 37) % 90)));
    everybody[(kill * 5) % everybody.length]?.kill();
  }
  await allSent;
  writeFileSync(endFile, '');
  await Promise.all(reading.map(({ ended }) => ended));

  const expected = Array.from({ length: senders }, (_, sender) =>
    recipientsOf(sender).map((to, index) => ({ to, dispatchId: `sender-${sender}-${index}`, index })),
  ).flat();
  // What went out twice is there once, without a gap in the order.
  const store = openStore(directory);
  const { rows } = await store.maintenance.query('select number, dispatch_id from messages order by number', 100_000);
  expect(rows.map(([number]) => number)).toEqual(Array.from({ length: senders * each }, (_, index) => index + 1));
  expect(rows.map(([, name]) => name).sort()).toEqual(expected.map(({ dispatchId }) => dispatchId).sort());

  for (let reader = 0; reader < readers; reader += 1) {
    const lines = readFileSync(join(folder, `reader-${reader}.notes`), 'utf8')
      .trimEnd()
      .split('\n');
    const seen = lines.map(line => {
      const [ref = '', dispatchId = '', length = ''] = line.split(' ');
      return { number: Number(ref.slice(2)), dispatchId, length };
    });
    // It was killed with messages noted and not acknowledged, so those came again.
    const first = seen.filter((one, index) => seen.findIndex(({ number }) => number === one.number) === index);
    expect(seen.length).toBeGreaterThan(first.length);
    expect(first.map(({ number }) => number)).toEqual(first.map(({ number }) => number).sort((a, b) => a - b));
    const wanted = expected.filter(({ to }) => to === 'all' || to === `reader-${reader}`);
    expect(first.map(({ dispatchId }) => dispatchId).sort()).toEqual(wanted.map(({ dispatchId }) => dispatchId).sort());
    for (let sender = 0; sender < senders; sender += 1) {
      const own = first.filter(({ dispatchId }) => dispatchId.startsWith(`sender-${sender}-`));
      const numbers = own.map(({ dispatchId }) => Number(dispatchId.split('-')[2]));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    // Whole to the last character, those in files too.
    const lengths = new Set(seen.map(({ dispatchId, length }) => `${Number(dispatchId.split('-')[2]) % 3} ${length}`));
    for (const one of lengths) expect(one).toMatch(/^(?:[01] \d\d|2 200\d\d)$/);
  }
  expect(everybody.reduce((sum, { lives }) => sum + lives, 0)).toBeGreaterThanOrEqual(2 * everybody.length);
});
