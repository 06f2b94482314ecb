import { join } from 'node:path';
import { type SearchField, searchFields } from '../../../domain/search/searchQuery.js';
import { partsOfNames, wordsOf } from '../../../domain/search/words.js';
import { writeFileAtomically } from '../../../platform/files.js';
import { readRegularFile } from '../../../platform/regularFile.js';
import type { IndexedText, TextHit, TextIndex, TextQuery } from '../../textIndex.js';
import { crc32 } from './crc32.js';
import type { SqlJsDatabase, SqlJsModule } from './sqlJsModule.js';

/** Increase after any change of these tables, of the records' texts or of the stemming. */
const version = 3;
const schema = `
  pragma user_version = ${version};
  create table groups(name text primary key, stamp text not null) without rowid;
  create table texts(id integer primary key, grp text not null, key text not null, kind text not null, title text not null,
    body text not null, status text, author text, at integer not null, task text, lane text, path text);
  create index texts_group on texts(grp);
  create index texts_key on texts(key);
  create virtual table words using fts4(content="", title, body, parts, tokenize=simple);`;

/** The file is in memory and has one user; reading it through JavaScript takes longer than the rest of a search. */
const settings =
  'pragma locking_mode = exclusive; pragma synchronous = off; pragma journal_mode = off; pragma cache_size = -32000';

/** Byte offsets in SQLite's header, and its length. */
const header = { pageSize: 16, pages: 28, userVersion: 60, length: 100 } as const;
const maxBytes = 1024 * 1024 * 1024;

/** Max ranked matches, latest first. */
const maxRanked = 1000;
/** Weights of a word in the title, the body and a part of a name. */
const weights = [3, 1, 0.5] as const;
/** BM25: saturation of repetition, and effect of length. */
const [k1, b] = [1.2, 0.6];

/** Words of changed or removed texts are purged above this number and a quarter of all. */
const maxStale = 1000;
/** A larger index is written only after this many changes: reading the texts again takes less time. */
const [largeBytes, manyChanges] = [8 * 1024 * 1024, 500];

type Value = string | number | Uint8Array | null;

/** Opens an index below `directory`, or starts an empty one. */
export async function openTextIndex(module: SqlJsModule, directory: string, name: string): Promise<TextIndex> {
  const file = join(directory, 'kept', `${name}.index`);
  const found = await readRegularFile(file, { maxBytes: maxBytes, followsLinks: false }).catch(() => undefined);
  const content = found !== undefined && 'content' in found ? found.content : undefined;
  const origin = content === undefined ? 'missing' : originOf(content);
  const image = origin === 'read' ? content?.subarray(0, -4) : undefined;
  return new SqljsTextIndex(module, file, image, found !== undefined && content === undefined ? 'damaged' : origin);
}

/** Checks that a file is complete; its checksum follows the image. */
function originOf(content: Buffer): TextIndex['origin'] {
  if (content.length < header.length || content.toString('latin1', 0, 15) !== 'SQLite format 3') return 'damaged';
  if (content.readUInt32BE(header.userVersion) !== version) return 'otherVersion';
  return crc32(content.subarray(0, -4)) === content.readUInt32BE(content.length - 4) ? 'read' : 'damaged';
}

class SqljsTextIndex implements TextIndex {
  readonly origin: TextIndex['origin'];
  readonly #file: string;
  readonly #database: SqlJsDatabase;
  #bytes: number;
  /** Changed texts and stamps since the file was written. */
  #changes = 0;
  #isChanged = false;

  constructor(module: SqlJsModule, file: string, image: Uint8Array | undefined, origin: TextIndex['origin']) {
    this.origin = origin;
    this.#file = file;
    this.#database = new module.Database(image);
    this.#bytes = image?.length ?? 0;
    this.#database.exec(settings);
    if (image === undefined) this.#database.exec(schema);
  }

