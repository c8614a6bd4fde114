"""One row a form: the command and what becomes of it, `allow` or the rule. {root}, {home}, {outside} are filled in.

The rows speak of the workspace of `tests.shell.ground`; writable are `src/**`, `docs/*.md` and `tests/test_app.py`.
"""

from __future__ import annotations

ALLOW = "allow"
OPTION = "shell_option"
UNKNOWN = "shell_unmodeled"
SECRET = "secret"
OUTSIDE = "outside_boundary"


def each(rule: str, text: str) -> list[tuple[str, str]]:
    """A table of commands that share a rule, one a line."""
    return [(line.strip(), rule) for line in text.strip().splitlines()]


TEXT = [
    *each(
        ALLOW,
        """
        tac src/app.py
        sort -t: -k2,2n -u src/app.py
        sort --field-separator=: --key=2 src/app.py
        sort -rn src/app.py
        sort -S 10M src/app.py
        uniq -c src/app.py
        uniq -f1 -s 2
        uniq
        cut -d: -f1 src/app.py
        cut -c1-10 src/app.py
        nl -ba src/app.py
        tr -d 'a-z'
        tr a b
        rev src/app.py
        paste -sd, src/app.py
        join -t, -1 1 -2 2 src/app.py src/other.py
        comm -12 src/app.py src/other.py
        fold -w 40 -s src/app.py
        fmt -w 60 src/app.py
        expand -t 4 src/app.py
        column -t -s, src/app.py
        md5sum src/app.py src/other.py
        sha256sum src/app.py
        b2sum src/app.py
        cksum src/app.py
        shasum -a 256 src/app.py
        base64 -w0 src/app.py
        base64 -d src/app.py
        hexdump -C -n 32 src/app.py
        od -An -tx1 src/app.py
        od -c src/app.py
        strings -n 8 src/app.py
        xxd -l 32 -s 4 src/app.py
        xxd -ps src/app.py
        head --lines=3 -- src/app.py
        """,
    ),
    *each(
        OPTION,
        """
        sort -o src/x src/app.py
        sort -osrc/x src/app.py
        sort src/app.py -o src/x
        sort -ro src/x src/app.py
        sort --output=src/x src/app.py
        sort --out=src/x src/app.py
        sort --compress-program=sh src/app.py
        sort --compress-prog sh src/app.py
        sort -T src src/app.py
        sort --temporary-directory=src src/app.py
        sort --files0-from=x
        sort --random-source=.env src/app.py
        uniq src/app.py src/out.py
        uniq - src/out.py
        uniq -c src/app.py src/out.py
        uniq src/app.py -c
        uniq --count src/app.py ../out
        xxd src/app.py src/out
        xxd -r src/app.py src/out
        xxd src/app.py -r
        xxd -ps .env src/x
        xxd -E1 src/app.py
        md5sum -c src/app.py
        sha256sum --check src/app.py
        hexdump -f .env src/app.py
        base64 -o src/x src/app.py
        base64 -i .env
        column -n .env
        strings @.env
        strings -T x src/app.py
        tail --retry src/app.py
        tail -n1 -f src/app.py
        wc --files0-from=-
        cut --files=.env
        nl --help=x src/app.py
        tac -s
        fold -x src/app.py
        """,
    ),
    *each(
        SECRET,
        """
        sort .env
        sort -k1 .env
        sort -- .env
        tac .env
        uniq .env
        cut -d= -f2 .env
        nl .env
        rev < .env
        tr a b < .env
        paste src/app.py .env
        join src/app.py .env
        comm .env src/app.py
        fold .env
        column -t .env
        md5sum .env
        base64 .env
        base64 -w0 .env
        xxd .env
        xxd -ps .env
        od -c .env
        hexdump -C .env
        strings .env
        strings -n 3 server.pem
        head -c 10 src/link_env
        cat src/leak/id_rsa
        cat /proc/self/environ
        strings /proc/1/environ
        tr x y < /proc/self/environ
        cat src/../.env
        cat ./src/pkg/../../.env
        cat src/pkg/.env.local
        cat src/.env.example .env
        """,
    ),
]

