import { dirname } from 'node:path';
import { personalSettingsSchema } from '../domain/agentSession/ownAgents.js';
import type { Need } from '../domain/lane/need.js';
import { inEnglish } from '../messages/inEnglish.js';
import { message } from '../messages/message.js';
import type { CommandRunner } from '../platform/commandRunner.js';
import { sha256 } from '../platform/sha256.js';
import { readPersonalFile } from '../records/agentSession/personalFile.js';
import { readHeartbeats, readOpenWork } from '../records/thread/openWork.js';
import type { RunnerPlace } from './runnerPlace.js';

/** Time limit of one call of the command, ms. */
const limitMs = 10_000;
/** Time between two looks, ms. */
const lookEveryMs = 1000;
/** Entries that are remembered, so that none is told twice. */
const maxKnown = 2000;
/** File of them, beside the runner's. */
const knownName = 'notified';

/** Gives each new entry of Needs You to the person's own command, as JSON on stdin: once, one after another. */
export class NeedNotifier {
  readonly #place: RunnerPlace;
  readonly #commands: CommandRunner;
  readonly #elapsed: () => number;
  #lookedAt: number | undefined;
  #isAsked = false;
  #telling: Promise<void> | undefined;

  constructor(place: RunnerPlace, commands: CommandRunner, elapsed: () => number) {
    this.#place = place;
    this.#commands = commands;
    this.#elapsed = elapsed;
  }

  /** Notes the entries of this moment, if none were noted before: they are not new. Never rejects. */
  async begin(): Promise<void> {
    const known = await this.#place.ports.runner.read(knownName).catch(() => '');
    if (known === undefined) await this.settle();
  }

  /** Looks for new entries, without waiting for the command. */
  look(): void {
    const now = this.#elapsed();
    if (this.#lookedAt !== undefined && now - this.#lookedAt < lookEveryMs) return;
    this.#lookedAt = now;
    void this.settle();
  }

  /** Resolves once the entries of this moment are told. Never rejects: a failure is logged. */
  settle(): Promise<void> {
    this.#isAsked = true;
    this.#telling ??= this.#tellAsked().finally(() => {
      this.#telling = undefined;
    });
    return this.#telling;
  }

  async #tellAsked(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      await this.#tellNew().catch(error =>
        this.#place.context.log.warn(`Needs You could not be told to your command: ${String(error)}`),
      );
    }
  }

  async #tellNew(): Promise<void> {
    const { context, ports } = this.#place;
    const own = await readPersonalFile(ports, personalSettingsSchema, { hint: message('sessions.settingsHint') });
    const command = own?.value.notify?.command;
    if (own === undefined || command === undefined) return;
    const readings = await readHeartbeats(context);
    const needs = (await context.store.read(transaction => readOpenWork(context, transaction, readings))).needsYou.rows;
    const known = readKnown(await ports.runner.read(knownName));
    const present = new Map(needs.map(need => [keyOf(need), need]));
    const keys = [...present.keys()].slice(0, maxKnown);
    if (known !== undefined && keys.length === known.size && keys.every(key => known.has(key))) return;
    // Written first: an entry is rather lost than told twice.
    await ports.runner.write(knownName, JSON.stringify(keys));
    // Entries from before the first look are not new.
    if (known === undefined) return;
    for (const key of keys) {
      const need = present.get(key);
      if (need !== undefined && !known.has(key)) await this.#tell(command, dirname(own.path), need);
    }
  }

  async #tell(command: readonly string[], directory: string, need: Need): Promise<void> {
    const { context, ports } = this.#place;
    const { kind, ref, item, lane, title, text, from, since, next } = inEnglish(need);
    const told = { repository: ports.workTree.root, kind, ref, item, lane, title, text, from, since, next };
    const input = `${JSON.stringify({ ...told, next: `stateroom ${next}` })}\n`;
    const { exitCode, endedBy } = await this.#commands.run({ command, directory, input, timeoutMs: limitMs });
    if (exitCode === 0) return;
    const how = endedBy ?? `exit code ${exitCode ?? 'unknown'}`;
    context.log.warn(`The command of notify.command did not work (${how}) for ${need.kind} ${need.ref}.`);
  }
}

/** The same for one entry as long as it is there, whatever its age. */
function keyOf({ kind, ref, title, acts }: Need): string {
  return sha256(JSON.stringify([kind, ref, title, acts])).slice(0, 20);
}

function readKnown(text: string | undefined): ReadonlySet<string> | undefined {
  try {
    const keys: unknown = JSON.parse(text ?? '');
    return Array.isArray(keys) ? new Set(keys.map(String)) : undefined;
  } catch {
    return undefined;
  }
}
