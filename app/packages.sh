# Sourced by app/run and tests/run: installs the Debian packages that are missing, and builds with a preset.
# Expects: the current folder is the top of the project.

packages_build="g++ cmake ninja-build ccache lld
    qt6-base-dev qt6-charts-dev qt6-svg-dev libqt6opengl6-dev libgl-dev libopengl-dev
    librdkit-dev libboost-dev libboost-graph-dev libboost-iostreams-dev libboost-serialization-dev
    libtbb-dev libexpat1-dev zlib1g-dev nlohmann-json3-dev
    libeigen3-dev libspectra-dev libopenblas-dev liblapacke-dev libsvm-dev"
packages_start="qt6-qpa-plugins libqt6sql6-sqlite fonts-dejavu-core rdkit-data"
packages_test="git clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14 xvfb xauth"
packages_bench="python3-sklearn"

say() { printf '%s\n' "structatlas: $*" >&2; }

# ensure_packages NAME...: installs those that are missing, or says what to do where that is not possible.
ensure_packages() {
    local missing=() name
    local installed
    # dpkg-query fails where it does not know a package at all, as on a new machine.
    installed=$({ dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null || true; } | sed -n 's/^ii *//p')
    for name in "$@"; do
        grep -qx "$name" <<<"$installed" || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return 0

    if ! (. /etc/os-release 2>/dev/null && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ]); then
        say "this script installs packages on Debian 12 only. Here, install the equivalents of these and start again:"
        printf '    %s\n' "${missing[@]}" >&2
        exit 2
    fi

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "missing packages, and no sudo to install them with. As root: apt-get install ${missing[*]}"
            exit 2
        fi
        say "sudo is needed once, to install packages."
        as_root=(sudo)
    fi
    say "${#missing[@]} packages are missing: ${missing[*]}"
    "${as_root[@]}" apt-get update -qq || true
    say "$(LC_ALL=C apt-get install --no-install-recommends --assume-no "${missing[@]}" 2>/dev/null |
        grep -E '^(Need to get|After this operation)' | tr '\n' ' ' || true)"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        -o Dpkg::Use-Pty=0 "${missing[@]}" </dev/null | grep --line-buffered -E '^(Get:|Fetched|Setting up)' || true
    dpkg-query -W "${missing[@]}" >/dev/null || { say "apt-get could not install the packages above."; exit 2; }
}

# build_preset NAME [target...]: configures where needed and builds. Ninja's counter is the progress.
build_preset() {
    local preset=$1 started=$SECONDS
    shift
    if [ ! -f "build/$preset/build.ninja" ]; then
        say "first build of '$preset': about ${build_minutes:-10} minutes on two cores (this machine has $(nproc))."
        cmake --preset "$preset" >"/tmp/structatlas-configure.$$" 2>&1 || {
            cat "/tmp/structatlas-configure.$$" >&2
            exit 1
        }
        rm -f "/tmp/structatlas-configure.$$"
    fi
    if [ -t 2 ]; then
        cmake --build "build/$preset" ${1:+--target "$@"} >&2
    else
        # Without a terminal: a line every twentieth step instead of one for each.
        set -o pipefail
        cmake --build "build/$preset" ${1:+--target "$@"} 2>&1 |
            awk '/^\[[0-9]+\/[0-9]+\] (Building|Linking|Automatic|Generating|Copying)/ { if (++n % 20 == 0) { print; fflush() } next } { print; fflush() }' >&2
    fi
    local seconds=$((SECONDS - started))
    [ "$seconds" -lt 2 ] || say "built '$preset' in $((seconds / 60)) min $((seconds % 60)) s."
}
