export const reviewVerdicts = ['pass', 'pass_with_findings', 'fail', 'conditional_pass'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];
