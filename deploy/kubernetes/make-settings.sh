#!/bin/sh
# Makes the settings of an overlay from .env.example: settings.env, and with random values secrets.env and postgres.env.
# Leaves what is there alone. For example: sh deploy/kubernetes/make-settings.sh deploy/kubernetes/overlays/single
set -eu
to=${1:?"Usage: make-settings.sh <folder of the overlay>"}
example=$(dirname "$0")/../../.env.example
if [ -e "$to/settings.env" ] || [ -e "$to/secrets.env" ]; then
  echo "$to has its settings already; nothing was changed" >&2
  exit 1
fi
umask 077
# As in deploy/make-env.sh.
secret() { printf 's%s' "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"; }
notes=''
settings() { printf '%s%s\n' "$notes" "$1" >>"$to/settings.env"; }
secrets() { printf '%s%s\n' "$notes" "$1" >>"$to/secrets.env"; }
while IFS= read -r line; do
  case $line in
    '#'*) notes="$notes$line
"; continue ;;
    # Of Compose alone.
    SMTP_PUBLIC_PORT=* | SATCHEL_VERSION=* | '') ;;
    POSTGRES_PASSWORD=*)
      password=$(secret)
      notes='# Where the tables are. This is the database of the component postgres-cloudnative; of another: user, password, host.
'
      secrets "DATABASE_URL=postgres://satchel:$password@postgres-rw:5432/satchel"
      printf 'username=satchel\npassword=%s\n' "$password" >"$to/postgres.env" ;;
    *=generate) secrets "${line%%=*}=$(secret)" ;;
    SMTP_URL=* | DKIM_KEY=* | OTEL_EXPORTER_OTLP_HEADERS=*) secrets "$line" ;;
    # Of Compose alone: here probes and a collector come over the network, and an operator forwards the port.
    OPERATIONS_HOST=* | ADMIN_PORT=*) notes='' ;;
    SMTP_TLS_CERT_FILE=*)
      notes='# The certificate for STARTTLS: of the secret mail-tls.
'
      settings SMTP_TLS_CERT_FILE=/certificates/tls.crt ;;
    SMTP_TLS_KEY_FILE=*) settings SMTP_TLS_KEY_FILE=/certificates/tls.key ;;
    DNS_SERVERS=*)
      notes="# Resolvers for checking senders and for fetching pages, separated by commas. Empty: the cluster's own.
"
      settings "$line" ;;
    FRONT_SUBNET=*)
      notes='# Networks of the Ingress controller, whose X-Forwarded-For is believed. A policy lets nobody else reach the gateway.
'
      settings FRONT_SUBNET=10.0.0.0/8,172.16.0.0/12,192.168.0.0/16 ;;
    *) settings "$line" ;;
  esac
  notes=''
done <"$example"
echo "Made the settings in $to. Fill in the first part of settings.env, and SMTP_URL in secrets.env."
