#!/usr/bin/env bash
# Runs once in the primary of compose.scale.yaml, after its database is made: adds the role and the slot of the standby.
# PostgreSQL restarts at once. From then on, the primary waits for the standby before it confirms a commit.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role replicator with replication login password :'password';
select pg_create_physical_replication_slot('standby');
alter system set synchronous_standby_names = 'FIRST 1 (standby)';
SQL
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
