/** `npm run test:all` runs every case at full size; `npm test` a short form that is over in minutes on two cores. */
export const isFull = process.env.STATEROOM_TESTS === 'all';

/** The number for the form that runs. */
export function sized(full: number, short: number): number {
  return isFull ? full : short;
}
