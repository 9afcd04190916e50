/**
 * Ends the process with one line if this Node is too old to run Rostrum. Import it before anything else: the binary of
 * better-sqlite3 crashes older versions as soon as it is loaded. `scripts/node.sh` runs this file to try a Node.
 */
const OLDEST = { major: 22, minor: 18 };

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
	console.error(
		`Rostrum needs Node ${OLDEST.major}.${OLDEST.minor} or newer, and this is ${process.version}. Install a newer one; on Linux with glibc, \`npm ci\` brings one for \`npm start\` and the other npm commands.`,
	);
	process.exit(1);
}
