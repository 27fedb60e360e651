#!/bin/sh
# For certbot: takes a new certificate over, so that nobody has to think of it.
#
#   certbot certonly --webroot --webroot-path deploy/acme --domain club.example \
#       --deploy-hook "$PWD/deploy/renewed.sh"
#
# certbot remembers this hook and calls it after every renewal, with $RENEWED_LINEAGE, the folder of
# the new files. $RELOAD is the command that has nginx read them; players stay connected meanwhile.
set -eu
here=$(dirname "$0")
certificates=${CERTIFICATES:-$here/certificates}
umask 077
for name in privkey.pem fullchain.pem; do
    cp -L "$RENEWED_LINEAGE/$name" "$certificates/.$name"
    mv "$certificates/.$name" "$certificates/$name"
done
sh -c "${RELOAD:-docker compose --file '$here/compose.yaml' exec -T proxy nginx -s reload}"
