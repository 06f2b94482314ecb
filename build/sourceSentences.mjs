import { parseSync } from 'oxc-parser';

/**
 * A node of a parsed source, as ESTree has it, with the node that it stands in.
 *
 * @typedef {any} Node
 */

/**
 * One way in which a text may read: words as they stand, and places for values. What the words of a place are is known
 * where the code says it.
 *
 * @typedef {string | { readonly words: readonly Reading[] }} Part
 * @typedef {readonly Part[]} Reading
 */

/**
 * One source file: what its top level declares, and what it imports from which file under which name.
 *
 * @typedef {object} Source
 * @property {string} file
 * @property {Node} program
 * @property {Map<string, { name: string, file: string }>} imports
 * @property {Node[]} calls every call and `new` in it
 * @property {Node[]} fields every field of an object that is written out
 * @property {Node[]} assignments
 * @property {Map<Node, Node[]>} answers what the returns of a function give
 */

/** A value that only the running program knows. */
const unknown = /** @type {Reading[]} */ ([[{ words: [] }]]);
/** In place of words: any sentence of ours, and any word for a state. */
export const sentence = '\u0001';
export const state = '\u0002';
/** In place of words: a value that nobody here wrote, beside readings that are words of ours. */
export const value = '\u0003';
/** Beyond this many readings a text is taken for a value; beyond this many steps its origin is not followed. */
const maxReadings = 24;
const maxSteps = 7;
/** What gives a thing its number, as `W-12`. */
const numbering = /^formatRef$/;
/** What leaves out nothing but an end. */
const cutting = /^(slice|trim|trimEnd|replace)$/;
/** What gives a sentence another first letter. */
const recasing = /^lowerFirst$/;
/** Fields that hold a whole sentence of ours, or one of the words for a state. */
const sentenceFields = /^(text|fix|why|reason|problem|message|hint)$/;
/** What has its words from elsewhere: an error those of a program, the system or a library, a worker those of its own. */
const foreign = /^(error|cause|token|worker)$/;
const stateFields = /^(status|state|severity|verdict|kind)$/;

/** Reads the texts that sources put together, through their constants, functions and parameters. */
export class SourceSentences {
  /** @type {Map<string, Source>} */
  #sources = new Map();
  /** The calls of each function, by the file and the name of its declaration; made once all sources are there.
   * @type {Map<string, { file: string, call: Node }[]>} */
  #calls = new Map();

  /**
   * @param {string} file relative to the repository, with `/`
   * @param {string} code
   */
  add(file, code) {
    const { program } = parseSync(file, code);
    /** @type {Source} */
    const source = { file, program, imports: new Map(), calls: [], fields: [], assignments: [], answers: new Map() };
    visit(program, undefined, node => {
      if (node.type === 'CallExpression' || node.type === 'NewExpression') source.calls.push(node);
      if (node.type === 'Property') source.fields.push(node);
      if (node.type === 'AssignmentExpression' && node.operator === '=') source.assignments.push(node);
      if (node.type === 'ReturnStatement' && node.argument) {
        const around = functionOf(node);
        source.answers.set(around, [...(source.answers.get(around) ?? []), node.argument]);
      }
      if (node.type !== 'ImportDeclaration' || !node.source.value.startsWith('.')) return;
      const from = new URL(node.source.value.replace(/\.js$/, '.ts'), `file:///${file}`).pathname.slice(1);
      for (const { imported, local } of node.specifiers) {
        if (imported?.name) source.imports.set(local.name, { name: imported.name, file: from });
      }
    });
    this.#sources.set(file, source);
  }

  /** Every call of one of these functions or classes. @param {RegExp} name @returns {{ file: string, call: Node }[]} */
  callsOf(name) {
    return [...this.#sources.values()].flatMap(({ file, calls }) =>
      calls.filter(call => name.test(call.callee.name ?? '')).map(call => ({ file, call })),
    );
  }

