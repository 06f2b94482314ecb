/** True for a line that affects what a test command runs. */
export type IsMeant = (line: number, text: string) => boolean;

const testKeys = new Set(['jest', 'vitest', 'mocha', 'ava', 'c8', 'nyc', 'tap', 'wireit', 'nx']);
const testSections =
  /^\s*\[+\s*(?:tool[.:])?(?:pytest|tox|nox|coverage|hatch\.envs|poe|pdm\.scripts|testenv|unittest)\b/;

/** Selects lines of a `package.json`: scripts run by the commands, and test settings; all lines if it is invalid JSON. */
export function packageLines(text: string, commands: readonly string[]): IsMeant {
  const scripts = scriptsOf(text);
  if (scripts === undefined) return () => true;
  const run = commands.length === 0 ? new Set(Object.keys(scripts)) : withCalled(scripts, scriptsRunBy(commands));
  const keys = keysOfLines(text);
  return (line, content) => {
    const [top, own] = keys[line - 1] ?? [];
    if (top !== undefined && testKeys.has(top)) return true;
    // A removed line has no position but a name.
    const name = own ?? /^\s*"([^"]+)"\s*:/.exec(content)?.[1];
    return (
      top === 'scripts' &&
      name !== undefined &&
      run.has(name.replace(/^(?:pre|post)(?=.)/, stripped => (run.has(name) ? stripped : '')))
    );
  };
}

/** Selects lines in sections about tests, as in `pyproject.toml`. */
export function sectionLines(text: string): IsMeant {
  let meant = false;
  const lines = text.split('\n').map(line => {
    if (/^\s*\[/.test(line)) meant = testSections.test(line);
    return meant;
  });
  return line => lines[line - 1] ?? false;
}

function scriptsOf(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const { scripts = {} } = JSON.parse(text) as { readonly scripts?: Readonly<Record<string, string>> };
    return scripts;
  } catch {
    return undefined;
  }
}

/** Scripts of `npm test`, `npm run x`, `yarn x`, `pnpm -r x`. */
function scriptsRunBy(commands: readonly string[]): string[] {
  return commands.flatMap(command =>
    [...command.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:-\S+\s+)*(?:run(?:-script)?\s+)?(?:-\S+\s+)*([\w:.-]+)/g)].map(
      ([, name = '']) => (name === 't' || name === 'tst' ? 'test' : name),
    ),
  );
}

/** Adds all scripts that these call, directly or indirectly. */
function withCalled(scripts: Readonly<Record<string, string>>, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const text = [scripts[name], scripts[`pre${name}`], scripts[`post${name}`]].map(String).join(' ');
    pending.push(...Object.keys(scripts).filter(other => text.split(/[\s;&|'"]+/).includes(other)));
  }
  return found;
}

/** First- and second-level keys that contain each line. */
function keysOfLines(text: string): (readonly [string | undefined, string | undefined])[] {
  const path: (string | undefined)[] = [];
  return text.split('\n').map(line => {
    let [top, own] = path;
    for (const [token, key] of line.matchAll(/"((?:[^"\\]|\\.)*)"(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
      if (token === '{' || token === '[') path.push(undefined);
      else if (token === '}' || token === ']') path.pop();
      else if (key !== undefined && path.length > 0) {
        path[path.length - 1] = key;
        if (path.length === 1) [top, own] = [key, undefined];
        if (path.length === 2) [top, own] = [path[0], key];
      }
    }
    return [top, own] as const;
  });
}
