import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';

interface Setting {
  readonly scope?: string;
  readonly order?: number;
  readonly markdownDescription?: string;
  readonly description?: string;
}

describe('the settings', () => {
  let settings: [key: string, setting: Setting][];
  let restricted: string[];
  let texts: Record<string, string>;

  beforeAll(async () => {
    const manifest = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
    texts = JSON.parse(await readFile(join(place.root, 'package.nls.json'), 'utf8'));
    settings = Object.entries<Setting>(manifest.contributes.configuration.properties);
    restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations ?? [];
  });

  it('are at most twenty, in an order of their own', () => {
    expect(settings.length).toBeLessThanOrEqual(20);
    expect(settings.map(([, { order }]) => order)).toEqual(settings.map((_, index) => index + 1));
  });

  it('each say in a sentence what they do', () => {
    const wordless = settings.filter(([, { markdownDescription, description }]) => {
      const text = texts[(markdownDescription ?? description ?? '').replaceAll('%', '')] ?? '';
      return text.length < 30 || !/[.!]$/.test(text);
    });
    expect(wordless.map(([key]) => key)).toEqual([]);
  });

  it('each belong to a window, a folder or a machine: none is for all windows of all machines', () => {
    const scopes = ['window', 'resource', 'machine', 'machine-overridable'];
    expect(settings.filter(([, { scope }]) => !scopes.includes(scope ?? '')).map(([key]) => key)).toEqual([]);
  });

  it('of a machine, and what names a program, a path or a command, are not taken from a folder that is not trusted', () => {
    const guarded = settings.filter(
      ([key, { scope }]) => scope === 'machine-overridable' || /(command|path|program|store)/i.test(key),
    );
    expect(guarded.map(([key]) => key).filter(key => !restricted.includes(key))).toEqual([]);
    expect(restricted.filter(name => !settings.some(([key]) => key === name))).toEqual([]);
  });
});