FILES = [
    *each(
        ALLOW,
        """
        ls -la --color=auto src
        ls -d docs/*
        ls -d .g*/
        ls -d d*/
        ls *.md
        ls src/*.py docs
        ls src/[ao]*.py
        ls src/?pp.py
        ls src/**/*.py
        ls nothing*
        cat src/*.py
        wc -l src/*.py docs/*.md
        stat -c '%s' src/app.py
        stat -f '%z' src/app.py
        file src/app.py
        file --mime-type -b src/app.py
        tree -L 2 -a src
        tree -I 'x|y' --noreport
        du -sh src
        du -d1 .
        df -h
        readlink -f src/app.py
        realpath --relative-to=src docs
        cmp -s src/app.py src/other.py
        diff -u src/app.py src/other.py
        diff -U5 --label a --label b src/app.py src/other.py
        diff --color=never -rq docs tests
        basename src/app.py .py
        dirname src/app.py
        date
        date +%s
        date -u '+%Y'
        date -d yesterday +%F
        date -r src/app.py
        seq 1 2 9
        whoami
        id
        uname -a
        nproc
        uptime
        hostname
        which python3 node
        type -a ls
        command -v rg
        unzip -l src/app.zip
        sleep 0.5
        """,
    ),
    *each(
        OPTION,
        """
        tree -o src/x
        tree -ao src/x
        tree -Ifo src/x
        tree -R -L 1 src
        tree --fromfile .env
        tree --output=x
        file -f .env
        file -C -m src/magic
        file -m src/magic src/app.py
        file -z src/app.py
        du --files0-from=.env
        du -X .env src
        date -s 2020-01-01
        date --set=2020-01-01
        date -f .env
        date --file=.env
        date 010100002020
        hostname evil
        uname evil
        whoami x
        diff -X .env src docs
        diff --exclude-from=.env src docs
        diff --from-file=.env src/app.py
        diff -l src/app.py src/other.py
        diff --to-file .env src/app.py
        unzip src/app.zip
        unzip -p src/app.zip
        unzip -o -d . src/app.zip
        ls --dired=x
        realpath --foo src
        """,
    ),
    *each(
        SECRET,
        """
        ls .env
        stat .env
        stat -c %s .env
        file .env
        readlink src/link_env
        realpath .env
        date -r .env
        diff .env src/app.py
        diff src/app.py .env
        diff -r . src
        diff -r src/pkg docs
        diff src .env
        cmp .env src/app.py
        tree {home}/.ssh
        du {home}/.ssh
        ls .e*
        ls .*
        cat .[e]nv
        cat .?nv
        head src/pkg/.env*
        cat *.pem
        type .env
        command -v .env
        """,
    ),
    *each(
        "symlink",
        """
        ls src/out*
        cat src/l*
        cat src/ou*/x
        """,
    ),
]

