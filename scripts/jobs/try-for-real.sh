#!/bin/bash
# Runs the job files for real on this one machine, as far as it has what they need, and checks the totals: GNU parallel,
# and a Slurm of one node that lives as long as this script. Optional; run as root for Slurm:
#
#   apt-get install parallel slurm-wlm munge && npm run build && scripts/jobs/try-for-real.sh
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
export QUEENS_PAR="node $root/dist/cli/queens-par.cjs"
work=$(mktemp -d)
chmod 755 "$work"
started=()
# Only what this script started, by its id.
trap 'for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done; wait; rm -rf "$work"' EXIT
cd "$work"

expect() { # expect <what> <number> <found>
  if [ "$2" != "$3" ]; then echo "FAILED: $1: expected $2, found $3" >&2; exit 1; fi
  echo "ok: $1: $3"
}

if command -v parallel >/dev/null; then
  expect 'GNU parallel, 15 queens in 6 parts' 2279184 "$("$root/scripts/jobs/gnu-parallel.sh" 15 6 --jobs 2 2>/dev/null)"
  expect 'and once more, with nothing left to count' 2279184 "$("$root/scripts/jobs/gnu-parallel.sh" 15 6 2>/dev/null)"
else
  echo 'not tried: GNU parallel is not installed'
fi

if ! command -v sbatch slurmctld slurmd munged >/dev/null || [ "$(id -u)" != 0 ]; then
  echo 'not tried: Slurm (slurmctld, slurmd, munged) is not installed, or this is not root'
  exit 0
fi

# Slurm of one node. Its daemons talk through munge, which needs a key and a socket of its own.
mkdir -p state spool
dd if=/dev/urandom of=munge.key bs=1 count=1024 status=none
chmod 400 munge.key
munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed" >/dev/null 2>&1 &
started+=($!)

cat >slurm.conf <<EOF
ClusterName=queens
SlurmctldHost=localhost
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=localhost CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=localhost Default=YES MaxTime=INFINITE State=UP
EOF
export SLURM_CONF=$work/slurm.conf
slurmctld -D -f slurm.conf >/dev/null 2>&1 &
started+=($!)
slurmd -D -N localhost -f slurm.conf >/dev/null 2>&1 &
started+=($!)

for _ in $(seq 60); do
  if [ "$(sinfo -h -o %t 2>/dev/null)" = idle ]; then break; fi
  sleep 1
done
expect 'the Slurm node' idle "$(sinfo -h -o %t)"

job=$(sbatch --parsable --array=1-5 --cpus-per-task=1 "$root/scripts/jobs/slurm-array.sh" 16)
# A task is killed and put back into the queue in the middle of it all.
sleep 2
scontrol requeue "${job}_2" 2>/dev/null && echo 'task 2 was requeued' || echo 'task 2 was done too soon to be requeued'
for _ in $(seq 300); do
  if [ -z "$(squeue -h -j "$job" 2>/dev/null)" ]; then break; fi
  sleep 1
done
expect 'Slurm, 16 queens in 5 parts' 14772512 "$($QUEENS_PAR merge parts-16/*.ledger 2>/dev/null)"
