/** Finds the Chromium that tests and measurements drive; on Debian it is installed where that is allowed. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const USUAL_PLACES = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-cjk";

/**
 * The path of a Chromium, installing Debian's when there is none and we are root.
 * @param {Record<string, string | undefined>} environment
 * @returns {string}
 * @throws Error with one line that says what to do
 */
export function requireChromium(environment = process.env) {
	const { CHROMIUM } = environment;
	if (CHROMIUM && !existsSync(CHROMIUM)) throw new Error(`CHROMIUM: there is no ${CHROMIUM}`);
	const found = CHROMIUM || USUAL_PLACES.find(existsSync);
	if (found) return found;
	if (mayInstall()) {
		console.log("No Chromium found, installing Debian's …");
		const { status } = spawnSync("sh", ["-c", INSTALL], {
			stdio: "inherit",
			env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
		});
		const installed = USUAL_PLACES.find(existsSync);
		if (status === 0 && installed) return installed;
	}
	throw new Error(
		"No Chromium found: install one (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM to its path",
	);
}

/** Ubuntu's package of the same name is a snap, which containers cannot run. */
function mayInstall() {
	const release = "/etc/os-release";
	return process.getuid?.() === 0 && existsSync(release) && /^ID=debian$/m.test(readFileSync(release, "utf8"));
}
