import type { WorkTree } from '../../git/workTree.js';

/** Files that mark their folder as a package, built and tested as a unit. */
const manifests = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
  'mix.exs',
  'CMakeLists.txt',
  'Makefile',
];

/** Package folders that a branch changes, each the nearest above a changed file; `.` is the whole repository. */
export async function changedPackages(workTree: WorkTree, base: string, tip: string): Promise<readonly string[]> {
  const fork = (await workTree.mergeBase(base, tip)) ?? base;
  const changes = await workTree.changesBetween(fork, tip);
  const paths = changes.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath]));
  const ways = [...new Set(paths.map(path => folderOf(path)))].map(foldersUpFrom);
  const candidates = [...new Set(ways.flat())].flatMap(folder =>
    manifests.map(name => (folder === '.' ? name : `${folder}/${name}`)),
  );
  const found = new Set([...(await workTree.blobsOf(candidates, tip)).keys()].map(path => folderOf(path)));
  return [...new Set(ways.map(way => way.find(folder => found.has(folder)) ?? '.'))];
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end < 0 ? '.' : path.slice(0, end);
}

/** `a/b`, `a`, `.` */
function foldersUpFrom(folder: string): string[] {
  return folder === '.' ? ['.'] : [folder, ...foldersUpFrom(folderOf(folder))];
}
