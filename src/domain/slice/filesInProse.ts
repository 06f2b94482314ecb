/** Files in backquotes under “Changes” of a rationale: a last resort without a list and git. */
export function filesInProse(rationale: string): string[] {
  const section = /^## Changes[ \t]*\r?\n([\s\S]*?)(?=^#{1,2} |$(?![\s\S]))/m.exec(rationale)?.[1] ?? '';
  const named = [...section.matchAll(/`([^`\s]+)`/g)].map(([, text = '']) => text);
  return [...new Set(named.filter(text => /^[\w.@-][\w./@+-]*\.\w{1,10}$/.test(text) && !text.includes('..')))];
}
