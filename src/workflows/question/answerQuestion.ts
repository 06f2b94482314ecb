import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { type Prepared, read, type WorkflowCall } from '../workflow.js';
import { answerBlocked } from './answerBlocked.js';
import { answerChanges } from './answerChanges.js';
import { answerFindings } from './answerFindings.js';
import { answerNeeds } from './answerNeeds.js';
import { answerNext } from './answerNext.js';
import { answerOwner } from './answerOwner.js';
import { answerRecords } from './answerRecords.js';
import { answerStanding } from './answerStanding.js';
import { answerWorking } from './answerWorking.js';
import type { Question } from './question.js';

export async function answerQuestion(call: WorkflowCall, question: Question): Promise<Prepared> {
  switch (question.about) {
    case 'standing':
      return answerStanding(call, await read(call, repositoryDashboard, {}));
    case 'next':
      return answerNext(call);
    case 'needs':
      return answerNeeds(call);
    case 'working':
      return answerWorking(call);
    case 'owner':
      return answerOwner(call, question.path);
    case 'blocked':
      return answerBlocked(call, question.act, question.task);
    case 'changes':
      return answerChanges(call, question.since);
    case 'records':
      return answerRecords(call, question.refs);
    case 'findings':
      return answerFindings(call, question);
  }
}