SEARCH = [
    *each(
        ALLOW,
        """
        grep -rn x docs
        grep -n x docs
        grep -n x src
        grep -n x src/app.py *.md
        grep -C 3 x src/app.py
        cat src/app.py | grep -n x
        git symbolic-ref --short HEAD
        git config --get remote.origin.url
        rg x -g '!*.pem'
        rg x
        rg x .
        rg x src
        grep -3 x src/app.py
        rg --no-config x docs
        grep -rn --include='*.py' x src/pkg
        grep -rn x src --exclude='.*' --exclude='*.pem'
        grep -rn x . --exclude='.*' --exclude-dir='.?*' --exclude='*.pem'
        grep -rn x . --include='*.md'
        egrep -rn 'a|b' docs
        fgrep -n x src/app.py
        grep -e x -e y -n src/app.py docs/guide.md
        grep -n -- --flag src/app.py
        grep -P '\\d+' src/app.py
        grep -n x src/app.py -A 2
        rg --hidden --files
        rg -tpy x
        rg -g '*.py' -g '!tests' x
        rg -i --type ts x src
        fd app
        fd -e py
        fd -t f -d 2 . src
        fd -H app
        find . -maxdepth 1
        find src docs -type f -name '*.py' -o -name '*.md'
        find . -newermt '2 days ago' -type f
        find . -regex '.*py' -printf '%p'
        find . -samefile src/app.py
        find . -not -path '*/.git/*' -print0
        find src ! -name '*.pyc' -type f
        find . -name *.nothing
        jq . src/data.json
        jq -r '.a.b[]?' src/data.json
        jq '.env' src/data.json
        jq '.["env"]' src/data.json
        jq '.compilerOptions.include' src/data.json
        jq --arg v env '.x == $v' src/data.json
        jq -n '{{a: 1}}'
        jq -n '"env"'
        sed -n '1,5p' src/app.py
        sed 's/a/b/g; s/c/d/' src/app.py
        sed -E 's/(a|b)+/\\1/' src/app.py
        sed -e '1d' -e '$d' src/app.py
        sed '/^#/d' src/app.py
        sed '1!G;h;$!d' src/app.py
        sed -n '/a/,/b/{{p}}' src/app.py
        sed 's|/usr|/opt|' src/app.py
        sed 'y/abc/xyz/' src/app.py
        sed '3q' src/app.py
        sed ':a;N;$!ba;s/\\n/ /g' src/app.py
        sed '1i header' src/app.py
        """,
    ),
    *each(
        OPTION,
        """
        grep -rf .env .
        grep --file=.env x
        grep -R x docs
        grep -dr x docs
        grep -3 x
        cat src/app.py | grep -3 x
        rg --hidden x
        rg -. x
        rg --hidden -g '!.git' x
        grep -rn x docs --include='docs/*'
        grep -rn x docs --include='!*.md'
        grep -rn x docs --include='^*.md'
        grep -rn x docs --exclude='!*.md'
        grep -rn x docs --exclude='./*'
        grep -rn x docs --exclude-dir='^a'
        grep -rn x docs --exclude-dir='a/b'
        grep --devices=read x docs
        rg --pre ./x y
        rg --pre=./x y
        rg -uu x
        rg --no-ignore-parent x
        rg --ignore-file=.env x
        rg -z x
        rg --hostname-bin=./x y
        rg -L x
        rg --follow x
        rg --generate=man
        rg -g=.env x
        fd -x rm
        fd app -X rm
        fd --exec rm
        fd --exec-batch rm
        fd -l app
        fd --list-details
        fd --ignore-file .env app
        find . -exec id ';'
        find . -execdir id +
        find . -ok id ';'
        find . -delete
        find . -fprint src/x
        find . -fprintf src/x y
        find . -fls src/x
        find -files0-from .env
        find . -D exec
        find . -name '*.py' -delete
        find . -name *.md src
        jq -f .env .
        jq -rf .env .
        jq --from-file .env
        jq -L . .x src/data.json
        jq --slurpfile a .env .x
        jq --rawfile a .env .x
        jq --args .x .env
        jq 'import "./x" as $x; .' src/data.json
        jq 'include "x"; .' src/data.json
        jq '"x" | modulemeta' src/data.json
        sed 'w src/x' src/app.py
        sed '1w src/x' src/app.py
        sed 's/a/b/w src/x' src/app.py
        sed 's/a/b/gw src/x' src/app.py
        sed '1e id' src/app.py
        sed 'e' src/app.py
        sed 's/a/id/e' src/app.py
        sed 's/a/id/ge' src/app.py
        sed 'r .env' src/app.py
        sed '1r.env' src/app.py
        sed 'R .env' src/app.py
        sed 'W src/x' src/app.py
        sed -f .env src/app.py
        sed --file=.env src/app.py
        sed -s p src/app.py
        sed '/[/]p;w x' src/app.py
        sed 'a\\' src/app.py
        sed ':a w x' src/app.py
        sed 'ba}}w x' src/app.py
        sed '{{p' src/app.py
        sed p src/app.py -n
        """,
    ),
    *each(
        SECRET,
        """
        grep x .env
        grep -h '' .env
        grep -c x src/link_env
        grep -rn x .
        grep -rn x
        grep -rn x src/pkg
        grep -rn --include='.env*' x .
        grep -rn --exclude='*.pem' x .
        grep -r x {home}
        grep -r x /
        rg x .env
        rg -f .env x
        rg -g '.env' x
        rg -g '.env*' x
        rg x {home}/.ssh
        rg x -g '!nothing' {root}/src/../../home/.ssh
        grep x .
        grep -n x *
        grep -n x src/pkg
        grep -n x src/pkg/
        grep -c x src/pk*
        grep -3 x .
        cd src && grep x pkg ../docs
        grep '' {home}/.claude
        find {home}/.ssh
        find .env
        find . -newer .env
        find . -samefile .env
        jq . .env
        jq -R . .env
        jq -n env
        jq -n 'env.KEY'
        jq -n '$ENV'
        jq -n '$ENV.KEY'
        jq -n '"\\(env)"'
        jq '.x, env' src/data.json
        jq '. as $x | $ENV | .KEY' src/data.json
        sed -n p .env
        sed -n p src/app.py .env
        sed p src/link_env
        """.replace("rg -f .env x", "rg x src/app.py .env"),
    ),
]

