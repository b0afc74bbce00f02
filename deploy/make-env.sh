#!/bin/sh
# Makes .env from .env.example with random secrets. Leaves an .env that is there alone.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo ".env is there already; nothing was changed" >&2
  exit 1
fi
umask 077
# 24 octets from the system as hex digits. The letter in front: NATS would take a password of digits for a number.
secret() { printf 's%s' "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"; }
while IFS= read -r line; do
  case $line in
    *=generate) printf '%s=%s\n' "${line%%=*}" "$(secret)" ;;
    *) printf '%s\n' "$line" ;;
  esac
done <.env.example >.env.draft
mv .env.draft .env
mkdir -p backups certificates
# The user that services run as in their containers.
chown 1000:1000 backups certificates 2>/dev/null || echo "Give backups and certificates to the user 1000: sudo chown 1000:1000 backups certificates" >&2
echo "Made .env. Fill in its first part, then: docker compose up -d --build"
