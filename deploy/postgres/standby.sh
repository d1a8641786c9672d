#!/usr/bin/env bash
# Starts the standby of compose.scale.yaml. The first start copies the primary.
set -euo pipefail

export PGPASSWORD="$REPLICATION_PASSWORD"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --slot=standby --checkpoint=fast \
    --dbname="host=$PRIMARY user=replicator application_name=standby"; do
    rm -rf "${PGDATA:?}"/*
    sleep 1
  done
  chmod 0700 "$PGDATA"
fi
# The copied configuration names a standby. After its promotion this server has no standby and must not wait for one.
exec postgres -c max_connections=200 -c synchronous_standby_names=