  /** Every call of a method of these names. @param {RegExp} name @returns {{ file: string, call: Node }[]} */
  methodCallsOf(name) {
    return [...this.#sources.values()].flatMap(({ file, calls }) =>
      calls.filter(call => name.test(call.callee.property?.name ?? '')).map(call => ({ file, call })),
    );
  }

  /** What a function that a source declares may answer. @param {string} file @param {string} name @returns {readonly Reading[]} */
  answersOf(file, name) {
    const program = this.#sources.get(file)?.program;
    const found = program && this.#find(file, { type: 'Identifier', name, parent: program });
    return found
      ? oneOf((this.#sources.get(found.file)?.answers.get(found.node) ?? []).map(answer => this.read(file, answer)))
      : unknown;
  }

  /**
   * The words of the lists, and the keys of the tables, that the top level of these sources gives these names.
   *
   * @param {RegExp} files
   * @param {RegExp} name
   * @returns {string[]}
   */
  listsCalled(files, name) {
    /** @type {string[]} */
    const found = [];
    for (const { file, program } of this.#sources.values()) {
      for (const statement of files.test(file) ? program.body : []) {
        const { declarations = [] } = (/^Export/.test(statement.type) ? statement.declaration : statement) ?? {};
        for (const { id, init } of declarations) {
          const list = plain(init);
          if (!name.test(id.name ?? '')) continue;
          for (const { key } of list?.properties ?? []) if (key !== undefined) found.push(key.name ?? key.value);
          for (const element of list?.elements ?? [])
            for (const [word] of this.read(file, element)) if (typeof word === 'string') found.push(word);
        }
      }
    }
    return found;
  }

  /** Every object written out that has this field. @param {string} name @returns {{ file: string, value: Node }[]} */
  fieldsCalled(name) {
    return [...this.#sources.values()].flatMap(({ file, fields }) =>
      fields.filter(field => keyOf(field) === name).map(({ value }) => ({ file, value })),
    );
  }

  /**
   * The ways in which an expression may read.
   *
   * @param {string} file
   * @param {Node | undefined} node
   * @param {number} [steps]
   * @param {Map<Node, Reading[]>} [bound] what the parameters of functions are
   * @returns {readonly Reading[]}
   */
  read(file, node, steps = 0, bound = new Map()) {
    if (!node || steps > maxSteps) return unknown;
    const read = (/** @type {Node} */ inner) => this.read(file, inner, steps, bound);
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? [[node.value]] : unknown;
      case 'TemplateLiteral': {
        const parts = node.quasis.flatMap((/** @type {Node} */ quasi, /** @type {number} */ index) => [
          [[quasi.value.cooked]],
          ...(index < node.expressions.length ? [place(read(node.expressions[index]))] : []),
        ]);
        return joined(parts);
      }
      case 'BinaryExpression': {
        const sides = node.operator === '+' ? [read(node.left), read(node.right)] : [];
        // Else it is a sum.
        const isText = sides.some(side => side.some(reading => reading.some(part => typeof part === 'string')));
        return isText ? joined(sides.map(place)) : unknown;
      }
      case 'ConditionalExpression':
        return oneOf([read(node.consequent), read(node.alternate)]);
      case 'LogicalExpression':
        return node.operator === '&&' ? read(node.right) : oneOf([read(node.left), read(node.right)]);
      case 'AwaitExpression':
        return read(node.argument);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return read(node.expression);
      case 'MemberExpression':
        return this.#member(file, node, steps, bound);
      case 'Identifier':
        return this.#name(file, node, steps, bound);
      case 'CallExpression':
        return this.#call(file, node, steps, bound);
      default:
        return unknown;
    }
  }

  /** @type {(file: string, node: Node, steps: number, bound: Map<Node, Reading[]>) => readonly Reading[]} */
  #member(file, node, steps, bound) {
    const table = this.#find(file, plain(node.object));
    const object = plain(table?.node);
    if (table && object?.type === 'ObjectExpression') {
      const name = node.computed ? undefined : node.property.name;
      const values = object.properties.filter(
        (/** @type {Node} */ property) =>
          property.type === 'Property' && (name === undefined || keyOf(property) === name),
      );
      if (values.length > 0) {
        return oneOf(values.map((/** @type {Node} */ { value }) => this.read(table.file, value, steps + 1, bound)));
      }
    }
    const field = node.computed ? '' : (node.property.name ?? '');
    if (foreign.test(plain(node.object)?.name ?? '') && !stateFields.test(field)) return unknown;
    return fieldNamed(field);
  }

