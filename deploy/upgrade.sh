#!/bin/sh
# Brings a running installation to the source that is here, one service after the other: the others go on with the version
# before, and calls wait for the one that is replaced. `docker compose up --build` would replace all of them at once.
set -eu
cd "$(dirname "$0")/.."
# Says which setting is missing before anything is touched.
docker compose config --quiet
docker compose build identity
# Not with --no-deps: Compose 2.26 takes a service without its dependencies for another one, and the last line of this script
# would replace all of them again, at once.
replace() { docker compose up --detach --wait "$@"; }
# The bus reads what each service may do when it starts; the file in its container is the one that it started with. Of three
# servers two go on.
for server in $(docker compose config --services | grep '^nats'); do
  if ! docker compose exec -T "$server" cat /etc/nats/satchel.conf | cmp -s - deploy/nats.conf; then
    replace --force-recreate "$server"
  fi
done
# Whoever sends commands comes after those that carry them out. The tables of searches change most often, and the post and the
# gateway of the version before can't ask all of the new ones: these three come last.
for service in identity folders links archive enrichment mail-ingest search post gateway; do
  echo "$service"
  replace "$service"
done
# Caddy takes a new Caddyfile without a pause; the file in its container is the one that it started with.
if docker compose ps --services --status running | grep -qx caddy &&
  ! docker compose exec -T caddy cat /etc/caddy/Caddyfile | cmp -s - deploy/Caddyfile; then
  docker compose exec -T caddy caddy reload --config - --adapter caddyfile <deploy/Caddyfile
fi
# What else the source changes, and services that are new in it.
docker compose up --detach --wait
