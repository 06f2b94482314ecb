import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { place } from '../../build/place.mjs';

// The build brings these files up to date before any test sees them; in a fresh clone a difference was not committed.
// In a checkout where someone is at work a difference is nothing but work.
if (process.env.CI === 'true') {
  it('the files made from the catalogue are committed as the build makes them', async () => {
    const files = ['package.json', 'package.nls.json', 'docs/operations.md', 'media/l10n/bundle.l10n.json'];
    const difference = await new Promise(resolve => {
      execFile('git', ['diff', '--stat', '--', ...files], { cwd: place.root }, (error, stdout) =>
        resolve(error?.message ?? stdout),
      );
    });
    expect(difference).toBe('');
  });
} else {
  it('the files made from the catalogue are there', async () => {
    const tracked = await new Promise(resolve => {
      const files = ['package.nls.json', 'docs/operations.md', 'media/l10n/bundle.l10n.json'];
      execFile('git', ['ls-files', ...files], { cwd: place.root }, (_error, stdout) => resolve(stdout));
    });
    expect(tracked).toBe('docs/operations.md\nmedia/l10n/bundle.l10n.json\npackage.nls.json\n');
  });
}