  /** @type {(file: string, node: Node, steps: number, bound: Map<Node, Reading[]>) => readonly Reading[]} */
  #name(file, node, steps, bound) {
    const found = this.#find(file, node);
    if (!found) return heldBy(node.name);
    if (found.given) {
      const given = bound.get(found.node) ?? this.#given(file, found.node, steps);
      if (given !== unknown) return given;
      return found.node.parent.type === 'Property' ? fieldNamed(node.name) : heldBy(node.name);
    }
    return oneOf([
      this.read(found.file, found.node, steps + 1, bound),
      ...(found.later ?? []).map(value => this.read(file, value, steps + 1, bound)),
    ]);
  }

  /**
   * What a function's parameter is in its calls.
   *
   * @type {(file: string, parameter: Node, steps: number) => readonly Reading[]}
   */
  #given(file, parameter, steps) {
    const around = functionOf(parameter);
    const index = around?.params.findIndex((/** @type {Node} */ param) => declared(param).includes(parameter));
    const name = around?.id?.name ?? (around?.parent.type === 'VariableDeclarator' ? around.parent.id.name : undefined);
    const method = around?.parent.type === 'MethodDefinition' ? around.parent.key.name : undefined;
    if (index === undefined || (name === undefined && method === undefined)) return unknown;
    /** @type {(readonly Reading[])[]} */
    const found = [];
    const own = this.#sources.get(file)?.calls ?? [];
    const calls =
      method === undefined
        ? this.#callsFrom(file, name)
        : own
            .filter(({ callee }) => callee.property?.name === method && callee.object.type === 'ThisExpression')
            .map(call => ({ file, call }));
    for (const { file: from, call } of calls) {
      const given = fieldOf(around.params[index], parameter, call.arguments[index]);
      found.push(given === undefined ? unknown : this.read(from, given, steps + 1));
    }
    return found.length === 0 ? unknown : oneOf(found);
  }

  /** What a variable of a block is given later. @param {string} file @param {Node} block @param {string} name @returns {Node[]} */
  #assigned(file, block, name) {
    const isInside = (/** @type {Node} */ node) => {
      for (let at = node.parent; at; at = at.parent) if (at === block) return true;
      return false;
    };
    const found = this.#sources.get(file)?.assignments ?? [];
    return found
      .filter(({ left }) => left.name === name)
      .filter(isInside)
      .map(({ right }) => right);
  }

  /** Every call of a function that a source declares. @param {string} file @param {string} name */
  #callsFrom(file, name) {
    if (this.#calls.size === 0) {
      for (const source of this.#sources.values()) {
        for (const call of source.calls) {
          const called = call.callee.name;
          if (called === undefined) continue;
          const meant = source.imports.get(called) ?? { file: source.file, name: called };
          const key = `${meant.file} ${meant.name}`;
          this.#calls.set(key, [...(this.#calls.get(key) ?? []), { file: source.file, call }]);
        }
      }
    }
    return this.#calls.get(`${file} ${name}`) ?? [];
  }

  /** @type {(file: string, node: Node, steps: number, bound: Map<Node, Reading[]>) => readonly Reading[]} */
  #call(file, node, steps, bound) {
    if (numbering.test(node.callee.name ?? '')) return unknown;
    if (recasing.test(node.callee.name ?? '')) return this.read(file, node.arguments[0], steps, bound);
    const { object, property } = node.callee;
    if (cutting.test(property?.name ?? '')) return this.read(file, object, steps, bound);
    if (property?.name === 'join') return [[{ words: choice(this.#elements(file, object, steps + 1)) }]];
    const found = this.#find(file, node.callee);
    const called = plain(found?.node);
    if (!found || !isFunction(called) || called.async) return unknown;
    const inner = new Map();
    called.params.forEach((/** @type {Node} */ param, /** @type {number} */ index) => {
      for (const name of declared(param)) {
        const value = fieldOf(param, name, node.arguments[index]);
        const otherwise = param.type === 'AssignmentPattern' ? param.right : undefined;
        if (value) inner.set(name, this.read(file, value, steps + 1, bound));
        else inner.set(name, otherwise ? this.read(found.file, otherwise, steps + 1, inner) : unknown);
      }
    });
    const answers = this.#answersOf(found.file, called);
    return oneOf(answers.map(answer => this.read(found.file, answer, steps + 1, inner)));
  }

  /**
   * What the elements of a list read, as far as the list is written out or made of another by `map`.
   *
   * @type {(file: string, node: Node | undefined, steps: number) => readonly Reading[]}
   */
  #elements(file, node, steps) {
    const list = plain(node);
    if (!list || steps > maxSteps) return unknown;
    const elements = (/** @type {Node} */ inner) => this.#elements(file, inner, steps + 1);
    if (list.type === 'ArrayExpression') {
      const read = list.elements.map((/** @type {Node} */ element) =>
        element.type === 'SpreadElement' ? elements(element.argument) : this.read(file, element, steps),
      );
      return oneOf(read);
    }
    if (list.type === 'ConditionalExpression') return oneOf([elements(list.consequent), elements(list.alternate)]);
    if (list.type === 'AwaitExpression') return elements(list.argument);
    if (list.type === 'Identifier') {
      const found = this.#find(file, list);
      return found && !found.given ? this.#elements(found.file, found.node, steps + 1) : unknown;
    }
    if (list.type !== 'CallExpression') return unknown;
    const { object, property } = list.callee;
    if (/^(filter|slice|sort)$/.test(property?.name ?? '')) return elements(object);
    const made = property?.name === 'map' ? { file, node: list.arguments[0] } : this.#find(file, list.callee);
    const answers = made && isFunction(plain(made.node)) ? this.#answersOf(made.file, plain(made.node)) : [];
    if (!made || answers.length === 0) return unknown;
    return oneOf(
      answers.map(answer =>
        property?.name === 'map'
          ? this.read(made.file, answer, steps + 1)
          : this.#elements(made.file, answer, steps + 1),
      ),
    );
  }

  /** What a function gives. @param {string} file @param {Node} called @returns {Node[]} */
  #answersOf(file, called) {
    return called.body.type === 'BlockStatement' ? (this.#sources.get(file)?.answers.get(called) ?? []) : [called.body];
  }

  /**
   * What a name stands for where it is used: a value, a function, or a parameter (`given`).
   *
   * @param {string} file
   * @param {Node} node
   * @returns {{ file: string, node: Node, given?: boolean, later?: Node[] } | undefined}
   */
  #find(file, node) {
    if (node?.type !== 'Identifier') return undefined;
    for (let at = node.parent; at; at = at.parent) {
      if (isFunction(at)) {
        const parameter = at.params.flatMap(declared).find((/** @type {Node} */ { name }) => name === node.name);
        if (parameter) return { file, node: parameter, given: true };
      }
      if (!Array.isArray(at.body)) continue;
      for (const statement of at.body) {
        const own = /^Export/.test(statement.type) ? statement.declaration : statement;
        if (own?.type === 'FunctionDeclaration' && own.id.name === node.name) return { file, node: own };
        if (own?.type !== 'VariableDeclaration') continue;
        for (const { id, init } of own.declarations) {
          if (id.type === 'Identifier' && id.name === node.name) {
            return { file, node: init, later: own.kind === 'let' ? this.#assigned(file, at, node.name) : [] };
          }
        }
      }
    }
    const imported = this.#sources.get(file)?.imports.get(node.name);
    const from = imported && this.#sources.get(imported.file);
    return (
      imported && from && this.#find(imported.file, { type: 'Identifier', name: imported.name, parent: from.program })
    );
  }
}

/** @param {Node} node @param {Node | undefined} parent @param {(node: Node) => void} see */
function visit(node, parent, see) {
  node.parent = parent;
  see(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent' || value === null || typeof value !== 'object') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, node, see);
    }
  }
}

