/** Paragraph for a repository's document, which agents read in each session. */
export const projectGuide = `## Stateroom

This repository keeps its queue, tasks, findings and handoffs in Stateroom: the MCP server \`stateroom\`, or the command
\`stateroom\`. Where neither is installed, go on without them.

- Begin each session with \`load_session\` (\`stateroom context\`): it says where the work is and what comes next.
- Take work with \`work_items\`, action \`next\` (\`stateroom queue next\`), and keep to the item that you hold.
- Record decisions and blockers with \`task_records\`, and findings with \`review_findings\`, when they come up.
- Before you stop, close or commit the open slice and leave one next action, so that another session can go on.
`;

/** Paragraph for a person's document, which the agent reads in every repository. */
export const userGuide = `## Stateroom

Where the MCP server \`stateroom\` is connected and \`load_session\` shows a task or work items, this applies. Elsewhere, ignore it.

- Begin each session with \`load_session\`: it says where the work is and what comes next.
- Take work with \`work_items\`, action \`next\`, and keep to the item that you hold.
- Record decisions and blockers with \`task_records\`, and findings with \`review_findings\`, when they come up.
- Before you stop, close or commit the open slice and leave one next action, so that another session can go on.
`;
