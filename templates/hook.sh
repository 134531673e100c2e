#!/bin/sh
# morph:hook: written by `cargo morph hook install`; `cargo morph hook uninstall` takes it back.
before="$0.before-cargo-morph"
told=
case "$0" in
*pre-push) told=$(cat && printf .) && told=${told%.} ;;
esac
if [ -x "$before" ]; then
    printf %s "$told" | "$before" "$@" || exit $?
fi
if ! command -v cargo-morph >/dev/null; then
    echo "cargo-morph is not on PATH: install it, or run \`git\` with --no-verify" >&2
    exit 5
fi
cd "$(git rev-parse --show-toplevel)" || exit
unset GIT_DIR GIT_WORK_TREE GIT_PREFIX
printf %s "$told" | cargo-morph hook run {args} -- "$@"
