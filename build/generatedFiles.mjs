import { findFiles } from './findFiles.mjs';
import { readOperations } from './readOperations.mjs';
import { RigError } from './say.mjs';

/** @typedef {import('./readOperations.mjs').Declared} Declared */

/**
 * A folder of `src/operations` with the operations declared in it, in the order in which surfaces list them.
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {readonly Declared[]} operations
 */

/** First words of operations in the order in which surfaces list them; words that are missing here come last, by name. */
const wordOrder = [
  ...['repository', 'queue', 'import', 'task', 'decision', 'blocker', 'action', 'touched', 'compaction', 'slice'],
  ...['evidence', 'finding', 'gate', 'hooks', 'trust', 'plan', 'review', 'ritual', 'events', 'store'],
  ...['run', 'retro', 'snapshot', 'lane', 'agent', 'control', 'worker', 'message', 'report'],
];

/** Groups that editors load with the first call that needs them; surfaces list them last. */
const lateGroups = new Set(['run', 'retro', 'snapshot', 'lane']);

/** Functions applied to the operations of a group, each from the file of its name in the folder. */
const wrappers = new Map([['lane', 'settlingFirst']]);

export const generatedEnding = '.generated.ts';
const header = '// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.\n\n';

/**
 * Texts of all generated sources by their paths from the root, as the folders require them now.
 *
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function generatedFiles() {
  const groups = groupsOf(await readOperations());
  const core = groups.filter(({ name }) => !lateGroups.has(name));
  const late = groups.filter(({ name }) => lateGroups.has(name));
  const texts = await namesIn('src/surfaces/cli/format', 'Text.ts');
  const bodies = {
    ...Object.fromEntries(groups.map(group => [`operations/${moduleOf(group)}`, groupBody(group)])),
    'operations/coreGroups': groupListBody('coreGroups', 'Groups that editors load as they start', core),
    'operations/lateGroups': groupListBody('lateGroups', 'Groups that editors load late', late),
    'operations/groupsByWord': groupsByWordBody([...core, ...late]),
    'operations/loadGroup': loadGroupBody([...core, ...late]),
    'surfaces/cli/commandWords': commandWordsBody([...core, ...late]),
    'surfaces/cli/loadTexts': loadTextsBody(groups.filter(({ name }) => texts.includes(name))),
    'store/migrations/migrations': migrationsBody((await namesIn('src/store/migrations', '.ts')).filter(isStep)),
    'messages/englishTemplates': templatesBody('en', 'English', await namesIn('src/messages/en', '.ts')),
    'messages/germanTemplates': templatesBody('de', 'German', await namesIn('src/messages/de', '.ts')),
  };
  return Object.fromEntries(
    Object.entries(bodies).map(([path, body]) => [`src/${path}${generatedEnding}`, header + body]),
  );
}

/**
 * Names of a folder's own files without their ending, sorted.
 *
 * @param {string} folder
 * @param {string} ending
 */
async function namesIn(folder, ending) {
  const files = await findFiles(folder, ending);
  return files.map(file => file.slice(folder.length + 1, -ending.length)).filter(name => !name.includes('/'));
}

/**
 * Groups with their operations, in the order in which surfaces list both.
 *
 * @param {readonly Declared[]} operations
 */
export function groupsOf(operations) {
  const sorted = operations.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      compare(wordOf(one), wordOf(other)) ||
      Number(one.order) - Number(other.order) ||
      compare(one.name, other.name),
  );
  return [...new Set(sorted.map(folderOf))].map(name => ({
    name,
    operations: sorted.filter(operation => folderOf(operation) === name),
  }));
}

/** @param {Declared} operation */
function rankOf(operation) {
  const index = wordOrder.indexOf(wordOf(operation));
  return index === -1 ? wordOrder.length : index;
}

/** @param {Declared} operation */
function wordOf({ name }) {
  return name.split('.')[0] ?? '';
}

/** @param {Declared} operation */
function folderOf({ file }) {
  return file.split('/')[2] ?? '';
}

/**
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  return one < other ? -1 : Number(one > other);
}

/** @param {Group} group */
function moduleOf({ name }) {
  return `${name}/${name}Operations`;
}

/** @param {Group} group */
function importedGroup(group) {
  return { name: `${group.name}Operations`, from: `./${moduleOf(group)}.generated.js` };
}

/** @param {Group} group */
function groupBody(group) {
  const { name, operations } = group;
  const wrapper = wrappers.get(name);
  const imports = operations.map(({ file, declaration }) => ({
    name: declaration,
    from: file.replace(`src/operations/${name}/`, './').replace(/\.ts$/, '.js'),
  }));
  if (wrapper !== undefined) imports.push({ name: wrapper, from: `./${wrapper}.js` });
  const object = `{\n${operations.map(({ declaration }) => `  ${declaration},\n`).join('')}}`;
  return `${importLines(imports)}\nexport const ${name}Operations = ${wrapper === undefined ? object : `${wrapper}(${object})`};\n`;
}

/**
 * @param {string} constant
 * @param {string} what
 * @param {readonly Group[]} groups
 */
