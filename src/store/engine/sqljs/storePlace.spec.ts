import { describe, expect, it } from 'vitest';
import { say } from '../../../messages/say.js';
import { concernAbout } from './storePlace.js';

const ext4 = () => 0xef53;

describe('concernAbout', () => {
  it('has nothing to say about a local disk', () => {
    expect(concernAbout('/home/ann/project/.git/stateroom', ext4)).toBeUndefined();
  });

  it('names a network drive', () => {
    expect(concernAbout('/mnt/team/project/.git/stateroom', () => 0x6969)).toEqual(
      'The store is on a network drive (NFS). Use it from one machine at a time.',
    );
  });

  it('names a synced folder by its own name', () => {
    expect(concernAbout('/Users/ann/Dropbox (Work)/project/.git/stateroom', ext4)).toEqual(
      'The store is in Dropbox (Work), which copies files between machines. Use it from one machine at a time.',
    );
    expect(say(concernAbout('C:\\Users\\ann\\OneDrive - Acme\\p\\.git\\stateroom', ext4) ?? '')).toContain(
      'OneDrive - Acme',
    );
  });

  it('does not mistake a folder that only begins like one', () => {
    expect(concernAbout('/home/ann/nextcloudish/.git/stateroom', ext4)).toBeUndefined();
  });

  it('looks at the nearest folder that exists', () => {
    expect(concernAbout('/nowhere/at/all')).toBeUndefined();
  });
});
