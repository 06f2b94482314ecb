/** Marks a day to be played; see `day/stage.ts`. */
export const dayFile = '.stateroom-day';
