import type { Brief, BriefAct } from '../domain/workflow/brief.js';

/** Renders a brief for terminals and models; `callOf` writes how an act is done. Its texts are already escaped, see `Markup`. */
export function briefText(
  { title, sections, acts, missing }: Brief,
  callOf: (act: BriefAct) => string = ({ operation }) => operation,
): string {
  const parts = [
    title,
    ...sections.map(({ heading, lines }) => [`${heading}:`, ...lines].join('\n')),
    ...(acts.length === 0 ? [] : [['Next:', ...acts.map(act => `- ${act.title} (${callOf(act)})`)].join('\n')]),
    ...missing,
  ];
  return parts.join('\n\n');
}
