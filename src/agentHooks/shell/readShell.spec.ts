import { describe, expect, it } from 'vitest';
import { readShell } from './readShell.js';

const noVerify = { bypass: 'noVerify', paths: [] };
const hooksPath = { bypass: 'hooksPath', paths: [] };
const ownGit = { bypass: 'ownGit', paths: [] };
const override = { bypass: 'override', paths: [] };
const ownHook = { bypass: 'ownHook', paths: [] };
const nothing = { bypass: undefined, paths: [] };
const writes = (...paths: string[]) => ({ bypass: undefined, paths: paths.map(path => `/repo/${path}`) });

describe('what a shell text would do', () => {
  it.each([
    // Hooks that are skipped.
    ['git commit --no-verify -m x', noVerify],
    ['git commit -n -m x', noVerify],
    ['git commit -anm "x"', noVerify],
    ['git commit --no-veri -m x', noVerify],
    ['git -C sub commit --no-verify', noVerify],
    ['git --no-pager -c user.name=a commit --no-verify', noVerify],
    ['/usr/bin/git push --no-verify origin main', noVerify],
    ['git merge --no-verify main', noVerify],
    ['cd sub && git commit -n', noVerify],
    ['npm test; git commit -qn -m x', noVerify],
    ['npm test || git commit --no-verify', noVerify],
    ['true &\ngit commit --no-verify', noVerify],
    ['git add . \\\n  && git commit \\\n  --no-verify', noVerify],
    ['git commit "--no-verify" -m x', noVerify],
    ["git commit --no-'verify' -m x", noVerify],
    ['env -i A=b git commit --no-verify', noVerify],
    ['GIT_EDITOR=true git commit --no-verify', noVerify],
    ['echo x | xargs -n 1 git commit --no-verify -m', noVerify],
    ['timeout 10s git commit --no-verify', noVerify],
    ["bash -lc 'git commit --no-verify'", noVerify],
    ['sh -c "cd sub && git commit -n -m \\"x\\""', noVerify],
    ['bash <<EOF\ngit commit --no-verify\nEOF', noVerify],
    ['eval "git commit --no-verify"', noVerify],
    ['echo "$(git commit --no-verify)"', noVerify],
    ['x=$(git commit --no-verify)', noVerify],
    ['if true; then git commit --no-verify; fi', noVerify],
    ['(git commit --no-verify)', noVerify],
    ['HUSKY=0 git commit -m x', noVerify],
    ['export LEFTHOOK=0; git commit -m x', noVerify],
    // Hooks in another place, or a name that is Stateroom's own.
    ['git -c core.hooksPath=/dev/null commit -m x', hooksPath],
    ['git -c CORE.HOOKSPATH= commit -m x', hooksPath],
    ['git --config-env=core.hooksPath=NONE commit -m x', hooksPath],
    ['git config core.hooksPath /dev/null', hooksPath],
    ['git config --local core.hooksPath ""', hooksPath],
    ['git config --unset core.hooksPath', hooksPath],
    ['git config set core.hooksPath x', hooksPath],
    ['GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=x git commit', hooksPath],
    ['STATEROOM_OWN_GIT=1 git push', ownGit],
    ['env STATEROOM_OWN_GIT=1 git push', ownGit],
    ['STATEROOM_OVERRIDE="no time for this" git commit -m x', override],
    ['export STATEROOM_OVERRIDE=because && git push', override],
    ["echo '{}' | stateroom agent-hook claude PostToolUse", ownHook],
    ['node dist/cli.mjs agent-hook codex PostToolUse < x.json', ownHook],
    // What looks like it.
    ['grep -rn agent-hook docs', nothing],
    ['git commit -m "never use --no-verify"', nothing],
    ['git commit -m -n', nothing],
    ['git commit --message --no-verify', nothing],
    ['git commit -F notes.txt', nothing],
    ['git commit -- --no-verify', nothing],
    ['git commit -m "$(cat <<\'EOF\'\nDo not use git commit --no-verify\nEOF\n)"', nothing],
    ['git log --no-verify', nothing],
    ['git push -n', nothing],
    ['git merge -n main', nothing],
    ['git config core.hooksPath', nothing],
    ['git config --get core.hooksPath', nothing],
    ['echo git commit --no-verify', nothing],
    ['# git commit --no-verify', nothing],
    ["grep -rn 'git commit --no-verify' docs", nothing],
    ['cat <<EOF\ngit commit --no-verify\nEOF', nothing],
    ['git commit $FLAGS', nothing],
    ['echo "it\'s fine', nothing],
    // Files that are written.
    ["sed -i 's/a/b/' src/a.ts src/b.ts", writes('src/a.ts', 'src/b.ts')],
    ["sed -i.bak -e 's/a/b/' src/a.ts", writes('src/a.ts')],
    ["sed -Ei '/x/d' src/*.ts", writes('src/*.ts')],
    ["sed 's/a/b/' src/a.ts", nothing],
    ["perl -pi -e 's/a/b/' src/a.ts", writes('src/a.ts')],
    ['echo x > src/a.ts', writes('src/a.ts')],
    ['echo x >> "src/a b.ts"', writes('src/a b.ts')],
    ['npm test > out.txt 2>&1', writes('out.txt')],
    ['npm test 2>/dev/null', { bypass: undefined, paths: ['/dev/null'] }],
    ["cat > src/a.ts <<'EOF'\nlet x = `rm src/b.ts` > 2;\nEOF\nrm src/c.ts", writes('src/a.ts', 'src/c.ts')],
    ['cat <<-EOF | tee -a src/a.ts src/b.ts\n\tx\n\tEOF', writes('src/a.ts', 'src/b.ts')],
    ['cd src && rm -rf a.ts && cd .. && touch b.ts', writes('src/a.ts', 'b.ts')],
    ['(cd src; rm a.ts); rm b.ts', writes('src/a.ts', 'b.ts')],
    ['cd "$SOMEWHERE" && rm a.ts', nothing],
    ['mv src/a.ts lib', writes('src/a.ts', 'lib', 'lib/a.ts')],
    ['cp -r src/a.ts ../lib/', { bypass: undefined, paths: ['/lib/', '/lib/a.ts'] }],
    ['cp -t lib src/a.ts', writes('lib', 'lib/a.ts')],
    ['dd if=/dev/zero of=src/a.ts', writes('src/a.ts')],
    ['truncate -s 0 src/a.ts', writes('src/a.ts')],
    ['chmod -x .git/hooks/pre-commit', writes('.git/hooks/pre-commit')],
    ['chmod 644 src/a.ts', writes('src/a.ts')],
    ['sudo rm /repo/.git/hooks/pre-push', writes('.git/hooks/pre-push')],
    ['find src -name "*.ts" -exec sed -i s/a/b/ {} \\;', writes('src')],
    ['printf "a\\n" | xargs -I {} sed -i s/a/b/ src/a.ts', writes('src/a.ts')],
    ['git checkout -- src/a.ts', writes('src/a.ts')],
    ['git checkout main', nothing],
    ['git restore --source HEAD~1 src/a.ts', writes('src/a.ts')],
    ['git restore --staged src/a.ts', nothing],
    ['git -C src rm a.ts', writes('src/a.ts')],
    [
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch\nEOF",
      writes('src/a.ts'),
    ],
    ['rm "$FILE" ~/x', nothing],
    ['echo x > $PWD/src/a.ts', writes('src/a.ts')],
    ["python3 -c \"open('src/a.ts', 'w')\"", nothing],
    ['ls src | xargs rm', nothing],
  ])('%s', (text, expected) => {
    expect(readShell(text, '/repo')).toEqual(expected);
  });

  it('takes a long text that nothing ends in time', () => {
    const began = performance.now();
    readShell(`${'a"'.repeat(5000)}${"(' ".repeat(5000)}`, '/repo');
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
