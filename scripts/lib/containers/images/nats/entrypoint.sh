#!/bin/sh
# Options alone are the server's.
case ${1:-} in -*) set -- nats-server "$@" ;; esac
exec "$@"
