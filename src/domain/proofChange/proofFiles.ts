/** Files that determine what a test command runs, with which settings, and where: git globs, equal on every machine. */
export const settingsGlobs = [
  '**/package.json',
  '**/.npmrc',
  '**/.yarnrc*',
  '**/Makefile',
  '**/makefile',
  '**/GNUmakefile',
  '**/*.mk',
  '**/justfile',
  '**/Taskfile.y*ml',
  '**/Rakefile',
  '**/noxfile.py',
  '**/tox.ini',
  '**/pytest.ini',
  '**/setup.cfg',
  '**/conftest.py',
  '**/pyproject.toml',
  '**/vite.config.*',
  '**/vitest.config.*',
  '**/vitest.workspace.*',
  '**/jest.config.*',
  '**/.mocharc*',
  '**/playwright.config.*',
  '**/cypress.config.*',
  '**/karma.conf.*',
  '**/ava.config.*',
  '**/phpunit.xml*',
  '**/.rspec',
  '**/.gitattributes',
] as const;

export const pipelineGlobs = [
  '.github/workflows/**',
  '.gitlab-ci.yml',
  '.circleci/**',
  '.buildkite/**',
  '.travis.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'Jenkinsfile',
] as const;

export const testGlobs = [
  '**/*.test.*',
  '**/*.spec.*',
  '**/*_test.*',
  '**/test_*.py',
  '**/*Test.*',
  '**/*Tests.*',
  '**/*_spec.rb',
  '**/__tests__/**',
  '**/test/**',
  '**/tests/**',
  '**/spec/**',
] as const;

const testNames = [
  /\.(?:test|spec)\.[^/]+$/,
  /_test\.[^/]+$/,
  /(?:^|\/)test_[^/]*\.py$/,
  /Tests?\.(?:java|kt|cs|swift|php|scala)$/,
  /_spec\.rb$/,
  /(?:^|\/)(?:__tests__|tests?|spec)\/.*\.(?:[cm]?[jt]sx?|py|rb|go|java|kt|cs|php|sh|rs|ex|exs)$/,
];

export function isTestFile(path: string): boolean {
  return testNames.some(name => name.test(path));
}

const skips = [
  /\b(?:it|test|describe|context|suite|specify)\.(?:skip|only|todo|fixme|skipIf)\b/,
  /(?:^|[^\w.])(?:xit|xtest|xdescribe|xcontext|fit|fdescribe)\s*\(/,
  /@(?:pytest\.mark|unittest)\.(?:skip|skipif|skipIf|skipUnless|xfail|expectedFailure)\b/,
  /\bpytest\.skip\s*\(/,
  /@(?:Ignore|Disabled)\b/,
  /\bt\.(?:Skip|SkipNow|Skipf)\s*\(/,
  /#\[ignore\b/,
  /\[(?:Ignore\b|(?:Fact|Theory)\s*\(\s*Skip\b)/,
  /\bmarkTest(?:Skipped|Incomplete)\s*\(/,
];

export function skipsTests(line: string): boolean {
  return skips.some(skip => skip.test(line));
}

/** Returns the files named in commands, such as `test.sh` or `build/run.mjs`. */
export function filesNamedBy(commands: readonly string[]): string[] {
  const words = commands.flatMap(command => command.split(/[\s;&|<>()'"=]+/));
  const paths = words.map(word => word.replace(/^\.\//, ''));
  return [...new Set(paths.filter(path => /^[\w@+-][\w@+./-]*\.\w+$/.test(path) && !path.includes('..')))];
}
