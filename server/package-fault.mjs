const SYSTEM = `${process.platform}-${process.arch}`;

/** Texts of packages that find no binary for this system; group 1 is a name, where the text has one. */
const NO_BINARY = [
	/^No native build was found/,
	/^Could not load the "(sharp)" module/,
	/^Cannot find module (@rollup\/rollup-\S+)\. npm has a bug/,
	/^The package "(@esbuild\/[^"]+)" could not be found/,
];

/**
 * One line for a package that is missing or that this system cannot load, with the remedy; undefined for any other error.
 * @param {unknown} error
 * @param {string} install the command that installs the packages needed
 * @returns {string | undefined}
 */
export function packageFault(error, install = "npm ci") {
	if (!(error instanceof Error)) return;
	const { message } = error;
	const code = "code" in error ? error.code : undefined;
	const noBinary = (/** @type {string} */ name) =>
		`the package ${name} has no binary that ${SYSTEM} can load: run \`${install}\` on this machine; README.md lists the systems that have one`;
	for (const pattern of NO_BINARY) {
		const found = pattern.exec(message);
		if (found) return noBinary(found[1] ?? packageIn(message) ?? "with a native part");
	}
	if (code === "ERR_DLOPEN_FAILED") {
		const name = packageIn(message) ?? "with a native part";
		const [, needed] = /version [`'](GLIBC_[\d.]+)' not found/.exec(message) ?? [];
		return needed ? `the package ${name} needs ${needed} of the C library: use a newer system` : noBinary(name);
	}
	if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return;
	const name = /^Cannot find package '([^/\\'][^']*)'/.exec(message)?.[1] ?? packageIn(message);
	return name && `the package ${name} is missing or incomplete: run \`${install}\``;
}

/** The package whose file a message names: the innermost one. @param {string} message */
function packageIn(message) {
	const names = [...message.matchAll(/node_modules[/\\]((?:@[^/\\'"\n]+[/\\])?[^/\\'"\s]+)/g)].map(([, name]) => name);
	return names.at(-1)?.replace("\\", "/");
}

/**
 * Ends the process with the line of `packageFault`.
 * @param {unknown} error
 * @param {string} [install]
 * @throws any other error
 */
export function endWithPackageFault(error, install) {
	const line = packageFault(error, install);
	if (!line) throw error;
	console.error(`rostrum: ${line}`);
	process.exit(1);
}
