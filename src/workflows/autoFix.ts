import type { Finding } from '../domain/finding/finding.js';
import { isRefusal, RefusalError } from '../domain/refusal/refusal.js';
import type { BriefAct } from '../domain/workflow/brief.js';
import { findingFix } from '../operations/finding/findingFix.js';
import { findingList } from '../operations/finding/findingList.js';
import { findingShow } from '../operations/finding/findingShow.js';
import { gateCheck } from '../operations/gate/gateCheck.js';
import { type CodeOrder, codePrompt } from './codePrompt.js';
import { findingLine, listSection, taskNamedIn } from './standing.js';
import {
  elsewhere,
  gateCommandIn,
  type Handout,
  handoutText,
  handToLane,
  noTest,
  readWork,
  runTest,
  testOf,
  type Work,
} from './work.js';
import { act, defineWorkflow, orRefusal, type Prepared, type ProofOrder, read, type WorkflowCall } from './workflow.js';

const max = { findings: 10, named: 20 };

/** Open findings and the change that fixes them; a person marks them fixed, with evidence. */
export const autoFix = defineWorkflow({
  name: 'auto-fix',
  title: t => t('Fix Findings'),
  summary: 'Proposes a change that fixes the open findings, or the named ones, and tests it.',
  offeredWith: 'finding',
  argumentHint: t => t('Findings such as F-3, or a task (empty = findings of the current task)'),
  sample: 'fix the open findings',
  steps: [
    'Read the brief above. It lists the open findings with their locations and suggested fixes.',
    'Check each location before changing anything. Leave findings that are wrong or not worth fixing: say why, and do not mark them as fixed.',
    'Fix one finding at a time with the smallest change. If a finding has a repro command, see it fail first.',
    'Run the test with the evidence tool, then commit the fix.',
    'Mark it as fixed: review_findings fix with the finding and the evidence. Only a commit made after the finding counts.',
  ],
  async prepare(call, request): Promise<Prepared> {
    const { translate: t, markup, files } = call;
    const work = await workOf(call, request);
    const found = await findingsOf(call, request, work);
    const shown = found.slice(0, max.findings);
    const handout = handoutOf(shown);
    const gateCommand =
      work === undefined ? gateCommandIn(await read(call, gateCheck, { gate: 'review-ready' })) : work.gateCommand;
    const context = { work, gateCommand };
    const proof = proofFor(context, shown);
    const isHere = work?.isHere !== false;
    const ids = shown.map(({ ref }) => ref);
    const fix: BriefAct = act(t('Mark as Fixed'), findingFix, { ids });
    return {
      brief: {
        title: work === undefined ? t('Fix Findings') : t('Fix Findings: {0}', work.shown.task.ref),
        sections: [
          listSection(call, t('Open findings'), shown, finding => lineOf(call, finding), { total: found.length }),
          {
            heading: t('Verified by'),
            lines: [
              proof === undefined
                ? noTest(call)
                : markup.entry(
                    isOfGate(context, proof)
                      ? t('{0} (required by the gate)', markup.text(proof.command))
                      : markup.text(proof.command),
                  ),
            ],
          },
        ],
        references: shown.flatMap(({ path, lineStart }) => [
          { kind: 'file' as const, ref: path, ...(lineStart === null ? {} : { line: lineStart }) },
        ]),
        acts:
          shown.length === 0
            ? []
            : [
                ...(work?.packet !== undefined && isHere ? runTest(call, work.packet, testOf(work)) : []),
                fix,
                ...handToLane(call, work?.lane, handout),
              ].slice(0, 3),
        missing: [
          ...(shown.length === 0 ? [t('No open findings to fix.')] : []),
          ...(work === undefined || isHere ? [] : elsewhere(call, work)),
        ],
      },
      ...(shown.length === 0 ? {} : { packet: handoutText(handout) }),
      ...(shown.length > 0 && isHere && files !== undefined
        ? { prompt: await codePrompt(call, files, orderOf(call, shown, { known: context, request })) }
        : {}),
    };
  },
});

/** Undefined without a task, which selects the findings of the repository. */
async function workOf(call: WorkflowCall, request: string): Promise<Work | undefined> {
  const work = await orRefusal(readWork(call, request));
  if (!isRefusal(work)) return work;
  const isNamed = taskNamedIn(request).task !== undefined || /\bS-\d+\b/.test(request);
  if (work.code !== 'not_found' || isNamed) throw new RefusalError(work);
  return undefined;
}