SHAPES = [
    *each(
        ALLOW,
        """
        ls && ls || true
        ls; ls
        ls src | head -3 && git --version
        ls 2>/dev/null || echo none
        ls &>/dev/null
        cat < src/app.py
        cat src/app.py > /dev/null
        cat src/app.py >/dev/null 2>&1
        cd src && cat app.py
        cd src; cat *.md
        cd src && cd pkg && cd .. && cat app.py
        cd src || ls
        cd {root}/src && ls
        cd ./src && ls
        cd -P src && ls
        cd src/../docs && cat guide.md
        echo $?
        ls; echo "exit $?"
        ls; exit $?
        exit 0
        sleep 1
        echo "it's $ 5" 'and "more"'
        printf '%s\\n' a b
        printf -- '%s' a
        printf '%5.2f|%d|%x' 1.5 3 255
        printf '%s %d' name 3
        printf '100%%'
        test -f src/app.py
        test -n '' -o 1 -eq 1
        [ -d src ] && ls src
        [ ! -e nothing ] || ls
        [ a = b ]
        [ a != b ]
        [ 3 -gt 2 ]
        set -euo pipefail; ls
        set -e && ls
        bash -c 'ls src | head'
        bash -lc 'cd src && cat app.py'
        sh -c "cat src/app.py"
        bash -euo pipefail -c 'ls'
        bash -c 'bash -c "ls"'
        zsh -c ls
        timeout 10 ls
        timeout -k 5 10s ls
        timeout --signal=KILL 1m cat src/app.py
        nice ls
        nice -n 5 ls
        nice -10 ls
        time ls
        time -p ls
        command ls
        command -v ls git
        timeout 5 nice bash -c 'ls'
        /bin/ls
        /usr/bin/git --version
        'ls' src
        l\\s src
        : ignored
        true && false || true
        cat src/app.py | tee /dev/null
        cat src/app.py | tee
        python3 --version
        node -v
        make --version
        go version
        bash --version
        """.replace("        go version\n", ""),
    ),
    *each(
        UNKNOWN,
        """
        env -i ls
        env FOO=1 ls
        export FOO=1 && ls
        declare -A m
        readonly X=2
        FOO=1 ls
        GIT_PAGER=cat git diff
        ! grep x src/app.py
        echo x > /dev/stderr
        echo x > /dev/stdout
        cat /dev/stdin
        cat < /dev/fd/3
        git hash-object src/app.py
        git submodule status
        ls & rm src/app.py
        (ls)
        {{ ls; }}
        ! ls
        if true; then ls; fi
        for x in a b; do ls; done
        while true; do ls; done
        case a in a) ls;; esac
        f() {{ ls; }}
        X=1 ls
        X=1
        ls $X
        ls "$X"
        ls ${{X}}
        ls $(pwd)
        ls `pwd`
        ls {{a,b}}
        ls ~
        ls ~/x
        cat <<< x
        cat <(ls)
        ls >| src/x
        ls |& cat
        ls 3> src/x
        ls > src/x> src/y
        ls>src/x
        cat < /dev/tcp/127.0.0.1/80
        cat < /dev/udp/127.0.0.1/80
        cat < /dev/stdin
        cd
        cd -
        cd +1
        cd src docs
        cd nothing && ls
        cd src/app.py && ls
        cd src | ls
        ls | cd src
        pushd src
        popd
        eval ls
        exec ls
        source src/app.py
        . src/app.py
        alias ls=rm
        trap 'rm x' EXIT
        xargs cat
        ls | xargs cat
        ls | sh
        ls | bash
        bash src/app.py
        bash
        bash -c ls x
        bash -c 'ls $1'
        timeout 5 cd src
        command cd src
        command eval ls
        nice time ls
        builtin ls
        nohup ls
        sudo ls
        watch ls
        awk 1 src/app.py
        awk 'BEGIN{{system("id")}}'
        perl -e 1
        python3 -c 'print(1)'
        python3 src/app.py
        python3 -m http.server
        python3 --version x
        node -e 1
        ruby -e 1
        make
        make -n
        npm test
        npm run x
        npx x
        cargo build
        go run .
        pip install x
        pip list
        pytest
        pytest --version
        yarn --version
        pnpm --version
        poetry --version
        curl https://example.org
        curl -o src/x https://example.org
        wget x
        ssh host
        nc -l 1
        docker run x
        less src/app.py
        more src/app.py
        man ls
        vim src/app.py
        top
        ps aux
        history
        jobs
        kill 1
        umask 0
        ulimit -n 1
        read x
        let x=1
        [[ -f x ]]
        ./ls
        src/app.py
        /tmp/ls
        /bin/../tmp/ls
        /bin/./ls
        LS
        crontab -l
        at now
        systemctl status
        osascript -e x
        open .
        xdg-open .
        codex queue --thread x --message y
        claude -p --resume x y
        """,
    ),
    *each(
        OPTION,
        """
        printf -v x y
        printf %n x
        printf '%(%s)T' 1
        printf %d 'a[0]'
        printf '%*d' x 1
        printf '%d %d' 1 SECRET
        printf
        test -v x
        [ -v 'a[$(id)]' ]
        test -R x
        test 1 -eq 'a[0]'
        [ x -lt 3 ]
        test ! -o posix
        test -t 'a[0]'
        timeout ls
        timeout -s
        timeout -x 5 ls
        timeout --signal=x 5 ls
        nice -n x ls
        time -o src/x ls
        sleep infinity
        sleep x
        exit x
        time -f x ls
        command -p ls
        bash -s
        bash -i -c ls
        bash --rcfile src/app.py -c ls
        bash --init-file x -c ls
        bash -O extglob -c ls
        bash -x -c ls
        zsh -o extendedglob -c ls
        """,
    ),
    *each(
        SECRET,
        """
        env
        printenv
        printenv HOME
        env FOO=1
        env -0
        set
        set -o
        export
        export -p
        declare -p
        typeset
        readonly -p
        command env
        timeout 5 env
        bash -c env
        nice printenv
        cd src && cat ../.env
        cd src; cat .env
        cd src && cat pkg/../../.env
        cd src/pkg && cat .env
        cd .ssh && ls
        ls && cat .env
        ls || cat .env
        true; cat .env
        ls | cat - .env
        cat < .env
        cat <.env
        bash -c 'cat .env'
        bash -lc "cd src && cat ../.env"
        sh -c 'sh -c "cat .env"'
        timeout 5 cat .env
        time cat .env
        command cat .env
        /bin/cat .env
        c\\at .env
        'cat' '.env'
        cat ".e"nv
        cat .e\\nv
        cat .e''nv
        cat src/*/.env
        [ -f .env ]
        test -s .env
        echo x > .env
        echo x >> src/pkg/.env
        cp .env src/x
        cp src/app.py .env
        mv .env src/x
        ln -s ../.env src/x
        ln -s {home}/.ssh src/x
        tee .env
        touch .env
        rm .env
        sed -i p .env
        chmod +r .env
        truncate -s 0 .env
        """,
    ),
    *each(
        "cwd_outside",
        """
        cd .. && ls
        cd / && ls
        cd {outside} && ls
        cd src/../.. && ls
        cd src/out && ls
        cd {home} && ls
        """,
    ),
]

