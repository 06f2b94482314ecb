import { expect, it } from 'vitest';
import { findingName } from './findingName.js';

it.each([
  ['two\nlines', 'F-12 “two lines”'],
  ['red \u001b[31malert', 'F-12 “red [31malert”'],
  ['turned \u202etxt.exe', 'F-12 “turned txt.exe”'],
  ['kept apart \u2066a\u2069', 'F-12 “kept apart a”'],
])('names a finding in one line that a terminal shows as it is: %j', (text, name) => {
  expect(findingName({ number: 12, text })).toEqual(name);
});
