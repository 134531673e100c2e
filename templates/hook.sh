#!/bin/sh
# morph:hook: written by `cargo morph hook install`; remove it with `cargo morph hook uninstall`.
previous="$0.before-cargo-morph"
refs=
case "$0" in
# Keep trailing newlines of git's input, which `$(…)` would strip.
*pre-push) refs=$(cat && printf .) && refs=${refs%.} ;;
esac
if [ -x "$previous" ]; then
    printf %s "$refs" | "$previous" "$@" || exit $?
fi
if ! command -v cargo-morph >/dev/null; then
    echo "cargo-morph is not on PATH: install it, or run \`git\` with --no-verify" >&2
    exit 5
fi
cd "$(git rev-parse --show-toplevel)" || exit
unset GIT_DIR GIT_WORK_TREE GIT_PREFIX
printf %s "$refs" | cargo-morph hook run {args} -- "$@"
