import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { positiveFrom } from './build/positive.mjs';
import { filesLeftOut } from './build/testPlan.mjs';

// Tests of screens alone: a busy editor loses a key now and then. What needed it is named at the end of the run. What fails once
// in any other suite has a fault.
const onceMore = { retry: 1 };
// A slow machine is no fault: limits end what hangs. By itself vitest waits one second for a condition.
const patient = { expect: { poll: { timeout: 30_000 } }, testTimeout: 120_000, hookTimeout: 120_000 };
// Suites whose tests start many processes of their own run one file at a time: on two cores they would starve each other.
const alone = { ...patient, fileParallelism: false, testTimeout: 300_000, hookTimeout: 300_000 };

const resolve = { alias: { vscode: fileURLToPath(new URL('test/editor/vscodeTexts.ts', import.meta.url)) } };
const setupFiles = ['test/support/messageEquality.ts'];
const specs = ['src/**/*.spec.ts', 'webview-ui/**/*.spec.ts'];
// Specs that leave a process as they found it. Not those of store and platform, which change what a process has but once, such
// as its clock or its mask of rights, and not those that put an editor of their own in place of the one that modules know.
// Nor those that start git most: a process that has loaded much takes longer to start another.
const plainSpecs = [
  'src/{agentHooks,domain,gates,git/hooks,install,manifest,protocol,reports,sample}/**/*.spec.ts',
  'src/surfaces/*.spec.ts',
  'src/surfaces/!(vscode)/**/*.spec.ts',
  'src/surfaces/vscode/!(workflows|lanes|terminal|trust)/**/!(refusalNotice|registerCommands|inEditorsLanguage|undo|openRepository|answerChat|repositoryState|lanesView|dashboard|glossary|reviewDrafts|finishReview|nextNeed|operationRunner|threadOf|walkthroughSteps).spec.ts',
  'src/git/lane/**/*.spec.ts',
  'src/workflows/**/*.spec.ts',
  'src/operations/*.spec.ts',
  'src/operations/!(lane)/**/*.spec.ts',
  'src/operations/lane/{lane,worker/worker}*.spec.ts',
  'src/operations/lane/{message,report}/**/*.spec.ts',
  'src/{records,present,messages}/**/*.spec.ts',
  'webview-ui/**/*.spec.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        // By itself vitest leaves a core to others.
        test: {
          name: 'unit',
          setupFiles,
          include: specs,
          exclude: [...plainSpecs, ...filesLeftOut('unit')],
          ...patient,
          maxWorkers: '100%',
        },
      },
      // A process for each of these would take longer to start than they take to run.
      {
        resolve,
        test: {
          name: 'unit-plain',
          setupFiles: [...setupFiles, 'test/support/noMockedModules.ts'],
          include: plainSpecs,
          exclude: [...filesLeftOut('unit')],
          ...patient,
          maxWorkers: '100%',
          isolate: false,
        },
      },
      { test: { name: 'house', include: ['test/house/**/*.test.ts'], ...patient } },
      // One process after the other in each file, mostly: two files fill two cores.
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          exclude: [...filesLeftOut('contract')],
          ...alone,
          fileParallelism: true,
          maxWorkers: 2,
        },
      },
      // It waits for the disk, and one file at a time leaves a core idle half of the time.
      {
        test: {
          name: 'crash',
          setupFiles,
          include: ['test/crash/**/*.test.ts'],
          exclude: [...filesLeftOut('crash')],
          ...alone,
          testTimeout: 1_800_000,
          fileParallelism: true,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          exclude: [...filesLeftOut('clients')],
          ...alone,
        },
      },
      { test: { name: 'bench', include: ['test/bench/**/*.test.ts'], ...alone, testTimeout: 600_000 } },
      // Each of two files has an editor and a browser, of which one waits for the other half of the time. On two busy cores they
      // lose a key now and then: what fails twice, and twice again when its file is run once more, is broken.
      {
        test: {
          name: 'ui',
          include: ['test/ui/**/*.ui.ts'],
          exclude: [...filesLeftOut('ui')],
          globalSetup: 'test/editor/sharedEditor.ts',
          ...alone,
          fileParallelism: true,
          maxWorkers: positiveFrom('STATEROOM_UI_WORKERS', 2),
          ...onceMore,
        },
      },
    ],
  },
});
