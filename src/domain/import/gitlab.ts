import { message } from '../../messages/message.js';
import { plainNumber } from '../json/writtenJson.js';
import { badEntry, type Reading, type SourceFile } from './imported.js';
import { type Fields, readIssues } from './issueLists.js';
import { repositoryOf } from './issueOrigin.js';
import { readRecord, textOf } from './tabular.js';

/** Reads the REST and GraphQL APIs. Issue 42 is `#42`, or `group/name#42` with issues of several projects. */
export function readGitlab(files: readonly SourceFile[]): Reading {
  return readIssues(files, all => {
    const isOne = new Set(all.map(one => projectOf(one as Fields)).filter(name => name !== '')).size <= 1;
    return (issue, place) => {
      const { iid, id: _, references: ___, milestone, author, issue_type: kind, issueType = kind, ...more } = issue;
      const { type, due_date, dueDate = due_date, _links: __, ...rest } = more;
      const number = plainNumber(iid);
      if (number === undefined || number === null) throw badEntry(place, message('input.missing', { field: 'iid' }));
      const { due_date: end, dueDate: milestoneEnd = end } = (milestone ?? {}) as Fields;
      const fields = {
        ...rest,
        id: isOne ? `#${number}` : `${projectOf(issue)}#${number}`,
        type: String(issueType ?? type ?? 'issue').toLowerCase(),
        author: textOf(author),
        milestone: textOf(milestone),
        due_date: dueDate ?? milestoneEnd,
      };
      return { entry: readRecord(Object.entries(fields), place) };
    };
  });
}

/** Path of the project, else its number; '' if neither is known. */
function projectOf(issue: Fields | null): string {
  return repositoryOf(issue) || String(issue?.project_id ?? issue?.projectId ?? '');
}
