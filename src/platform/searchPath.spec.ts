import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchPathWith } from './searchPath.js';

describe('searchPathWith', () => {
  it('puts the folder first, under the name that the variable has', () => {
    expect(searchPathWith('/store/bin', { PATH: '/usr/bin', HOME: '/home/ann' })).toEqual({
      PATH: `/store/bin${delimiter}/usr/bin`,
    });
    expect(searchPathWith('/store/bin', { Path: '/usr/bin' })).toEqual({ Path: `/store/bin${delimiter}/usr/bin` });
    expect(searchPathWith('/store/bin', { PATH: '' })).toEqual({ PATH: '/store/bin' });
    expect(searchPathWith('/store/bin', {})).toEqual({ PATH: '/store/bin' });
  });

  it('puts it last where only what is missing is to be found there', () => {
    expect(searchPathWith('/git/bin', { Path: '/usr/bin' }, 'last')).toEqual({ Path: `/usr/bin${delimiter}/git/bin` });
    expect(searchPathWith('/git/bin', { PATH: '' }, 'last')).toEqual({ PATH: '/git/bin' });
  });
});
