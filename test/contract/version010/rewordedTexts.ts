/** Texts in answers that 0.1.0 worded otherwise, with the words of this version. */
export const rewordedTexts: Readonly<Record<string, string>> = {
  'feature/limit-1 has no commit that main has not.': 'feature/limit-1 has no commits ahead of main.',
  'Fix and say so: finding fix F-1 --commit <commit>.': 'Fix it and record the fix. Run `stateroom finding fix F-1`.',
  'The plan limits.md was never accepted.': 'Plan limits.md has not been accepted.',
  'Have it reviewed, then accept it: plan accept.': 'Have it reviewed, then accept it. Run `stateroom plan accept`.',
  '1 slice not closed: S-1.': '1 open slice: S-1.',
  'Commit the work on its branch: slice commit.': 'Commit the work on its branch. Run `stateroom slice commit`.',
  'Resolve it: blocker resolve B-1.': 'Resolve it. Run `stateroom blocker resolve B-1`.',
  'Complete or skip it: action complete A-1.': 'Complete or skip it. Run `stateroom action complete A-1`.',
  'Close it with a decision and proof: slice close --slice S-1 --rationale <file>.':
    'Close it with a decision and evidence. Run `stateroom slice close --rationale <file> --slice S-1`.',
  '1 deferred: F-2.': '1 deferred finding: F-2.',
  'See that it is not forgotten: finding show F-2.': 'Make sure it is not forgotten. Run `stateroom finding show F-2`.',
  'No command is named that has to pass, so that any passing command counts as proof.':
    'No required command is configured, so any passing command counts as evidence.',
  'Name the test commands in gate.commands of .stateroom/config.json.':
    'Add the test commands to gate.commands in .stateroom/config.json.',
  '- In hand: The second client': '- Focus: The second client',
  'Slices that are not closed': 'Open slices',
  'Decided lately': 'Recent decisions',
  'Not ready to be closed': 'Not ready to close',
  '- 1 open high finding: F-1. Next: Fix and say so: finding fix F-1 --commit <commit>.':
    '- 1 open high finding: F-1. Next: Fix it and record the fix. Run `stateroom finding fix F-1`.',
  '- 1 slice not closed: S-1. Next: Close it with a decision and proof: slice close --slice S-1 --rationale <file>.':
    '- 1 open slice: S-1. Next: Close it with a decision and evidence. Run `stateroom slice close --rationale <file> --slice S-1`.',
  '- The plan limits.md was never accepted. Next: Have it reviewed, then accept it: plan accept.':
    '- Plan limits.md has not been accepted. Next: Have it reviewed, then accept it. Run `stateroom plan accept`.',
  '- 1 open blocker: No database Next: Resolve it: blocker resolve B-1.':
    '- 1 open blocker: No database Next: Resolve it. Run `stateroom blocker resolve B-1`.',
  '- 1 pending next action: Test two clients Next: Complete or skip it: action complete A-1.':
    '- 1 pending next action: Test two clients Next: Complete or skip it. Run `stateroom action complete A-1`.',
  'It does not say what is to be reached: add a section Objective.': 'It has no objective. Add an Objective section.',
  'It has no section Acceptance that says when it is done.':
    'It has no acceptance criteria. Add an Acceptance section.',
  'It names no test: add a section Tests with the commands.':
    'It names no tests. Add a Tests section with the commands.',
  '- Status: in_progress': '- Status: in progress',
  'src/a.ts belongs to L-1 (open), which is active: leave it to that lane, or wait until it is merged.':
    'src/a.ts is owned by L-1 (open), which is active. Leave it to that lane, or wait until it is merged.',
  'Say What Is in Hand': 'Update Focus',
};