function groupListBody(constant, what, groups) {
  const imports = [...groups.map(importedGroup), { name: 'AnyOperation', from: './operation.js', isType: true }];
  return [
    `${importLines(imports)}\n/** ${what}, in the order in which surfaces list them. */\n`,
    `export const ${constant}: readonly Readonly<Record<string, AnyOperation>>[] = [\n`,
    ...groups.map(group => `  ${importedGroup(group).name},\n`),
    '];\n',
  ].join('');
}

/** @param {readonly Group[]} groups */
function groupsByWordBody(groups) {
  const others = entriesOf(groups, wordOf).filter(([word, group]) => word !== group);
  return [
    '/** Groups of operations: the folders. */\n',
    `export type Group =\n${groups.map(({ name }) => `  | '${name}'`).join('\n')};\n\n`,
    '/** Groups whose name differs from the first word of the operation’s name. */\n',
    mapText('groupsByWord', 'Group', others),
  ].join('');
}

/** @param {readonly Group[]} groups */
function commandWordsBody(groups) {
  const entries = entriesOf(groups, ({ command }) => command);
  return [
    "import type { Group } from '../../operations/groupsByWord.generated.js';\n\n",
    '/** First words of all command lines, known before any declaration is loaded. */\n',
    `export const commandWords: readonly string[] = [\n${entries.map(([word]) => `  '${word}',\n`).join('')}];\n\n`,
    '/** Groups by the first words of their command lines. */\n',
    mapText('groupsByCommand', 'Group', entries),
  ].join('');
}

/**
 * Words with their groups; throws for a word that two groups share.
 *
 * @param {readonly Group[]} groups
 * @param {(operation: Declared) => string} wordOf
 */
function entriesOf(groups, wordOf) {
  const found = new Map();
  for (const { name, operations } of groups) {
    for (const operation of operations) {
      const word = wordOf(operation);
      const other = found.get(word) ?? name;
      if (other !== name) throw new RigError(`${operation.file}: “${word}” is a word of the group ${other} already.`);
      found.set(word, name);
    }
  }
  return [...found];
}

/**
 * @param {string} constant
 * @param {string} type
 * @param {readonly (readonly string[])[]} entries
 */
function mapText(constant, type, entries) {
  const lines = entries.map(([word = '', group]) => `  ${/^\w+$/.test(word) ? word : `'${word}'`}: '${group}',\n`);
  return `export const ${constant}: Readonly<Record<string, ${type}>> = {\n${lines.join('')}};\n`;
}

/** @param {readonly Group[]} groups */
function loadGroupBody(groups) {
  return [
    "import type { Group } from './groupsByWord.generated.js';\nimport type { AnyOperation } from './operation.js';\n\n",
    '/**\n * Loads one group. A command runs for a tenth of a second, and creating the schemas of all operations would take most of that: so it loads\n',
    ' * only the group that it needs, and so does the MCP server with the first call.\n */\n',
    'export const loadGroup: Readonly<Record<Group, () => Promise<Readonly<Record<string, AnyOperation>>>>> = {\n',
    ...groups.map(group => {
      const { name, from } = importedGroup(group);
      return `  ${group.name}: async () => (await import('${from}')).${name},\n`;
    }),
    '};\n',
  ].join('');
}

/** @param {readonly Group[]} groups those with texts of their own */
function loadTextsBody(groups) {
  return [
    "import type { Group } from '../../operations/groupsByWord.generated.js';\nimport type { Texts } from './format/resultText.js';\n\n",
    '/** Loaders of terminal texts, by group; a group without its own texts has none. */\n',
    'export const loadTexts: Readonly<Partial<Record<Group, () => Promise<{ readonly texts: Texts }>>>> = {\n',
    ...groups.map(({ name }) => `  ${name}: () => import('./format/${name}Text.js'),\n`),
    '};\n',
  ].join('');
}

/**
 * @param {string} folder
 * @param {string} language
 * @param {readonly string[]} names
 */
function templatesBody(folder, language, names) {
  const imports = names.map(name => ({ name: `${name}${language}`, from: `./${folder}/${name}.js` }));
  return [
    `${importLines(imports)}\n/** ${language} sentences by group and name. */\n`,
    `export const ${language.toLowerCase()}Templates = {\n`,
    ...names.map(name => `  ${name}: ${name}${language},\n`),
    '} as const;\n',
  ].join('');
}

/**
 * True for the file of a step: `0003createLanes`.
 *
 * @param {string} name
 */
function isStep(name) {
  return /^\d{4}/.test(name);
}

/** @param {readonly string[]} files */
function migrationsBody(files) {
  const steps = files.map(file => ({ name: file.slice(4), from: `./${file}.js` }));
  return [
    importLines([...steps, { name: 'Migration', from: './migration.js', isType: true }]),
    '\n/** All steps in order. Released steps never change; add a new one instead. */\n',
    'export const migrations: readonly Migration[] = [\n',
    ...steps.map(({ name }) => `  ${name},\n`),
    '];\n',
  ].join('');
}

/** @param {readonly { name: string, from: string, isType?: boolean }[]} imports */
function importLines(imports) {
  const files = [...new Set(imports.map(({ from }) => from))].sort();
  return files
    .map(file => {
      const ofFile = imports.filter(({ from }) => from === file);
      const names = ofFile.map(({ name }) => name).sort();
      return `import ${ofFile[0]?.isType ? 'type ' : ''}{ ${names.join(', ')} } from '${file}';\n`;
    })
    .join('');
}
