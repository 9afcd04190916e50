const OTHER_SYSTEM = "was installed for another Node or another system";

/** Errors of Node and of packages with binaries, by code or text. Group 1 is the name of the package. */
const FAULTS = [
	{ pattern: /^Cannot find package '([^']+)'/, says: "is missing" },
	{ pattern: /^Cannot find module '[^']*node_modules\/((?:@[^/']+\/)?[^/']+)/, says: "is incomplete" },
	{ pattern: /node_modules\/((?:@[^/]+\/)?[^/]+).*was compiled against a different Node/s, says: OTHER_SYSTEM },
	{ pattern: /^\/\S*node_modules\/((?:@[^/]+\/)?[^/]+)\S*: |^Error loading shared library /, says: OTHER_SYSTEM },
	{ pattern: /^No native build was found[\s\S]*node_modules\/((?:@[^/]+\/)?[^/\n]+)/, says: OTHER_SYSTEM },
	{ pattern: /^Could not load the "(sharp)" module/, says: OTHER_SYSTEM },
];

/**
 * One line for a package that is missing or cannot be loaded, with the remedy; undefined for any other error.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function packageFault(error) {
	if (!(error instanceof Error)) return;
	for (const { pattern, says } of FAULTS) {
		const found = pattern.exec(error.message);
		if (found) return `the package ${found[1] ?? ""} ${says}: run \`npm ci\``.replace("  ", " ");
	}
}

/**
 * Ends the process with the line of `packageFault`.
 * @param {unknown} error
 * @throws any other error
 */
export function endWithPackageFault(error) {
	const line = packageFault(error);
	if (!line) throw error;
	console.error(`rostrum: ${line}`);
	process.exit(1);
}
