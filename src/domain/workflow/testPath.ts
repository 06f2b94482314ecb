const folders = new Set(['test', 'tests', '__tests__', 'spec', 'specs', 'e2e', 'testdata', '__snapshots__']);

/** True for tests and their files by path, following conventions of common languages. */
export function isTestPath(path: string): boolean {
  const names = path.split('/');
  const name = names.pop() ?? '';
  if (names.some(folder => folders.has(folder.toLowerCase()))) return true;
  const [stem = ''] = /^[^.]*/.exec(name) ?? [];
  return (
    /\.(?:test|tests|spec|e2e|cy)\./i.test(name) ||
    /^test[_-]|[_-](?:test|tests|spec)$/i.test(stem) ||
    // LoginTest.java, LoginTests.cs, LoginSpec.scala
    /[a-z0-9](?:Test|Tests|Spec)$/.test(stem)
  );
}
