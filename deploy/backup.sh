#!/bin/sh
# A copy of the database while servers use it, with the day in its name; old copies are deleted.
# menhirs-backup.timer runs it every day. Variables, with what holds if they are not set:
#
#   DATABASE   sqlite:////var/lib/menhirs/menhirs.sqlite   as menhirs serve takes it
#   BACKUPS    /var/backups/menhirs                        where the copies are put
#   KEEP_DAYS  14                                          how long each is kept
#   MENHIRS    /opt/menhirs/bin/menhirs                    the command, of the server's version
#
# A password for PostgreSQL is $PGPASSWORD. A copy on the same disk is no backup yet: have another
# machine fetch the folder.
set -eu
umask 077
database=${DATABASE:-sqlite:////var/lib/menhirs/menhirs.sqlite}
backups=${BACKUPS:-/var/backups/menhirs}
keep=${KEEP_DAYS:-14}
menhirs=${MENHIRS:-/opt/menhirs/bin/menhirs}
moment=$(date -u +%Y-%m-%dT%H-%M-%S)

mkdir -p "$backups"
case $database in
sqlite:*)
    copy=$backups/menhirs-$moment.sqlite
    "$menhirs" admin --database "$database" backup "$copy.unfinished"
    ;;
*)
    copy=$backups/menhirs-$moment.dump
    pg_dump --format=custom --file="$copy.unfinished" --dbname="$database"
    ;;
esac
# Only what is whole has the name of a copy, and only after one was made are old ones deleted.
mv "$copy.unfinished" "$copy"
find "$backups" -maxdepth 1 -type f -name 'menhirs-*' -mtime +"$keep" -delete
echo "$copy"
