import { expect, it } from 'vitest';
import { catalogue } from './catalogue.js';
import { loadOperation } from './loadOperation.js';

it('loads each operation by its name, from the group that has it', async () => {
  for (const operation of catalogue) expect(await loadOperation(operation.name), operation.name).toBe(operation);
});

it('knows no other names', async () => {
  for (const name of ['', 'queue', 'queue.nothing', 'constructor.name', '__proto__.x'])
    expect(await loadOperation(name), name).toBeUndefined();
});