/** A value without what only its type is about. @param {Node | undefined} node @returns {Node | undefined} */
function plain(node) {
  return /^(TS(As|Satisfies|NonNull)|Parenthesized)Expression$/.test(node?.type) ? plain(node.expression) : node;
}

/** @param {Node | undefined} node */
function isFunction(node) {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node?.type);
}

/** @param {Node} node @returns {Node | undefined} */
function functionOf(node) {
  for (let at = node.parent; at; at = at.parent) if (isFunction(at)) return at;
  return undefined;
}

/** What a field holds by its name, where nothing else is known of it. @param {string} name @returns {readonly Reading[]} */
function fieldNamed(name) {
  if (sentenceFields.test(name)) return [[{ words: [[sentence]] }]];
  return stateFields.test(name) ? [[{ words: [[state]] }]] : unknown;
}

/** The same for a variable, whose name says less: what somebody wrote is a text too. @param {string} name @returns {readonly Reading[]} */
function heldBy(name) {
  return /^(why|problem|message|status|state|severity|verdict)$/.test(name) ? fieldNamed(name) : unknown;
}

/** The name of an object's field. @param {Node} property @returns {string | undefined} */
export function keyOf(property) {
  return property.key?.name ?? property.key?.value;
}

/** The names that a parameter declares. @param {Node} param @returns {Node[]} */
function declared(param) {
  if (param.type === 'Identifier') return [param];
  if (param.type === 'AssignmentPattern') return declared(param.left);
  if (param.type !== 'ObjectPattern') return [];
  return param.properties.flatMap((/** @type {Node} */ { type, value }) =>
    type === 'Property' ? declared(value) : [],
  );
}

