/**
 * What tests call a row of a view that is about a record with a page: the number that its description begins or ends with, then its
 * title, as in `W-1 Fix the login`; any other row by its label. `facts` is what the description says beside the number.
 */
export function rowName(label: string, description = ''): { readonly name: string; readonly facts: string } {
  const facts = description.split(' · ');
  const ref = facts.find((fact, at) => (at === 0 || at === facts.length - 1) && /^[FLMPSTW]-\d+$/.test(fact));
  return ref === undefined
    ? { name: label, facts: description }
    : { name: `${ref} ${label}`, facts: facts.filter(fact => fact !== ref).join(' · ') };
}
