#!/bin/sh
# Runs one of Satchel's commands in the cluster and shows what it says: backup, restore, rebuild, enrich-again.
# For example: sh deploy/kubernetes/run.sh restore --from /backups/satchel-everything-….backup.age --check
set -eu
command=${1:?"Usage: run.sh <command> [arguments]"}
shift
args=''
for arg in "$@"; do
  args="$args,\"$(printf '%s' "$arg" | sed 's/[\\"]/\\&/g')\""
done
job=$command-$(date +%s)
kubectl -n satchel create job "$job" --from="cronjob/$command" --dry-run=client -o json \
  | kubectl patch --local -f - --type json -o json \
    -p "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/args\",\"value\":[${args#,}]}]" \
  | kubectl create -f -
until kubectl -n satchel logs -f "job/$job" --pod-running-timeout=10m; do sleep 1; done
kubectl -n satchel wait --for=condition=complete --timeout=10s "job/$job"