/**
 * What is given for a name: the argument, or its field where the parameter takes it apart.
 *
 * @param {Node} param
 * @param {Node} name
 * @param {Node | undefined} argument
 * @returns {Node | undefined}
 */
function fieldOf(param, name, argument) {
  if (param.type === 'Identifier' || param.type === 'AssignmentPattern') return argument;
  const field = param.properties.find((/** @type {Node} */ { value }) => value && declared(value).includes(name));
  if (argument?.type !== 'ObjectExpression') return undefined;
  return argument.properties.find((/** @type {Node} */ own) => keyOf(own) === keyOf(field))?.value;
}

/** @param {readonly (readonly Reading[])[]} readings @returns {readonly Reading[]} */
function oneOf(readings) {
  const all = new Map(readings.flat().map(reading => [JSON.stringify(reading), reading]));
  return all.size === 0
    ? unknown
    : all.size > maxReadings
      ? [[{ words: choice([...all.values()]) }]]
      : [...all.values()];
}

/** What stands in a place of a sentence: its words where there is one reading, else a place that names them. @param {readonly Reading[]} readings @returns {readonly Reading[]} */
function place(readings) {
  if (readings.length === 1) return readings;
  return [[{ words: choice(readings) }]];
}

/** What may stand in a place; nothing is known of it where every reading is a value. @param {readonly Reading[]} readings @returns {readonly Reading[]} */
function choice(readings) {
  const words = new Map(readings.flatMap(spread).map(reading => [JSON.stringify(reading), reading]));
  return [...words.values()].every(([only]) => only === value) ? [] : [...words.values()];
}

/** A reading that is nothing but a place is what may stand in it. @param {Reading} reading @returns {readonly Reading[]} */
function spread(reading) {
  const [only] = reading;
  if (reading.length !== 1 || typeof only !== 'object') return [reading];
  return only.words.length === 0 ? [[value]] : only.words;
}

/** @param {readonly (readonly Reading[])[]} parts @returns {readonly Reading[]} */
function joined(parts) {
  return parts.reduce(
    (/** @type {readonly Reading[]} */ before, after) => before.flatMap(one => after.map(two => [...one, ...two])),
    [[]],
  );
}
