/** The file of a sample's folder that says that a day waits to be played in it; see `day/stage.ts`. */
export const dayFile = '.stateroom-day';
