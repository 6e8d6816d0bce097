#!/bin/bash
# Counts n queens in parts on a Slurm cluster, with a job array that runs one task for each part.
#
#   sbatch --array=1-16 --time=1:00:00 scripts/jobs/slurm-array.sh 20
#   queens-par merge parts-20/*.ledger            # when all tasks are done
#
# A task that was killed or requeued resumes its part, because the part file is a checkpoint. Slurm does not requeue a
# task that has reached its time limit, so submit it again. The size of the array is the number of parts, so its indexes
# must start at 1 and have no gaps. To resume a single part, use sbatch --array=3 with PARTS=16. Every task needs
# queens-par on its PATH (or QUEENS_PAR="npx queens-par") and the same working directory.
#
#SBATCH --job-name=queens
#SBATCH --cpus-per-task=2
#SBATCH --mem=1G
#SBATCH --requeue
#SBATCH --output=queens-%A_%a.log
set -euo pipefail

n=$1
k=$SLURM_ARRAY_TASK_ID
m=${PARTS:-$SLURM_ARRAY_TASK_MAX}

mkdir -p "parts-$n"
# With exec, the program itself gets Slurm's signal at the end of the time limit and closes its file.
exec ${QUEENS_PAR:-queens-par} "$n" --part "$k/$m" --out "parts-$n/$k-of-$m.ledger" \
  --threads "${SLURM_CPUS_PER_TASK:-0}"