  get size(): number {
    return Number(this.#rows('select count(*) from texts')[0]?.[0]);
  }

  groups(): Map<string, string> {
    return new Map(this.#rows('select name, stamp from groups').map(([name, stamp]) => [String(name), String(stamp)]));
  }

  put(group: string, stamp: string, texts: readonly IndexedText[]): void {
    const present = new Map(
      this.#rows('select key, id, title, body, status, author, at, kind, task, lane, path from texts where grp = ?', [
        group,
      ]).map(row => [String(row[0]), row]),
    );
    this.#database.exec('begin');
    const added: IndexedText[] = [];
    for (const text of texts) {
      const [, id, title, body, ...facts] = present.get(text.key) ?? [];
      if (id !== undefined && title === text.title && body === text.body) {
        present.delete(text.key);
        const { task = null, lane = null, path = null } = text;
        const now = [text.status, text.author, text.at, text.kind, task, lane, path];
        if (now.every((fact, index) => fact === facts[index])) continue;
        const set = 'status = ?, author = ?, at = ?, kind = ?, task = ?, lane = ?, path = ?';
        this.#rows(`update texts set ${set} where id = ?`, [...now, Number(id)]);
      } else added.push(text);
      this.#changes += 1;
    }
    this.#insert(group, added);
    for (const [, id] of present.values()) this.#rows('delete from texts where id = ?', [Number(id)]);
    this.#changes += present.size;
    this.#rows('insert or replace into groups(name, stamp) values (?, ?)', [group, stamp]);
    this.#database.exec('commit');
    this.#isChanged = true;
  }

  remove(group: string): void {
    this.put(group, '', []);
    this.#rows('delete from groups where name = ?', [group]);
  }

  search(query: TextQuery): TextHit[] {
    const { filters = {}, first = [], limit } = query;
    const { sql: fits, values } = filterSql(filters);
    if (query.phrases.length === 0) {
      return this.#texts(`where true${fits} order by at desc, id desc limit ?`, [...values, limit], new Map());
    }
    const asked = this.#rows(`select id from texts where key in (${first.map(() => '?').join()})${fits}`, [
      ...first,
      ...values,
    ]).map(([id]) => Number(id));
    const scores = new Map<number, number>(asked.map(id => [id, Number.POSITIVE_INFINITY]));
    const found = this.#rows(
      `select texts.id, matchinfo(words, 'pcnalx') from words join texts on texts.id = words.docid
        where words match ?${fits} order by words.docid desc limit ${maxRanked}`,
      [matchOf(query), ...values],
    );
    for (const [id, info] of found) {
      if (!scores.has(Number(id))) scores.set(Number(id), scoreOf(info as Uint8Array));
    }
    const best = [...scores].sort(([one, left], [other, right]) => (left === right ? other - one : right - left));
    const shown = best.slice(0, limit).map(([id]) => id);
    const hits = this.#texts(`where id in (${shown.map(() => '?').join()})`, shown, scores);
    return hits.sort((one, other) => (one.score === other.score ? other.at - one.at : other.score - one.score));
  }

  async save(): Promise<void> {
    if (!this.#isChanged || (this.#bytes > largeBytes && this.#changes < manyChanges)) return;
    this.#forgetStaleWords();
    const image = this.#database.export();
    // An export reopens the database without its settings.
    this.#database.exec(settings);
    const file = Buffer.alloc(image.length + 4);
    file.set(image);
    file.writeUInt32BE(crc32(image), image.length);
    this.#bytes = image.length;
    this.#changes = 0;
    this.#isChanged = false;
    try {
      await writeFileAtomically(this.#file, file, { mode: 0o600, sync: false, inStore: true });
    } catch {
      // Changed texts are indexed again after the next opening.
    }
  }

  close(): void {
    this.#database.close();
  }

  #insert(group: string, texts: readonly IndexedText[]): void {
    if (texts.length === 0) return;
    const first = Number(this.#rows('select max(docid) from words_docsize')[0]?.[0] ?? 0) + 1;
    this.#runMany(
      'insert into texts values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      texts.map(({ key, kind, title, body, status, author, at, task = null, lane = null, path = null }, index) => [
        ...[first + index, group, key, kind, title, body],
        ...[status, author, at, task, lane, path],
      ]),
    );
    this.#insertWords(texts.map(({ title, body }, index) => [first + index, title, body]));
  }

  #insertWords(texts: readonly (readonly [id: number, title: string, body: string])[]): void {
    const stems = (text: string) =>
      wordsOf(text)
        .map(({ stem }) => stem)
        .join(' ');
    this.#runMany(
      'insert into words(docid, title, body, parts) values (?, ?, ?, ?)',
      texts.map(([id, title, body]) => [id, stems(title), stems(body), partsOfNames(`${title} ${body}`).join(' ')]),
    );
  }

  #runMany(sql: string, rows: readonly (readonly Value[])[]): void {
    const statement = this.#database.prepare(sql);
    try {
      for (const row of rows) {
        statement.bind(row);
        statement.step();
        statement.reset();
      }
    } finally {
      statement.free();
    }
  }

  /** Deleting single stale words would need texts that the table does not have. */
  #forgetStaleWords(): void {
    const all = Number(this.#rows('select count(*) from words_docsize')[0]?.[0]);
    const stale = all - this.size;
    if (stale <= maxStale || stale * 4 < all) return;
    this.#database.exec('begin; drop table words');
    this.#database.exec(schema.slice(schema.indexOf('create virtual')));
    const texts = this.#rows('select id, title, body from texts order by id');
    this.#insertWords(texts.map(([id, title, body]) => [Number(id), String(title), String(body)]));
    this.#database.exec('commit; vacuum');
  }

  #texts(where: string, values: readonly Value[], scores: ReadonlyMap<number, number>): TextHit[] {
    return this.#rows(
      `select id, grp, key, kind, title, body, status, author, at, task, lane, path from texts ${where}`,
      values,
    ).map(([id, group, key, kind, title, body, status, author, at, task, lane, path]) => ({
      group: String(group),
      key: String(key),
      kind: String(kind),
      title: String(title),
      body: String(body),
      status: status as string | null,
      author: author as string | null,
      at: Number(at),
      task: task as string | null,
      lane: lane as string | null,
      path: path as string | null,
      score: scores.get(Number(id)) ?? 0,
    }));
  }

  #rows(sql: string, values: readonly Value[] = []): Value[][] {
    const statement = this.#database.prepare(sql);
    try {
      const rows: Value[][] = [];
      statement.bind(values);
      while (statement.step()) rows.push(statement.get());
      return rows;
    } finally {
      statement.free();
    }
  }
}

