/** Marks a folder as a sample; the repository is beside it. */
export const sampleFile = '.stateroom-sample';
