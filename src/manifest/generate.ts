import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promptPath, promptText, skillPath, skillText } from '../workflows/skill.js';
import { workflows } from '../workflows/workflows.js';
import { jsonSchemas } from './jsonSchemas.js';
import { manifestFiles } from './manifest.js';
import { pluginFiles } from './pluginFiles.js';
import { toolTable } from './toolTable.js';
import { writeOperationsDocument } from './writeOperationsDocument.js';

// Run by the build in the repository's root. The files in dist are not committed.
const files = manifestFiles(readFileSync('package.json', 'utf8'));
const written = [bring('package.json', files.manifest), bring('package.nls.json', files.texts)].filter(Boolean);
const generated = {
  ...Object.fromEntries(workflows.map(workflow => [skillPath(workflow), skillText(workflow)])),
  ...Object.fromEntries(workflows.map(workflow => [promptPath(workflow), promptText(workflow)])),
  ...pluginFiles(JSON.parse(files.manifest)),
};
for (const [file, text] of Object.entries(generated)) {
  mkdirSync(dirname(file), { recursive: true });
  if (bring(file, text) !== undefined) written.push(file);
}
mkdirSync('dist/schemas', { recursive: true });
for (const [name, schema] of Object.entries(jsonSchemas()))
  bring(`dist/schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
bring('dist/mcpTools.json', JSON.stringify(toolTable()));
if (await writeOperationsDocument(process.cwd())) written.push('docs/operations.md');
if (written.length > 0) process.stdout.write(`wrote ${written.join(', ')}\n`);

/** Writes a file atomically if its content differs; returns its name if written. */
function bring(name: string, content: string): string | undefined {
  if (existsSync(name) && readFileSync(name, 'utf8') === content) return undefined;
  writeFileSync(`${name}.new`, content);
  renameSync(`${name}.new`, name);
  return name;
}
