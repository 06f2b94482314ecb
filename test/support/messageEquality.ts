import { expect } from 'vitest';
import { isMessage } from '../../src/messages/message.js';
import { say } from '../../src/messages/say.js';

// A message equals its English sentence, so that specs say what people read.
expect.addEqualityTesters([
  (one, other) => {
    if (isMessage(one) && typeof other === 'string') return say(one) === other;
    return isMessage(other) && typeof one === 'string' ? say(other) === one : undefined;
  },
]);
