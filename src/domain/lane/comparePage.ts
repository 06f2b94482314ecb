interface Proposal {
  readonly base: string;
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

/** Max characters of an address that every host and browser accepts. */
const maxLength = 7000;

/** Address for a filled-in pull request on GitHub, GitLab, Bitbucket and hosts named after them; else undefined. */
export function comparePage(remote: string, proposal: Proposal): string | undefined {
  const place = placeOf(remote);
  if (place === undefined) return undefined;
  const page = pages.find(({ host }) => host.test(place.host));
  if (page === undefined) return undefined;
  const top = `https://${place.host}/${place.path.split('/').map(encodeURIComponent).join('/')}`;
  for (let { body } = proposal; ; body = body.slice(0, body.length - 500)) {
    const address = page.address(top, { ...proposal, body });
    if (address.length <= maxLength || body === '') return address;
  }
}

/** Removes credentials from a remote's address. */
export function shownRemote(remote: string): string {
  return remote.replace(/^(\w[\w+.-]*:\/\/)[^@/]*@/, '$1');
}

const pages: readonly {
  readonly host: RegExp;
  readonly address: (top: string, proposal: Proposal) => string;
}[] = [
  {
    host: /(^|\.)github\./,
    address: (top, { base, branch, title, body }) =>
      `${top}/compare/${branchPath(base)}...${branchPath(branch)}?${query({ expand: '1', title, body })}`,
  },
  {
    host: /(^|\.)gitlab\./,
    address: (top, { base, branch, title, body }) =>
      `${top}/-/merge_requests/new?${query({
        'merge_request[source_branch]': branch,
        'merge_request[target_branch]': base,
        'merge_request[title]': title,
        'merge_request[description]': body,
      })}`,
  },
  {
    host: /(^|\.)bitbucket\.org$/,
    address: (top, { base, branch, title, body }) =>
      `${top}/pull-requests/new?${query({ source: branch, dest: base, title, description: body })}`,
  },
];

function query(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function branchPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}

function placeOf(remote: string): { readonly host: string; readonly path: string } | undefined {
  const [, protocol, host, port = '', path] =
    /^(https?|ssh|git):\/\/(?:[^@/]*@)?([^:/]+)(:\d+)?\/(.+)$/i.exec(remote) ?? [];
  if (protocol !== undefined && host !== undefined && path !== undefined) {
    // The port applies to the web pages only if git uses HTTPS.
    const isWeb = protocol.toLowerCase() === 'https';
    return { host: `${webHost(host)}${isWeb ? port : ''}`, path: trimmed(path) };
  }
  // `git@github.com:acme/shop.git`; a single letter before the colon is a Windows drive.
  const [, scpHost, scpPath] = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)(.+)$/.exec(remote) ?? [];
  return scpHost === undefined || scpPath === undefined
    ? undefined
    : { host: webHost(scpHost), path: trimmed(scpPath) };
}

/** Web host; some hosts use another name for SSH over the HTTPS port. */
function webHost(host: string): string {
  return host.toLowerCase().replace(/^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com|bitbucket\.org)$)/, '');
}

function trimmed(path: string): string {
  return path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
}
