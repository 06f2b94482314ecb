/** File in a sample's folder that marks a day to be played; see `day/stage.ts`. */
export const dayFile = '.stateroom-day';
