import { version as manifestVersion } from '../../package.json';

export const version: string = manifestVersion;
