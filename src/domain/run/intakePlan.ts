import * as z from 'zod';
import { wordsOf } from '../search/words.js';

/** Risks of a request, as far as the repository shows; in display order. */
export const intakeRisks = ['fewWords', 'noDocument', 'noTest', 'uncommitted'] as const;
export type IntakeRisk = (typeof intakeRisks)[number];
export const intakeConfidences = ['low', 'medium', 'high'] as const;

/** Files to read and tests to run for a request, best match first; paths are relative to the worktree root. */
export const intakePlanSchema = z.object({
  documents: z.array(z.string()),
  skills: z.array(z.string()),
  tests: z.array(z.string()),
  risks: z.array(z.enum(intakeRisks)),
  confidence: z.enum(intakeConfidences),
});
export type IntakePlan = z.infer<typeof intakePlanSchema>;

export const intakeKinds = ['documents', 'skills', 'tests'] as const;
export type IntakeKind = (typeof intakeKinds)[number];

const maxEach: Readonly<Record<IntakeKind, number>> = { documents: 8, skills: 3, tests: 8 };
/** Min score of a file, relative to the best one. */
const minShare = 0.15;
/** Shares of the request's words found in the files. */
const [highCover, mediumCover] = [0.66, 0.33];
const maxStems = 40;
const maxHeadings = 200;

const document = /\.(?:md|mdx|markdown|rst|adoc)$/i;
const skill = /(?:^|\/)skill\.md$|(?:^|\/)\.claude\/commands\/.+\.md$|(?:^|\/)\.cursor\/rules\/.+\.mdc$/i;
const code = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|cs|php|swift|scala|exs?|c|cc|cpp|sh)$/i;
const test =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec|tests)\.[a-z]+$|(?:^|\/)test_[^/]+$|Tests?\.[a-z]+$/;

export function intakeKindOf(path: string): IntakeKind | undefined {
  if (skill.test(path)) return 'skills';
  if (document.test(path)) return 'documents';
  return code.test(path) && test.test(path) ? 'tests' : undefined;
}

const heading = /^(?:#{1,6}|={1,6})\s+(.+)$|^(.+)\n(?:={3,}|-{3,})$|^(?:name|title|description):\s*(.+)$/gm;
const testTitle =
  /\b(?:describe|it|test)(?:\.\w+)*\(\s*(["'`])(.{1,200}?)\1|\b(?:def|func|fn|function)\s+(test\w*)|\b(Test\w+)\(/gi;

export function headingsOf(kind: IntakeKind, text: string): string[] {
  const found = text.matchAll(kind === 'tests' ? testTitle : heading);
  const groups = [...found].map(match => (kind === 'tests' ? [match[2], match[3], match[4]] : match.slice(1)));
  return groups.flatMap(texts => texts.filter(one => one !== undefined)).slice(0, maxHeadings);
}

/** Words common to all requests. */
const common = new Set(
  wordsOf(
    `a about after all an and any are as at be because been before but by can could did do does for from get had has have how i if in
    into is it its make may me more my need new no not now of on or our please should so some than that the their them then there
    these they this to too up us use was we were what when where which while who why will with would you your`,
  ).map(({ stem }) => stem),
);

export function intakeStems(request: string): string[] {
  const stems = wordsOf(request, true).map(({ stem }) => stem);
  return [...new Set(stems)].filter(stem => stem.length > 1 && !common.has(stem)).slice(0, maxStems);
}

export interface IntakeHit {
  readonly path: string;
  readonly kind: IntakeKind;
  readonly score: number;
  /** Its path and headings. */
  readonly text: string;
}

/** Scores a file without an index: words in path and title count three times. */
export function plainScore(stems: readonly string[], title: string, body: string): number {
  const [inTitle, inBody] = [title, body].map(text => new Set(wordsOf(text).map(({ stem }) => stem)));
  return stems.reduce((sum, stem) => sum + (inTitle?.has(stem) ? 3 : inBody?.has(stem) ? 1 : 0), 0);
}

/** Needs at least one match; `uncommitted` are changed paths. Ties are sorted by path. */
export function planOf(
  stems: readonly string[],
  hits: readonly IntakeHit[],
  uncommitted: readonly string[],
): IntakePlan {
  const best = hits.reduce((max, { score }) => Math.max(max, score), 0);
  const ranked = hits
    .filter(({ score }) => score >= best * minShare)
    .sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
  const chosen = intakeKinds.map(kind => ranked.filter(hit => hit.kind === kind).slice(0, maxEach[kind]));
  const [documents = [], skills = [], tests = []] = chosen.map(list => list.map(({ path }) => path));
  const words = new Set(chosen.flat().flatMap(({ text }) => wordsOf(text).map(({ stem }) => stem)));
  const cover = stems.filter(stem => words.has(stem)).length / Math.max(1, stems.length);
  const isRisk: Readonly<Record<IntakeRisk, boolean>> = {
    fewWords: stems.length < 2,
    noDocument: documents.length + skills.length === 0,
    noTest: tests.length === 0,
    uncommitted: [...documents, ...skills, ...tests].some(path => uncommitted.includes(path)),
  };
  const risks = intakeRisks.filter(risk => isRisk[risk]);
  const isSure = cover >= highCover && !isRisk.fewWords && !isRisk.noDocument;
  const confidence = isSure ? 'high' : cover >= mediumCover ? 'medium' : 'low';
  return { documents, skills, tests, risks, confidence };
}
