import { afterAll, beforeAll, describe } from 'vitest';

/** Today's, which keeps a journal of statements, and the one of docs/pages.md. */
export type Engine = 'journal' | 'pages';

export const engines: readonly Engine[] = ['journal', 'pages'];

/** All stores that the tests of this block open have this engine, those of other processes as well. */
export function useEngine(engine: Engine): void {
  let before: string | undefined;
  beforeAll(() => {
    before = process.env.STATEROOM_ENGINE;
    process.env.STATEROOM_ENGINE = engine;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.STATEROOM_ENGINE;
    else process.env.STATEROOM_ENGINE = before;
  });
}

/** A block of tests that hold for both. */
export function onEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of engines) onEngine(engine, `${name} (${engine})`, tests);
}

/** A block of tests about one of them. */
export function onEngine(engine: Engine, name: string, tests: (engine: Engine) => void): void {
  describe(name, () => {
    useEngine(engine);
    tests(engine);
  });
}
