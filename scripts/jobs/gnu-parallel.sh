#!/bin/bash
# Counts n queens in parts with GNU parallel, on one machine or several.
#
#   scripts/jobs/gnu-parallel.sh 18 16                                    # 16 parts of n = 18 on this machine
#   scripts/jobs/gnu-parallel.sh 20 64 --sshlogin ada,bob --workdir "$PWD"  # on two machines that share this folder
#
# To resume, run the same command again. Each part file is a checkpoint.
set -euo pipefail

n=$1
m=$2
shift 2

mkdir -p "parts-$n"
seq "$m" | parallel --jobs 1 --halt soon,fail=1 "$@" \
  "${QUEENS_PAR:-queens-par} $n --part {}/$m --out parts-$n/{}-of-$m.ledger"
${QUEENS_PAR:-queens-par} merge parts-"$n"/*-of-"$m".ledger
