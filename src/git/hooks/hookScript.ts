import type { HookName } from './gitHooks.js';

/** Marks each of our files, and each of our blocks in files of others. */
export const mark = 'Written by “stateroom hooks install”';

const header = `#!/bin/sh
# ${mark}; removed by “stateroom hooks uninstall”. Changes here are overwritten.
`;

/** In a trial, our scripts report that git reached them, and exit without a check. */
export const trialVariable = 'STATEROOM_HOOK_TRIAL';
/** Precedes the hook's name in the output of a trial. */
export const trialMark = 'stateroom: trial of';

/**
 * Passes git's input on and maps the exit code: pre-push fails closed, all other hooks fail open. Pre-rebase checks only linked
 * worktrees; commit-msg only commits that change something and name a co-author. Git computes the tree because it knows the
 * index of a partial commit. Never waits for a terminal. A missing program is a fault: hooks are installed only with a store.
 */
export const runScript = `${header}hook=$1
if [ -n "$${trialVariable}" ]; then
  echo "${trialMark} $hook" >&2
  exit 97
fi
shim=\${0%/*}/../bin/stateroom
# What is judged is this repository, by its own store.
unset STATEROOM_STORE
# What commits hold, whatever \`git replace\` or a graft says in their place.
export GIT_NO_REPLACE_OBJECTS=1 GIT_GRAFT_FILE=/dev/null/none
input=
piped=
staged=
case $hook in
pre-commit)
  input=$(git -c core.quotePath=true diff --cached --name-only --no-renames) || exit 0
  # What is added to hooks is looked at: lines of ours may be committed anywhere.
  case $input in *pre-* | *post-* | *commit-msg* | *lefthook*) staged=$(git write-tree) || staged= ;; esac
  ;;
pre-push)
  if [ -n "$PRE_COMMIT_TO_REF" ]; then
    [ -t 0 ] || input=$(cat)
    [ -n "$input" ] ||
      input="$PRE_COMMIT_LOCAL_BRANCH $PRE_COMMIT_TO_REF $PRE_COMMIT_REMOTE_BRANCH $PRE_COMMIT_FROM_REF"
  elif [ ! -t 0 ]; then
    piped=1
  fi
  ;;
pre-rebase)
  dir=\${GIT_DIR:-.git}
  if [ -d "$dir" ] && [ ! -f "$dir/commondir" ]; then exit 0; fi
  ;;
post-rewrite) ;;
*)
  dir=\${GIT_DIR:-.git}
  head=ref:
  [ ! -f "$dir/HEAD" ] || read -r head <"$dir/HEAD"
  # A rebase is on no branch.
  case $head in ref:*) ;; *) if [ -d "$dir/rebase-merge" ] || [ -d "$dir/rebase-apply" ]; then exit 0; fi ;; esac
  case $hook in
  commit-msg)
    input=$(git interpret-trailers --parse --no-divider "$(git rev-parse --git-path COMMIT_EDITMSG)") || exit 0
    case $input in *[Cc][Oo]-[Aa][Uu][Tt][Hh][Oo][Rr][Ee][Dd]-[Bb][Yy]:*) ;; *) exit 0 ;; esac
    tree=$(git write-tree) || exit 0
    [ "$tree" != "$(git rev-parse -q --verify 'HEAD^{tree}')" ] || exit 0
    input="$tree
$input"
    ;;
  post-commit) input=$(git rev-parse -q --verify 'HEAD^{tree}') || exit 0 ;;
  esac
  ;;
esac
if [ ! -x "$shim" ]; then
  case $hook in pre-* | commit-msg) echo "stateroom: $shim cannot be run, so nothing was checked. Fix it with: stateroom hooks install" >&2 ;; esac
  case $hook in pre-push) exit 1 ;; esac
  exit 0
fi
set -- hooks run "$hook" --input - \${STATEROOM_OVERRIDE:+"--override=$STATEROOM_OVERRIDE"} \${STATEROOM_OWN_GIT:+--own} \${staged:+"--tree=$staged"}
if [ -n "$piped" ]; then "$shim" "$@" >&2; else printf '%s\\n' "$input" | "$shim" "$@" >&2; fi
code=$?
case $hook in
pre-push) [ $code -eq 0 ] || exit 1 ;;
pre-commit | commit-msg | pre-rebase) [ $code -ne 1 ] || exit 1 ;;
esac
exit 0
`;

/** Our hook: first runs the repository's own of this name, which git would have run without ours. */
export const chainingScript = `${header}here=\${0%/*}
name=\${0##*/}
[ -z "$${trialVariable}" ] || exec "$here/run" "$name" </dev/null
theirs=$here/../../hooks/$name
if [ "$name" = pre-push ]; then
  [ -x "$theirs" ] || exec "$here/run" "$name"
  input=
  [ -t 0 ] || input=$(cat)
  feed() { [ -z "$input" ] || printf '%s\\n' "$input"; }
  feed | "$theirs" "$@" || exit $?
  feed | "$here/run" "$name"
  exit $?
fi
if [ -x "$theirs" ]; then "$theirs" "$@" || exit $?; fi
exec "$here/run" "$name" </dev/null
`;

/** Passes a hook that we do not use on to the repository's own. */
export const passingScript = `${header}theirs=\${0%/*}/../../hooks/\${0##*/}
[ ! -x "$theirs" ] || exec "$theirs" "$@"
`;

/** A hook for git's own folder, beside those of a manager. */
export function plainScript(name: HookName): string {
  return `${header}exec "\${0%/*}/../stateroom/hooks/run" ${name}\n`;
}

/** A line for a manager's file, without effect in a clone without Stateroom. */
export function callLine(name: HookName): string {
  return `f="$(git rev-parse --git-common-dir)/stateroom/hooks/run"; [ ! -x "$f" ] || "$f" ${name}`;
}

/** Lines for another script, before its own commands; those of pre-push pass git's input on. */
export function scriptLines(name: HookName): string {
  if (name !== 'pre-push') return `${callLine(name)} || exit $?\n`;
  return `f="$(git rev-parse --git-common-dir)/stateroom/hooks/run"
if [ -x "$f" ]; then
stateroom_refs=
[ -t 0 ] || stateroom_refs=$(cat)
printf '%s\\n' "$stateroom_refs" | "$f" pre-push || exit $?
[ -t 0 ] || exec <<STATEROOM_REFS
$stateroom_refs
STATEROOM_REFS
fi
`;
}

/** Returns the index of our call; -1 without one. */
export function placeOfLines(script: string, name: HookName): number {
  const place = script.indexOf(scriptLines(name));
  return place === -1 ? script.indexOf(callLine(name)) : place;
}

/** Hooks that our folder has to pass on when it replaces git's. */
export const passedHooks = [
  'applypatch-msg',
  'pre-applypatch',
  'post-applypatch',
  'pre-merge-commit',
  'prepare-commit-msg',
  'pre-auto-gc',
  'push-to-checkout',
  'sendemail-validate',
] as const;
