import type { Store, Transaction } from '../../src/store/store.js';
import { ofStore, refuseInside, withoutEffects } from './effectsInside.js';

type Callback<T> = (transaction: Transaction) => Promise<T>;

/** What one run of a callback did. */
interface Run {
  /** The commit that it ran on. */
  readonly mark: string | undefined;
  /** Its calls of tables in order, and at last what it came to. */
  readonly lines: readonly string[];
}

const takenBack = new Error('This run is taken back.');

/**
 * A store that runs each transaction as an engine does where another process commits first: the callback runs, that is taken
 * back, `between` is what the other process does, and the callback runs again, which counts. On the same state the second run
 * must do what the first one did, and neither may have an effect outside of the store: else the transaction throws, and so
 * does `close`, because a caller may hide it.
 */
export function runTwice(store: Store, between: () => Promise<unknown> = async () => {}): Store {
  const faults: Error[] = [];
  const { heartbeats } = store;
  const run = async <T>(callback: Callback<T>, transaction: Transaction, earlier: Run[]): Promise<T> => {
    const mark = store.commitMark();
    const lines: string[] = [];
    const [result] = await Promise.allSettled([
      withoutEffects(faults, () => callback(recorded(transaction, lines))),
    ] as const);
    lines.push(asText(result.status === 'fulfilled' ? result.value : [String(result.reason), result.reason]));
    const first = earlier.find(one => one.mark === mark);
    earlier.push({ mark, lines });
    const difference = first && differenceOf(first.lines, lines);
    if (difference !== undefined) {
      const fault = new Error(`The callback of a transaction ran twice, and differently: ${difference}`);
      faults.push(fault);
      throw fault;
    }
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };
  return {
    heartbeats: {
      put: heartbeat => outside('a heartbeat', () => heartbeats.put(heartbeat)),
      drop: id => outside('the end of heartbeats', () => heartbeats.drop(id)),
      all: () => heartbeats.all(),
    },
    maintenance: store.maintenance,
    health: () => store.health(),
    create: () => outside('a new store', () => store.create()),
    read: callback => outside('a read of its own', () => store.read(callback)),
    readArchived: callback => outside('a read of its own', () => store.readArchived(callback)),
    transaction: callback =>
      outside('a transaction of its own', async () => {
        const runs: Run[] = [];
        const rehearsal = store.transaction(async transaction => {
          await run(callback, transaction, runs);
          throw takenBack;
        });
        // What it throws, the second run throws too.
        await rehearsal.catch(() => {});
        await between();
        return store.transaction(transaction => run(callback, transaction, runs));
      }),
    commitMark: () => store.commitMark(),
    textIndex: name => store.textIndex(name),
    onDidChange: listener => store.onDidChange(listener),
    close: async () => {
      await store.close();
      if (faults[0] !== undefined) throw faults[0];
    },
  };
}

async function outside<T>(effect: string, act: () => Promise<T>): Promise<T> {
  refuseInside(effect);
  return act();
}

/** The transaction; each call of its tables becomes a line. */
function recorded(transaction: Transaction, lines: string[]): Transaction {
  const tables = Object.entries(transaction).map(([name, table]) => [
    name,
    typeof table === 'function'
      ? table
      : new Proxy(table, {
          get(target, method) {
            const value: unknown = Reflect.get(target, method);
            if (typeof value !== 'function') return value;
            return (...values: unknown[]): unknown => {
              lines.push(asText([name, String(method), values]));
              // Statements renew the turn of the process, which is a file.
              return ofStore(() => Reflect.apply(value, target, values));
            };
          },
        }),
  ]);
  return Object.fromEntries(tables) as Transaction;
}

function differenceOf(first: readonly string[], second: readonly string[]): string | undefined {
  const one = comparable(first);
  const other = comparable(second);
  const at = one.findIndex((line, index) => line !== other[index]);
  return at < 0 ? undefined : `${one[at]}\n  then ${other[at]}`;
}

function asText(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Map || part instanceof Set) return [...part];
    return typeof part === 'bigint' || typeof part === 'function' ? String(part) : part;
  });
  return text ?? 'undefined';
}

/** ULIDs, and digests of what has some in it. */
const idPattern = /[0-7][0-9A-HJKMNP-TV-Z]{25}|\b[0-9a-f]{64}\b/g;
/** ms UTC, or as text. */
const timePattern = /\b1[5-9]\d{11}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Ids that are made by chance are numbered as they come, and times left out: the clock goes on. */
function comparable(lines: readonly string[]): string[] {
  const ids = new Map<string, string>();
  const numbered = (id: string): string => {
    const known = ids.get(id) ?? `<id ${ids.size + 1}>`;
    ids.set(id, known);
    return known;
  };
  return lines.map(line => line.replace(idPattern, numbered).replace(timePattern, '<time>'));
}
