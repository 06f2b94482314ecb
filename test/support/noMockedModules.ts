import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

// The specs of a process share what they load: a module that one of them mocks stays mocked in whatever the next one imports,
// and which is next changes from run to run.
const spec = expect.getState().testPath ?? '';
if (/\bvi\.(do)?mock\(/i.test(readFileSync(spec, 'utf8'))) {
  throw new Error(`${spec} mocks a module. Exclude it from plainSpecs in vitest.config.mts.`);
}
