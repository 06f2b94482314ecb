/** A branch that is to become a pull request. */
interface Proposal {
  /** The branch that it goes into. */
  readonly base: string;
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

/** Characters of an address that every host and browser takes. */
const maxLength = 7000;

/**
 * The page at a git host on which a pull request is opened, with title and body filled in: for GitHub, GitLab and Bitbucket,
 * also with a host of one's own that has such a name. Undefined for another host and for a remote that is a path.
 */
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

/** A remote's address without what a person signs in with. */
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

/** A branch in the path of an address, in which its slashes stay. */
function branchPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}

/** Host, in lower case and without a port of git's own, and the repository's path there. */
function placeOf(remote: string): { readonly host: string; readonly path: string } | undefined {
  const [, protocol, host, port = '', path] =
    /^(https?|ssh|git):\/\/(?:[^@/]*@)?([^:/]+)(:\d+)?\/(.+)$/i.exec(remote) ?? [];
  if (protocol !== undefined && host !== undefined && path !== undefined) {
    // The port is that of the pages only where git speaks with them.
    const isWeb = protocol.toLowerCase() === 'https';
    return { host: `${webHost(host)}${isWeb ? port : ''}`, path: trimmed(path) };
  }
  // `git@github.com:acme/shop.git`; a single letter before the colon is a disk of Windows.
  const [, scpHost, scpPath] = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)(.+)$/.exec(remote) ?? [];
  return scpHost === undefined || scpPath === undefined
    ? undefined
    : { host: webHost(scpHost), path: trimmed(scpPath) };
}

/** The host of the pages, which some hosts call otherwise for SSH by the port of HTTPS. */
function webHost(host: string): string {
  return host.toLowerCase().replace(/^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com|bitbucket\.org)$)/, '');
}

function trimmed(path: string): string {
  return path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
}