/** Open findings named in the request, else all of the task or the repository. */
async function findingsOf(call: WorkflowCall, request: string, work: Work | undefined): Promise<Finding[]> {
  const named = [...new Set(request.match(/\bF-\d+\b/g) ?? [])].slice(0, max.named);
  if (named.length === 0) {
    const of = work === undefined ? {} : { task: work.shown.task.ref };
    const listed = await read(call, findingList, { status: 'open', ...of });
    return listed.findings.filter(({ mode }) => mode !== 'planning');
  }
  const findings: Finding[] = [];
  for (const id of named) {
    const shown = await read(call, findingShow, { id });
    if (shown.finding.status === 'open') findings.push(shown.finding);
  }
  return findings;
}

function lineOf(call: WorkflowCall, finding: Finding): string {
  const { markup, translate: t } = call;
  const line = findingLine(call, finding);
  return finding.fix === null ? line : `${line} ${t('Suggested fix: {0}', markup.text(finding.fix.slice(0, 300)))}`;
}

interface Known {
  /** Undefined for the repository's findings. */
  readonly work: Work | undefined;
  readonly gateCommand: string | null;
}

/** Evidence to run: the first finding's command, else the current slice's test, else the gate's command. */
function proofFor({ work, gateCommand }: Known, findings: readonly Finding[]): ProofOrder | undefined {
  const task = work?.shown.task.ref;
  const test = work?.packet?.slice.testCommand;
  const [repro] = findings.flatMap(each => reproOf(each) ?? []);
  const command = repro ?? test ?? gateCommand;
  return command == null ? undefined : { command, task, slice: command === test ? work?.packet?.slice.ref : undefined };
}

function isOfGate({ gateCommand }: Known, { command, slice }: ProofOrder): boolean {
  return slice === undefined && command === gateCommand;
}

/** A command that did not reproduce the finding cannot prove a fix. */
function reproOf({ repro, reproState }: Finding): string | undefined {
  return reproState === 'unproven' ? undefined : (repro ?? undefined);
}

/** A finding with a command is proven only by that command, others by the slice's test or the gate's command. */
function isProvenBy(finding: Finding, context: Known, proof: ProofOrder): boolean {
  const repro = reproOf(finding);
  return repro === undefined ? proof.slice !== undefined || isOfGate(context, proof) : repro === proof.command;
}

function handoutOf(findings: readonly Finding[]): Handout {
  const refs = findings.map(({ ref }) => ref).join(', ');
  return {
    reason: `Fix ${refs}`,
    actions: [
      ...findings.map(({ ref, path, lineStart, text, fix }) => {
        const place = lineStart === null ? path : `${path}:${lineStart}`;
        return `${ref}, ${place}: ${text}${fix === null ? '' : ` Suggested fix: ${fix}`}`.slice(0, 1000);
      }),
      'Run the test with the evidence tool, commit, and mark each finding as fixed with the evidence: review_findings fix.',
    ],
    artifacts: [...new Set(findings.map(({ path }) => path))],
    name: `auto-fix-${refs.replaceAll(', ', '-')}`.slice(0, 150),
  };
}

function orderOf(
  call: WorkflowCall,
  findings: readonly Finding[],
  { known: context, request }: { readonly known: Known; readonly request: string },
): CodeOrder {
  const { translate: t } = call;
  return {
    task: [
      'You fix code review findings, each with the smallest change. Leave findings that are wrong or that you cannot fix.',
      'In addition to "summary" and "files", return "for": the refs of the findings your change fixes, such as ["F-3"].',
    ],
    facts: findings.map(({ ref, severity, path, lineStart, text, fix }) => ({
      priority: 90,
      text: `${ref} (${severity}), ${path}${lineStart === null ? '' : `, line ${lineStart}`}: ${text}${fix === null ? '' : `\nSuggested fix: ${fix}`}`,
    })),
    request,
    named: [...new Set(findings.map(({ path }) => path))],
    words: findings.map(({ text }) => text).join(' '),
    may: () => true,
    leftOut: '',
    nothingLeft: 'The edit changes nothing.',
    change: refs => {
      const fixed = findings.filter(({ ref }) => refs.includes(ref));
      const proof = proofFor(context, fixed.length === 0 ? findings : fixed);
      const ids =
        proof === undefined ? [] : fixed.filter(each => isProvenBy(each, context, proof)).map(({ ref }) => ref);
      return {
        proof,
        expect: 'green',
        again: fixed.map(({ ref }) => ref).join(' '),
        next:
          ids.length === 0
            ? []
            : [
                {
                  title: t('Mark {0} as Fixed', ids.join(', ')),
                  operation: findingFix.name,
                  input: { ids },
                  proofAs: 'evidence',
                  afterCommit: true,
                },
              ],
      };
    },
  };
}
