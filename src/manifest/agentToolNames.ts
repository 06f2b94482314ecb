export const serverProviderId = 'stateroom.server';

/** The input that names the repository in a window with several. */
export const folderInput = 'folder';
