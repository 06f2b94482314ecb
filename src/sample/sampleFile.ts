/** The file by which a folder is known as a sample of ours; the repository is in a folder beside it. */
export const sampleFile = '.stateroom-sample';
