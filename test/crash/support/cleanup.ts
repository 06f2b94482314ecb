import { afterEach } from 'vitest';

const steps: (() => unknown)[] = [];

/** Runs after the current test, last registered first: what a test opened is closed before its folder goes. */
export function afterThisTest(step: () => unknown): void {
  steps.push(step);
}

afterEach(async () => {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
});
