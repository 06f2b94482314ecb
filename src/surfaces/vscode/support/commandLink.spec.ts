import { expect, it } from 'vitest';
import { commandLink } from './commandLink.js';

it('is an address that nothing in the arguments ends', () => {
  expect(commandLink('stateroom.showLog')).toBe('command:stateroom.showLog');
  expect(commandLink('stateroom.finding.show', 'F-1', { folder: '/home/ann/my (old) shop)' })).toBe(
    'command:stateroom.finding.show?%5B%22F-1%22%2C%7B%22folder%22%3A%22%2Fhome%2Fann%2Fmy%20%28old%29%20shop%29%22%7D%5D',
  );
});
