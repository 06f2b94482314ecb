import { l10n } from 'vscode';
import { taskList } from '../../../../operations/task/taskList.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel } from '../../support/plainText.js';
import { askChoice, back, type ChoiceRow, type Step, stepIf } from '../../support/prompt.js';
import type { Flow } from './flow.js';

interface Home {
  readonly task: string | undefined;
}

/** Step that asks for the task of new findings. Skipped if none is active: they concern the whole repository. */
export function homeSteps(flow: Flow): Step[] {
  if (['task', 'repository', 'run'].some(name => flow.has(name))) return [];
  let found: Promise<ChoiceRow<Home>[]> | undefined;
  const rows = (): Promise<ChoiceRow<Home>[]> => {
    found ??= homeRows(flow);
    return found;
  };
  const setHome = ({ task }: Home): void => {
    if (task === undefined) flow.input.repository = true;
    else flow.input.task = task;
  };
  const hasTasks = async (): Promise<boolean> => {
    if ((await rows()).length > 0) return true;
    setHome(wholeRepository);
    return false;
  };
  return [
    stepIf(hasTasks, async at => {
      const placeholder = l10n.t('Select the task it belongs to');
      const chosen = await askChoice({ ...at, title: flow.title, placeholder, rows: rows() });
      if (chosen !== back && chosen !== undefined) setHome(chosen);
      return chosen;
    }),
  ];
}

const wholeRepository: Home = { task: undefined };

async function homeRows({ repository: repo }: Flow): Promise<ChoiceRow<Home>[]> {
  const listed = await invokeOrThrow(repo, taskList, { live: true });
  if (listed.tasks.length === 0) return [];
  const rows = listed.tasks.map(({ ref, objective, branch }) => ({
    label: asLabel(`${ref} ${objective}`),
    description: branch === null ? '' : asLabel(branch),
    value: { task: ref },
  }));
  return [...rows, { label: l10n.t('$(repo) No task: the whole repository'), value: wholeRepository }];
}