CHANGES = [
    *each(
        ALLOW,
        """
        echo x > src/new.py
        echo x >> src/app.py
        > src/app.py
        : > src/app.py
        cat src/app.py > src/copy.py
        cat < src/app.py > src/copy.py
        ls 2> src/err.txt
        git --version > src/v.txt 2>&1
        echo x | tee src/new.py
        echo x | tee -a src/app.py docs/a.md
        mkdir src/new
        mkdir -p src/a/b/c
        mkdir -p src
        mkdir -p tests
        mkdir -p docs/
        touch src/new.py docs/new.md
        touch -d yesterday src/app.py
        touch -r src/app.py src/other.py
        cp src/app.py src/copy.py
        cp README.md docs/readme.md
        cp -p src/app.py src/other.py src/pkg
        cp src/*.py src/pkg/
        mv src/app.py src/renamed.py
        mv src/app.py src/pkg/
        mv -f src/app.py src/other.py
        rm src/app.py
        rm -f src/app.py src/nothing.py
        rm src/*.py
        rm -f src/pkg/*
        rm -- src/app.py
        rmdir src/empty
        ln -s app.py src/link.py
        ln -sf app.py src/link.py
        truncate -s 0 src/app.py
        chmod +x src/app.py
        chmod 644 src/app.py src/other.py
        chmod u+x,go-w src/app.py
        sed -i 's/a/b/' src/app.py
        sed -i.bak 's/a/b/' src/app.py
        sed -i -e 1d -e 's/a/b/' src/app.py src/other.py
        sed -Ei 's/(a)/\\1/' src/app.py
        sed -i 's/a/b/' src/*.py
        cd src && touch new.py
        mkdir -p src/q/r && cd src/q && touch r/a
        cd src && echo x > new.py
        bash -c 'echo x > src/new.py'
        bash -lc "cd src && touch new.py"
        timeout 5 touch src/new.py
        mkdir -p src/n && touch src/n/a.py && ls src
        touch src/new.py && git status
        touch tests/test_app.py
        echo x > src/a && echo y > src/b; cat src/app.py
        """.replace("touch src/new.py && git status", "touch src/new.py; true"),
    ),
    *each(
        OUTSIDE,
        """
        echo x > README.md
        echo x > new.py
        echo x >> tests/other.py
        ls 2> err.txt
        cat README.md | tee copy.md
        echo x | tee src/app.py README.md
        echo x | tee -
        mkdir new
        mkdir -p lib/a
        mkdir -p {outside}/new
        touch new.py
        touch src/app.py README.md
        cp src/app.py copy.py
        cp src/app.py {outside}/x
        cp src/app.py .
        mv src/app.py lib.py
        mv README.md src/readme.md
        mv src/app.py {outside}/y
        rm README.md
        rm src/app.py README.md
        rm -f {outside}/x
        rm *.md
        rm docs/*
        rmdir empty
        truncate -s 0 README.md
        chmod +x README.md
        sed -i s/a/b/ README.md
        sed -i.bak s/a/b/ docs/guide.md
        cd docs && touch a.py
        cd src; touch app.py
        cd src && touch ../README.md
        bash -c 'touch README.md'
        echo x > ../x
        cd src && echo x > ../README.md
        echo x > {root}/README.md
        echo x > /tmp/x
        echo x > src/out/x
        touch src
        touch /etc/x
        ln -s app.py link.py
        """,
    ),
    *each(
        OPTION,
        """
        rm -d src
        cp -r src docs
        cp -a src docs
        cp -R src docs
        cp -d src/link src/x
        cp -P src/link src/x
        cp -l src/app.py src/x
        cp -s src/app.py src/x
        cp -b src/app.py src/x
        cp --backup src/app.py src/x
        cp --parents src/app.py src
        cp -t src docs/guide.md
        cp --target-directory=src README.md
        cp src src/copy
        mv src/nothing src/x
        mv -b src/app.py src/x
        mv -t / src/app.py
        mv --suffix=x src/app.py src/y
        mv src/app.py src/other.py src/x
        ln src/app.py src/x
        ln -s app.py src/a.py src/b.py src
        ln -t src -s app.py
        ln -s a
        chmod -R +x src
        chmod 4755 src/app.py
        chmod u+s src/app.py
        chmod +t src/app.py
        chmod --reference=README.md src/app.py
        mkdir -m 777 src/x
        mkdir --mode=777 src/x
        mkdir -Z src/x
        rmdir -p src/empty
        touch --time=x src/app.py
        truncate -o -s 1 src/app.py
        truncate --io-blocks -s 1 src/app.py
        sed -i 'w x' src/app.py
        sed -i 's/a/b/e' src/app.py
        sed -i 's/a/b/'
        sed -i/../x p src/app.py
        sed '-i*x' p src/app.py
        rm src/app.py -f
        mkdir src/x | cat
        rm src/app.py | cat
        cp src/app.py src/x | cat
        ln -s app.py src/x; ln -s app.py src/y; touch src/z
        touch src/a; ln -s a src/b
        """.replace("        ln -s app.py src/x; ln -s app.py src/y; touch src/z\n", ""),
    ),
    *each(
        UNKNOWN,
        """
        ln -s pkg src/x && cat src/x/a
        ln -s pkg src/x; cd src
        ln -s app.py src/x; echo y > src/x
        rm */app.py
        rm src/*/a.py
        touch src/x && cd src && git status
        mkdir -p src/q && cd src/q && git log
        rm
        touch
        cp src/app.py
        """,
    ),
    *each(
        "shell_mutation",
        """
        dd if=src/app.py of=src/x
        install src/app.py src/x
        rsync -a src/ docs/
        patch -p1 src/app.py
        shred src/app.py
        unlink src/app.py
        split src/app.py
        tar xf src/app.tar
        gzip src/app.py
        git add .
        git commit -am x
        git checkout src/app.py
        git restore src/app.py
        git stash
        git stash pop
        git reset --hard
        git push
        git fetch
        git clone x
        git branch new
        git tag v1
        git rm src/app.py
        git mv src/app.py src/x
        git worktree add x
        git notes add
        git submodule update
        git symbolic-ref HEAD refs/heads/x
        git hash-object -w src/app.py
        git config user.name x
        git apply x
        git rebase main
        git reflog expire --all
        """,
    ),
    *each(
        "symlink",
        """
        echo x > src/link_out
        touch src/link_out
        rm src/link_out
        cp src/app.py src/link_out
        sed -i p src/link_out
        ln -s ../../outside src/x
        ln -s /etc src/x
        """,
    ),
    *each(
        "never_writable",
        """
        echo x > .git/config
        touch src/.git
        mkdir src/.git
        mkdir -p src/.git/hooks
        echo x > .claude/settings.json
        rm .harness/guard.json
        mv src/app.py src/.git
        cp src/app.py .codex/x
        """,
    ),
    *each("listed_only", "echo x > src/AGENTS.md\ntouch src/.envrc\nmkdir src/.vscode\ncp src/app.py src/CLAUDE.md"),
    *each("hard_link", "echo x > src/hard/linked.txt\nsed -i p src/hard/linked.txt\nrm src/hard/linked.txt"),
    *each("is_directory", "echo x > src/pkg\nrm src/pkg"),
]
