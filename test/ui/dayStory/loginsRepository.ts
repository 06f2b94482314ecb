import { makeScratchRepository, type ScratchRepository } from '../../editor/scratchRepository.js';

/** The plan that someone writes for the task. */
export const loginsPlan = `# Limit logins

Objective: An address that fails ten times waits a minute.

## Steps

- [ ] Count the attempts {#count}

## Tests

- \`node test.js\`
`;

/** Runs what is in the folder of tests. */
const testProgram = `import { existsSync, readdirSync } from 'node:fs';

for (const name of existsSync('test') ? readdirSync('test') : []) await import(\`./test/\${name}\`);
`;

/** A repository with a limit of logins that lets no one in, a command for its tests, and none yet. */
export async function makeLoginsRepository(): Promise<ScratchRepository> {
  const repository = await makeScratchRepository('rocket');
  await repository.write('package.json', '{ "type": "module", "scripts": { "test": "node test.js" } }\n');
  // npm asks its registry for a newer one of itself otherwise.
  await repository.write('.npmrc', 'update-notifier=false\n');
  await repository.write('test.js', testProgram);
  await repository.write('src/limit.ts', 'export const limit = 10;\nexport const burst = 0;\n');
  await repository.write('.stateroom/config.json', '{ "gate": { "commands": ["node test.js"] } }\n');
  await repository.git('add', '.');
  await repository.git('commit', '--quiet', '--message=Begin');
  return repository;
}
