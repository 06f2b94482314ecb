/**
 * What modules of the editor surface get as `vscode` in unit tests: their texts, in English, and what rows to choose from need. Flows of the
 * palette run in an editor without a screen (`fake/fakeEditor.ts`); whatever needs more is tested in the real one (test/host,
 * test/ui).
 */
export const l10n = {
  t(message: string, ...values: (string | number)[]): string {
    return message.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
  },
};

export const QuickPickItemKind = { Separator: -1, Default: 0 };
