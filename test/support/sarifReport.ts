import { findingList } from '../../src/operations/finding/findingList.js';
import type { GitTestRepository } from './gitTestRepository.js';

/** A log of one run of one tool. */
export const sarif = (results: readonly unknown[], run: object = {}): string =>
  JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Probe' } }, results, ...run }] });
/** A result about a place in a file. */
export const at = (uri: string, region: object | null = { startLine: 1 }) => ({
  ruleId: 'rule',
  message: { text: 'It leaks' },
  locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
});
/** Each finding in a line, the oldest first. */
export async function findingPlaces(repo: GitTestRepository): Promise<string[]> {
  const { findings } = await repo.ok(findingList, { order: 'created' });
  return findings.map(
    ({ severity, path, lineStart, lineEnd, rule, text }) =>
      `${severity} ${path}:${lineStart}-${lineEnd} ${rule}: ${text.split('\n')[0]}`,
  );
}
