import { agentStateReader } from './agentState.js';
import { readBacklog } from './backlog.js';
import { readBeads } from './beads.js';
import { readCsv } from './csv.js';
import type { DatabaseReader } from './database.js';
import type { DatabaseFormat, ImportFormat, TextFormat } from './formats.js';
import { readGithub } from './github.js';
import { readGitlab } from './gitlab.js';
import { hostError } from './hostAnswer.js';
import type { Reader, SourceFile } from './imported.js';
import { issuesIn } from './issueLists.js';
import { readJira } from './jira.js';
import { parseJson } from './json.js';
import { readJsonLines } from './jsonLines.js';
import { readJsonList } from './jsonList.js';
import { readLinear } from './linear.js';
import { isTaskMaster, readTaskMaster } from './taskMaster.js';
import { workstateReader } from './workstate.js';

export const readers: Readonly<Record<TextFormat, Reader>> = {
  beads: readBeads,
  taskmaster: readTaskMaster,
  backlog: readBacklog,
  github: readGithub,
  gitlab: readGitlab,
  jira: readJira,
  linear: readLinear,
  csv: readCsv,
  jsonl: readJsonLines,
  json: readJsonList,
};

export const databaseReaders: Readonly<Record<DatabaseFormat, DatabaseReader>> = {
  'agent-state': agentStateReader,
  workstate: workstateReader,
};

/** Files to look for in a folder of the repository or tracker; the first match per format counts. */
export const trackerFiles: readonly (readonly [ImportFormat, readonly string[]])[] = [
  ['beads', ['.beads/issues.jsonl', '.beads/beads.jsonl', 'issues.jsonl', 'beads.jsonl']],
  ['taskmaster', ['.taskmaster/tasks/tasks.json', 'tasks/tasks.json', 'tasks.json']],
  ['agent-state', ['state.sqlite']],
  ['workstate', ['.task-state/handoff.db', 'handoff.db']],
];
/** Files with these names are databases, whatever their content. */
export const databaseFiles: Readonly<Record<string, DatabaseFormat>> = {
  'state.sqlite': 'agent-state',
  'handoff.db': 'workstate',
};
/** Folders where Backlog.md may be; '' is the folder itself. */
export const backlogFolders = ['backlog', '.backlog', ''];
export const backlogTaskFolders = ['tasks', 'completed', 'drafts', 'archive/tasks', 'archive/drafts'];

export function formatOf(file: SourceFile): TextFormat | undefined {
  const { name, text } = file;
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  switch (extension) {
    case 'csv':
    case 'tsv':
      return 'csv';
    case 'md':
      return 'backlog';
    case 'json':
      return formatOfJson(file);
    case 'jsonl':
    case 'ndjson':
      return /(^|[\\/])\.beads[\\/]/.test(name) || /"(_type|issue_type|depends_on_id)":/.test(text) ? 'beads' : 'jsonl';
    default:
      return undefined;
  }
}

/** Guesses the format from the first issue; falls back to the tool that usually writes such a file. */
function formatOfJson(file: SourceFile): TextFormat {
  const otherwise = file.text.trimStart().startsWith('[') ? 'github' : 'taskmaster';
  let root: unknown;
  try {
    root = parseJson(file);
  } catch {
    return otherwise;
  }
  if (isTaskMaster(root)) return 'taskmaster';
  const issue = issuesIn(root)?.find(one => typeof one === 'object' && one !== null) as object | undefined;
  if (issue === undefined) return hostError(root) === undefined ? otherwise : 'json';
  if ('iid' in issue) return 'gitlab';
  if ('fields' in issue && 'key' in issue) return 'jira';
  if ('identifier' in issue) return 'linear';
  return 'number' in issue ? 'github' : 'json';
}

export function formatOfTables(names: ReadonlySet<string>): DatabaseFormat | undefined {
  const formats = Object.keys(databaseReaders) as DatabaseFormat[];
  return formats.find(format => databaseReaders[format].needed.every(table => names.has(table)));
}
