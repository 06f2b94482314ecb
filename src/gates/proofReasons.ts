import { isMasked } from '../domain/evidence/commandText.js';
import type { EvidenceGrade } from '../domain/evidence/evidenceGrade.js';
import { isAtLeast, isFresh, isRunOf } from '../domain/evidence/freshness.js';
import { message } from '../messages/message.js';
import { type GateReason, listed, reason } from './gate.js';
import type { GateSnapshot, JudgedEvidence, TaskFacts } from './gateSnapshot.js';

type Proven = Pick<TaskFacts, 'proofs' | 'ownEvidence' | 'isMadeForLane'>;

/**
 * Each configured command needs fresh evidence, from any task; without commands, the task needs its own, unless it was made for a
 * lane. The newest run decides.
 */
export function proofReasons(snapshot: GateSnapshot, task: Proven): GateReason[] {
  const { gate } = snapshot.config;
  const { hash } = snapshot.tree;
  const strong = task.proofs.filter(proof => isAtLeast(proof.grade, gate.minimumGrade));
  if (gate.commands.length === 0) {
    if (task.isMadeForLane) return [];
    const own = strong.filter(proof => task.ownEvidence.has(proof.number));
    return judge(own, hash, undefined, task.proofs.length > strong.length ? gate.minimumGrade : undefined);
  }
  return gate.commands.flatMap((command, index) => {
    const ofCommand = (proof: JudgedEvidence) => isEvidenceOf(proof, command, index);
    const proofs = strong.filter(ofCommand);
    const isWeak = task.proofs.filter(ofCommand).length > proofs.length;
    return judge(proofs, hash, command, isWeak ? gate.minimumGrade : undefined);
  });
}

function isEvidenceOf(proof: JudgedEvidence, command: string, index: number): boolean {
  return proof.directory === '' && (proof.proves?.includes(index) ?? isRunOf(proof, command));
}

/** Warns of deciding runs whose environment may have changed the result. */
export function unusualRunWarnings(snapshot: GateSnapshot, task: Proven): GateReason[] {
  const { gate } = snapshot.config;
  const counting = task.proofs.filter(
    proof => isAtLeast(proof.grade, gate.minimumGrade) && isFresh(proof, snapshot.tree.hash) && proof.passed === 1,
  );
  const deciding =
    gate.commands.length === 0
      ? [counting.find(proof => task.ownEvidence.has(proof.number))]
      : gate.commands.map((command, index) => counting.find(proof => isEvidenceOf(proof, command, index)));
  return [...new Set(deciding)].flatMap(proof => (proof === undefined ? [] : unusual(proof)));
}

function unusual({ number, command, run }: JudgedEvidence): GateReason[] {
  if (run === undefined) return [];
  const texts = [
    ...(run.foundIn === null
      ? []
      : [
          message('gates.unusualProgram', {
            ...{ evidence: number, command, program: run.program ?? '' },
            place: message(run.foundIn === 'worktree' ? 'gates.inWorktree' : 'gates.inTemporary'),
          }),
        ]),
    ...(run.loaders.length === 0
      ? []
      : [message('gates.unusualVariables', { evidence: number, command, names: listed(run.loaders) })]),
  ];
  const fix = message('gates.unusualRunFix');
  return texts.map(text => reason('unusual_run', text, fix, [`E-${number}`], { input: { command: [command] } }));
}

/** Warns that without configured commands any passing command closes a task, even one that tests nothing. */
export function namedProofWarnings({ config }: GateSnapshot): GateReason[] {
  if (config.gate.commands.length > 0) return [];
  const text = message('gates.noNamedProof');
  return [reason('no_named_proof', text, message('gates.noNamedProofFix'))];
}

/** Warns of changed commands and removed tests, for a person to read before trusting the evidence. */
export function changedProofWarnings({ tree: { proofChanges } }: GateSnapshot): GateReason[] {
  const { commands, tests } = proofChanges;
  const warnings: GateReason[] = [];
  if (commands.length > 0) {
    const text = message('gates.changedProof', { places: listed(commands) });
    warnings.push(reason('changed_proof', text, message('gates.changedProofFix'), commands));
  }
  if (tests.length > 0) {
    const text = message('gates.removedTests', { places: listed(tests) });
    warnings.push(reason('removed_tests', text, message('gates.removedTestsFix'), tests));
  }
  return warnings;
}

/** Warns of a branch with more changed lines than the repository's settings allow for one review. */
export function tooLargeWarnings({ tree: { changedLines = 0 }, config }: GateSnapshot): GateReason[] {
  const { maxLines } = config.review;
  if (maxLines === undefined || changedLines <= maxLines) return [];
  const text = message('gates.tooLarge', { lines: changedLines, max: maxLines });
  return [reason('too_large', text, message('gates.tooLargeFix'), [])];
}

/** `weaker` is the required grade, if weaker evidence was ignored. */
function judge(
  proofs: readonly JudgedEvidence[],
  hash: string | undefined,
  command: string | undefined,
  weaker: EvidenceGrade | undefined,
): GateReason[] {
  const ofTree = proofs.filter(proof => isFresh(proof, hash));
  const partial = ofTree.filter(({ passed, missed }) => passed === 1 && missed !== undefined);
  const fresh = newestOfEachCommand(ofTree.filter(proof => !partial.includes(proof)));
  if (fresh.some(proof => proof.passed === 1)) return [];
  const run = command !== undefined && isMasked(command) ? 'gates.runSecretProof' : 'gates.runProof';
  const fix = message(command === undefined ? 'gates.runAnyProof' : run);
  const more = command === undefined ? {} : { input: { command: [command] } };
  const [failed] = fresh;
  if (failed !== undefined) {
    const text = message('gates.failingProof', { command: failed.command, evidence: failed.number });
    return [reason('failing_test_evidence', text, fix, [`E-${failed.number}`], more)];
  }
  const [part] = partial;
  if (part !== undefined) {
    const facts = { command: part.command, evidence: part.number, path: String(part.missed) };
    const about = [`E-${part.number}`];
    return [
      reason(
        'partial_test_evidence',
        message('gates.partialProof', facts),
        message('gates.partialProofFix'),
        about,
        more,
      ),
    ];
  }
  const latest = proofs.find(proof => proof.passed === 1);
  if (latest !== undefined) {
    const text = message('gates.staleProof', { evidence: latest.number, command: latest.command });
    return [reason('stale_test_evidence', text, fix, [`E-${latest.number}`], more)];
  }
  const what = command === undefined ? message('gates.nothingProvesWork') : message('gates.nothingProves', { command });
  const why = weaker === undefined ? '' : message('gates.weakerThan', { grade: weaker });
  return [
    reason(
      'missing_test_evidence',
      message('gates.missingProof', { what, why }),
      fix,
      command === undefined ? [] : [command],
      more,
    ),
  ];
}

/** `proofs` are newest first. */
function newestOfEachCommand(proofs: readonly JudgedEvidence[]): JudgedEvidence[] {
  const seen = new Set<string>();
  return proofs.filter(({ command, directory }) => {
    const run = JSON.stringify([directory, command]);
    if (seen.has(run)) return false;
    seen.add(run);
    return true;
  });
}
