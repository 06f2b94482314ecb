import { isTestPath } from '../workflow/testPath.js';

/** In recommended reading order. */
export const readingGroups = ['contract', 'code', 'test', 'other', 'generated'] as const;
export type ReadingGroup = (typeof readingGroups)[number];

/** Folders whose files are contracts, unless they are prose or media. */
const contractFolders = new Set([
  'contracts',
  'interfaces',
  'migrate',
  'migrations',
  'openapi',
  'proto',
  'protos',
  'schema',
  'schemas',
  'types',
  'typings',
]);
const contractNames = [
  /\.(?:avdl|avsc|capnp|fbs|gql|graphqls?|prisma|proto|pyi|smithy|sql|thrift|wsdl|xsd)$/i,
  /\.d\.[cm]?ts$/i,
  // types.ts, order.schema.json, openapi.v2.yaml
  /(?:^|[._-])(?:asyncapi|contracts?|interfaces?|openapi|schemas?|swagger|types?)\./i,
  // orderTypes.ts, OrderSchema.java
  /[a-z0-9](?:Contract|Interface|Schema|Types)\.\w+$/,
];
const manifestNames =
  /^(?:package\.json|deno\.jsonc?|pnpm-workspace\.yaml|cargo\.toml|go\.mod|go\.work|pyproject\.toml|setup\.(?:py|cfg)|pipfile|requirements[\w.-]*\.txt|gemfile|.+\.gemspec|composer\.json|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|libs\.versions\.toml|.+\.(?:cs|fs|vb)proj|directory\.(?:build|packages)\.props|package\.swift|pubspec\.yaml|mix\.exs)$/i;

const generatedFolders = new Set(['__generated__', '__snapshots__', 'dist', 'generated', 'node_modules']);
const generatedNames = [
  /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|packages\.lock\.json|go\.(?:work\.)?sum|bun\.lockb|gradle\.lockfile|\.terraform\.lock\.hcl|.+\.lock)$/i,
  /\.min\.(?:css|[cm]?js)$/i,
  /\.(?:css|[cm]?js|d\.[cm]?ts)\.map$/i,
  /\.snap$/i,
  /\.(?:gen|generated)\.\w+$/i,
  /\.designer\.cs$|\.g\.(?:cs|dart)$|\.freezed\.dart$|\.pb\.(?:cc|go|h)$|_pb\.(?:d\.ts|js|ts)$|_pb2(?:_grpc)?\.pyi?$/i,
];

const prose = /\.(?:adoc|markdown|md|mdx|rst|txt)$/i;
const media =
  /\.(?:bmp|eot|gif|ico|jpe?g|mov|mp3|mp4|ogg|otf|pdf|png|svg|tiff?|ttf|wav|webm|webp|woff2?|zip|gz|tgz|tar)$/i;
const data = /\.(?:cfg|conf|csv|ini|json|json5|jsonc|jsonl|properties|toml|tsv|xml|ya?ml)$/i;
const proseNames = /^(?:authors|changelog|codeowners|contributing|copying|licen[cs]e|notice|readme)$/i;

/** `isGenerated` is the repository's own attribute (`linguist-generated`) and takes precedence. */
export function readingGroup(path: string, isGenerated?: boolean): ReadingGroup {
  const folders = path.toLowerCase().split('/').slice(0, -1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const looksGenerated = () =>
    folders.some(folder => generatedFolders.has(folder)) || generatedNames.some(pattern => pattern.test(name));
  if (isGenerated ?? looksGenerated()) return 'generated';
  if (isTestPath(path)) return 'test';
  if (manifestNames.test(name)) return 'contract';
  if (prose.test(name) || media.test(name) || proseNames.test(name)) return 'other';
  if (folders.some(folder => contractFolders.has(folder))) return 'contract';
  if (contractNames.some(pattern => pattern.test(name))) return 'contract';
  const isAside = data.test(name) || name.startsWith('.') || ['doc', 'docs'].includes(folders[0] ?? '');
  return isAside ? 'other' : 'code';
}

export function inReadingOrder<File extends { readonly path: string; readonly group: ReadingGroup }>(
  files: readonly File[],
): File[] {
  const place = ({ group }: File): number => readingGroups.indexOf(group);
  return [...files].sort((left, right) => place(left) - place(right) || (left.path < right.path ? -1 : 1));
}
