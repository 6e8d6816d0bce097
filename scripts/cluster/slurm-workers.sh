#!/bin/bash
# Workers on a Slurm cluster: an array of tasks with eight threads each.
#
#   install -m 600 url ~/.queens-par-url        # postgres://ada:...@db.example/queens?sslmode=verify-full
#   for _ in 1 2 3 4 5; do sbatch --dependency=singleton scripts/cluster/slurm-workers.sh; done
#   scancel --name=queens-par-worker            # when the run has finished
#
# Each array starts when the one before it has reached its time limit, so five arrays count for ten days. Set the array,
# the cores, the memory and the time to what your cluster allows. The nodes need a route to the database, and
# queens-par on their PATH. Do not set QUEENS_PAR_DATABASE_URL for sbatch, because some clusters record the environment.
#
#SBATCH --job-name=queens-par-worker
#SBATCH --array=1-20
#SBATCH --cpus-per-task=8
#SBATCH --mem=9G
#SBATCH --time=2-00:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=queens-par-worker-%A_%a.log
set -euo pipefail

# With exec, the worker itself gets the SIGTERM two minutes before the time limit. It then returns its jobs to the queue.
exec ${QUEENS_PAR:-queens-par} cluster work --threads "${SLURM_CPUS_PER_TASK:-0}" --lease 300 \
  --database-file "$HOME/.queens-par-url"
