import { readFileSync } from 'node:fs';

/** Preloaded into programs of a test, whose clock is then ahead by the number of ms in the file `TEST_CLOCK_AHEAD`. */
const now = Date.now.bind(Date);
const file = process.env.TEST_CLOCK_AHEAD ?? '';
let readAt = 0;
let ahead = 0;

Date.now = () => {
  const at = now();
  if (at - readAt >= 20) {
    readAt = at;
    try {
      ahead = Number(readFileSync(file, 'utf8'));
    } catch {
      ahead = 0;
    }
  }
  return at + ahead;
};
