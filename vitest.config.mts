import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Suites whose tests start processes of their own run one file at a time: on two cores they would measure each other.
const alone = { fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: { vscode: fileURLToPath(new URL('test/editor/vscodeTexts.ts', import.meta.url)) } },
        test: { name: 'unit', include: ['src/**/*.spec.ts', 'webview-ui/**/*.spec.ts'], testTimeout: 20_000 },
      },
      { test: { name: 'house', include: ['test/house/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], ...alone } },
      { test: { name: 'crash', include: ['test/crash/**/*.test.ts'], ...alone, testTimeout: 600_000 } },
      { test: { name: 'clients', include: ['test/clients/**/*.test.ts'], ...alone } },
      { test: { name: 'bench', include: ['test/bench/**/*.test.ts'], ...alone, testTimeout: 600_000 } },
      // A browser and an editor on two busy cores lose a key now and then: what fails three times is broken.
      { test: { name: 'ui', include: ['test/ui/**/*.ui.ts'], ...alone, retry: 2 } },
    ],
  },
});
