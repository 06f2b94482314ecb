import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';

/** Pieces of code that show a person what an error says, past `causeOf`. */
function bareCauses(file: string, code: string): string[] {
  const bare = /\b(?:error|cause)\.message\b|\bString\((?:error|cause)\b/;
  const named = [...code.matchAll(/\b(?:const|let) \[?(\w+)[^=;]*= ([^;]*);/g)]
    .filter(([, , value = '']) => bare.test(value))
    .map(([, name]) => new RegExp(`\\b${name}\\b`));
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const one = node as Node;
    if (one.type === 'CallExpression' && /(^asMessage|\.t)$/.test(code.slice(one.callee.start, one.callee.end))) {
      const shown = one.arguments.map(({ start, end }) => code.slice(start, end));
      found.push(...shown.filter(argument => [bare, ...named].some(cause => cause.test(argument))));
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, code).program);
  return found.map(argument => `${file}: ${argument}`);
}

it('shows people what an error says through causeOf', async () => {
  const files = (await findFiles('src/surfaces/vscode', '.ts')).filter(file => !file.endsWith('.spec.ts'));
  expect(files.length).toBeGreaterThan(100);
  const found = await Promise.all(
    files.map(async file => bareCauses(file, await readFile(join(place.root, file), 'utf8'))),
  );
  expect(found.flat()).toEqual([]);
});

it('notices where an error is shown as it is', () => {
  const code = `
    view.message = asMessage(error instanceof Error ? error.message : 'It broke');
    const [cause = ''] = String(error instanceof Error ? error.message : error).split('\\n');
    show(l10n.t('It broke: {0}', cause));
    const why = causeOf(error);
    show(l10n.t('It broke: {0}', why), l10n.t('It broke: {0}', causeOf(error)));
    log.warn(\`It broke: \${error.message}\`);`;
  expect(bareCauses('a.ts', code)).toEqual([
    "a.ts: error instanceof Error ? error.message : 'It broke'",
    'a.ts: cause',
  ]);
});
