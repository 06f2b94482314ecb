/** File that marks a folder as a sample of ours; the repository is in a folder beside it. */
export const sampleFile = '.stateroom-sample';
