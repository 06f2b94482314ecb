import { expect, it } from 'vitest';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';

it('a process promises once to remove its temporary folders, however many it makes one after the other', async () => {
  const before = process.listenerCount('exit');
  for (let made = 0; made < 12; made++) await (await temporaryFolder('stateroom-many-')).remove();
  expect(process.listenerCount('exit') - before).toBe(1);
});
