import { version as manifestVersion } from '../../package.json';

/** The version of this build, as in the manifest. */
export const version: string = manifestVersion;