/** Stems are letters and digits with a final star, so they contain no other operator. */
function matchOf({ phrases, anyPhrase = false }: TextQuery): string {
  const texts = phrases.map(stems => `"${stems.join(' ')}"`);
  return texts.join(anyPhrase ? ' OR ' : ' ');
}

const conditions: Readonly<
  Record<SearchField, (value: string) => { readonly sql: string; readonly values: string[] }>
> = {
  kind: wholeWord('kind'),
  status: wholeWord('status'),
  // Prefix match.
  author: value => ({ sql: 'substr(lower(author), 1, length(?)) = ?', values: [value, value] }),
  task: oneOf('task'),
  lane: oneOf('lane'),
  // Substring match, or a pattern if it contains a star.
  path: value =>
    value.includes('*')
      ? { sql: "char(10) || lower(path) || char(10) glob '*' || char(10) || ? || char(10) || '*'", values: [value] }
      : { sql: 'instr(lower(path), ?) > 0', values: [value] },
};

function wholeWord(column: string) {
  return (value: string) => ({ sql: `replace(lower(${column}), '_', ' ') = replace(?, '_', ' ')`, values: [value] });
}

/** Matches one of several names between spaces. */
function oneOf(column: string) {
  return (value: string) => ({ sql: `instr(' ' || lower(${column}) || ' ', ' ' || ? || ' ') > 0`, values: [value] });
}

function filterSql(filters: Partial<Readonly<Record<SearchField, readonly string[]>>>): {
  sql: string;
  values: string[];
} {
  const asked = searchFields.flatMap(field => {
    const alternatives = (filters[field] ?? []).map(conditions[field]);
    return alternatives.length === 0 ? [] : [alternatives];
  });
  return {
    sql: asked.map(alternatives => ` and (${alternatives.map(({ sql }) => sql).join(' or ')})`).join(''),
    values: asked.flat().flatMap(({ values }) => values),
  };
}

/** BM25 over all columns as one text, from FTS4's counts (`pcnalx` in its documentation). */
function scoreOf(info: Uint8Array): number {
  const numbers = new Uint32Array(info.slice().buffer);
  const at = (index: number): number => numbers[index] ?? 0;
  const [phrases, columns, texts] = [at(0), at(1), at(2)];
  const [averages, lengths, counts] = [3, 3 + columns, 3 + 2 * columns];
  let [length, average] = [0, 0];
  for (let column = 0; column < columns; column += 1) {
    length += at(lengths + column);
    average += at(averages + column);
  }
  let score = 0;
  for (let phrase = 0; phrase < phrases; phrase += 1) {
    let [frequency, having] = [0, 0];
    for (let column = 0; column < columns; column += 1) {
      const place = counts + 3 * (phrase * columns + column);
      frequency += at(place) * (weights[column] ?? 1);
      having = Math.max(having, at(place + 2));
    }
    const rarity = Math.log(1 + (texts - having + 0.5) / (having + 0.5));
    score += (rarity * frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / Math.max(1, average)));
  }
  return score;
}
