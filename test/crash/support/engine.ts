import { afterAll, beforeAll } from 'vitest';

/** Today's, which keeps a journal of statements, and the one of docs/pages.md. */
export const engines = ['journal', 'pages'] as const;

/** All stores that the tests of this block open have this engine, those of other processes as well. */
export function useEngine(engine: (typeof engines)[number]): void {
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
