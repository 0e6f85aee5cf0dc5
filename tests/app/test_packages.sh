#!/usr/bin/env bash
# The part of app/run and tests/run that installs packages, with a package manager that only takes notes.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# check NAME CONDITION...
check() {
    local name=$1
    shift
    if "$@"; then echo "PASS   : $name"; else
        echo "FAIL!  : $name"
        failed=1
    fi
}

# As on a new machine: dpkg-query knows one package, says so, and fails for the others.
cat >"$folder/dpkg-query" <<'EOF'
#!/bin/sh
case "$*" in *Status-Abbrev*) [ -e "$(dirname "$0")/installed" ] && printf 'ii  known\nii  missing\n' && exit 0
    printf 'ii  known\n'; exit 1 ;; esac
[ -e "$(dirname "$0")/installed" ]
EOF
cat >"$folder/apt-get" <<'EOF'
#!/bin/sh
echo "$*" >>"$(dirname "$0")/calls"
case "$*" in *--assume-no*) echo 'Need to get 12 MB of archives.' ;; *' -y '*) touch "$(dirname "$0")/installed" ;; esac
EOF
cat >"$folder/id" <<'EOF'
#!/bin/sh
echo 0
EOF
chmod +x "$folder/dpkg-query" "$folder/apt-get" "$folder/id"

in_project() { (cd "$here" && PATH=$folder:$PATH bash -c "set -euo pipefail; . app/packages.sh; $1" 2>"$folder/said"); }

if . /etc/os-release && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ]; then
    check "missing packages on a new machine are installed" in_project 'ensure_packages known missing'
    check "only the missing one is asked for" grep -qE -- '-y .*missing$' "$folder/calls"
    check "the installed one is left alone" bash -c "! grep -q known '$folder/calls'"
    check "the size of the download is said" grep -q 'Need to get 12 MB' "$folder/said"
    : >"$folder/calls"
    check "a second start installs nothing" in_project 'ensure_packages known missing'
    check "a second start does not ask apt" test ! -s "$folder/calls"
else
    check "another system is told what it needs" bash -c "! (cd '$here' && PATH=$folder:\$PATH bash -c '. app/packages.sh; ensure_packages known missing' 2>'$folder/said')"
    check "the list names the package" grep -q missing "$folder/said"
fi
exit $failed
