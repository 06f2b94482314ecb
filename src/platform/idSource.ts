import { randomBytes } from 'node:crypto';

/** ULIDs: 48 bits of time and 80 random bits in Crockford's base 32, sortable by time. */
export interface IdSource {
  ulid(now: number): string;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Unordered within a millisecond. */
export const randomIds: IdSource = {
  ulid(now: number): string {
    let time = '';
    for (let rest = now, digit = 0; digit < 10; digit += 1) {
      time = `${alphabet[rest % 32]}${time}`;
      rest = Math.floor(rest / 32);
    }
    let chance = '';
    for (const byte of randomBytes(16)) chance += alphabet[byte % 32];
    return time + chance;
  },
};
