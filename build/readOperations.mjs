import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { findFiles } from './findFiles.mjs';
import { place } from './place.mjs';
import { RigError } from './say.mjs';

/**
 * A declared operation, as far as the lists of operations need it.
 *
 * @typedef {object} Declared
 * @property {string} file path from the root
 * @property {string} declaration `queueClaim`
 * @property {string} name `queue.claim`
 * @property {number | null} order null for an operation outside of the catalogue
 * @property {string} command first word of its command line
 */

/** @typedef {import('oxc-parser').ObjectExpression} ObjectExpression */

/**
 * Every operation of the catalogue, read from the sources below `src/operations` without running them; throws for one that cannot be read.
 */
export async function readOperations() {
  const files = (await findFiles('src/operations', '.ts')).filter(
    file => file.split('/').length > 3 && !file.endsWith('.spec.ts') && !file.endsWith('.generated.ts'),
  );
  const read = await Promise.all(
    files.map(async file => declaredIn(file, await readFile(join(place.root, file), 'utf8'))),
  );
  return read.flat().filter(({ order }) => order !== null);
}

/**
 * Operations that a source declares.
 *
 * @param {string} file path from the root
 * @param {string} text
 * @returns {Declared[]}
 */
export function declaredIn(file, text) {
  const calls = text.split('defineOperation(').length - 1;
  if (calls === 0) return [];
  const found = parseSync(file, text).program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ id, init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return [];
      const [shape] = init.arguments;
      if (init.callee.name !== 'defineOperation' || shape?.type !== 'ObjectExpression') return [];
      return id.type === 'Identifier' ? [declaredAs(file, id.name, shape)] : [];
    });
  });
  if (found.length === calls) return found;
  throw new RigError(`${file}: declare each operation as “export const … = defineOperation({ … })”.`);
}

/**
 * @param {string} file
 * @param {string} declaration
 * @param {ObjectExpression} shape
 * @returns {Declared}
 */
function declaredAs(file, declaration, shape) {
  const name = literal(propertyOf(shape, 'name'));
  const order = literal(propertyOf(shape, 'order'));
  if (typeof name !== 'string' || (typeof order !== 'number' && order !== null)) {
    throw new RigError(`${file}: write out the name and the order of ${declaration}.`);
  }
  const cli = propertyOf(shape, 'cli');
  const path = cli?.type === 'ObjectExpression' ? propertyOf(cli, 'path') : undefined;
  const command =
    path === undefined ? name.split('.')[0] : literal(path.type === 'ArrayExpression' && path.elements[0]);
  if (typeof command !== 'string') throw new RigError(`${file}: write out the path of ${declaration}.`);
  return { file, declaration, name, order, command };
}

/**
 * @param {ObjectExpression} object
 * @param {string} key
 */
function propertyOf(object, key) {
  for (const property of object.properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === key)
      return property.value;
  }
  return undefined;
}

/** @param {{ type: string } | null | undefined | false} node */
function literal(node) {
  return node && node.type === 'Literal' && 'value' in node ? node.value : undefined;
}
