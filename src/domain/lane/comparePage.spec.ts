import { describe, expect, it } from 'vitest';
import { comparePage, shownRemote } from './comparePage.js';

const proposal = { base: 'main', branch: 'feature/login', title: 'Limit logins & more', body: 'Per user.\n\n- one' };

describe('the page on which a pull request is opened', () => {
  it.each([
    ['https://github.com/acme/shop.git'],
    ['https://github.com/acme/shop'],
    ['https://robin:token@GitHub.com/acme/shop.git/'],
    ['git@github.com:acme/shop.git'],
    ['github.com:acme/shop'],
    ['ssh://git@github.com:22/acme/shop.git'],
    ['ssh://git@ssh.github.com:443/acme/shop.git'],
    ['git://github.com/acme/shop.git'],
  ])('is that of GitHub for %s', remote => {
    expect(comparePage(remote, proposal)).toBe(
      'https://github.com/acme/shop/compare/main...feature/login?expand=1&title=Limit%20logins%20%26%20more&body=Per%20user.%0A%0A-%20one',
    );
  });

  it('is that of a host of one’s own', () => {
    expect(comparePage('https://github.acme.example:8443/shop/web.git', proposal)).toMatch(
      /^https:\/\/github\.acme\.example:8443\/shop\/web\/compare\/main\.\.\.feature\/login\?/,
    );
    expect(comparePage('ssh://git@gitlab.acme.example:2222/shop/web.git', proposal)).toMatch(
      /^https:\/\/gitlab\.acme\.example\/shop\/web\/-\/merge_requests\/new\?/,
    );
  });

  it('is that of GitLab, also for a group in a group', () => {
    expect(comparePage('git@gitlab.com:acme/web/shop.git', proposal)).toBe(
      'https://gitlab.com/acme/web/shop/-/merge_requests/new?merge_request%5Bsource_branch%5D=feature%2Flogin&merge_request%5Btarget_branch%5D=main&merge_request%5Btitle%5D=Limit%20logins%20%26%20more&merge_request%5Bdescription%5D=Per%20user.%0A%0A-%20one',
    );
  });

  it('is that of Bitbucket', () => {
    const page =
      'https://bitbucket.org/acme/shop/pull-requests/new?source=feature%2Flogin&dest=main&title=Limit%20logins%20%26%20more&description=Per%20user.%0A%0A-%20one';
    expect(comparePage('git@bitbucket.org:acme/shop.git', proposal)).toBe(page);
    expect(comparePage('ssh://git@altssh.bitbucket.org:443/acme/shop.git', proposal)).toBe(page);
  });

  it.each([
    ['/srv/git/shop.git'],
    ['../shop.git'],
    ['C:\\git\\shop.git'],
    ['file:///srv/git/shop.git'],
    ['https://git.example.org/acme/shop.git'],
    ['https://notgithub.com/acme/shop.git'],
    ['https://example.org/github.com/shop.git'],
    [''],
  ])('is unknown for %s', remote => {
    expect(comparePage(remote, proposal)).toBeUndefined();
  });

  it('escapes a branch and a path, and shortens a body that is too long', () => {
    const page = comparePage('git@github.com:acme/shop.git', {
      ...proposal,
      branch: 'feature/50%?#1',
      body: 'ä'.repeat(20_000),
    });
    expect(page).toContain('/compare/main...feature/50%25%3F%231?');
    expect(page?.length).toBeLessThanOrEqual(7000);
    expect(page?.length).toBeGreaterThan(3000);
  });
});

describe('the address of a remote', () => {
  it('is shown without what signs in', () => {
    expect(shownRemote('https://robin:token@github.com/acme/shop.git')).toBe('https://github.com/acme/shop.git');
    expect(shownRemote('git@github.com:acme/shop.git')).toBe('git@github.com:acme/shop.git');
  });
});
