import type { Brief } from '../domain/workflow/brief.js';

/** Renders a brief for terminals and models. Its texts are already escaped, see `Markup`. */
export function briefText({ title, sections, acts, missing }: Brief): string {
  const parts = [
    title,
    ...sections.map(({ heading, lines }) => [`${heading}:`, ...lines].join('\n')),
    ...(acts.length === 0
      ? []
      : [['Next:', ...acts.map(({ title: act, operation }) => `- ${act} (${operation})`)].join('\n')]),
    ...missing,
  ];
  return parts.join('\n\n');
}
