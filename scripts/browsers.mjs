/** Finds the browsers, fonts and page checkers of the tests. On Debian, root installs missing ones. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const USUAL_PLACES = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** Headless-only Chromium, which is three times faster. */
const SHELL = "/usr/bin/chromium-headless-shell";
const SHELL_PACKAGE = "chromium-headless-shell";
/** Required programs and their Debian packages. The HTML checker needs Java; fc-list finds fonts. */
const PROGRAMS = { lynx: "lynx", w3m: "w3m", java: "default-jre-headless", "fc-list": "fontconfig" };
const CHINESE_FONT = "fonts-noto-cjk";
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends";

/**
 * Path of Chromium: the one named in the environment, or a usual place.
 * @param {Record<string, string | undefined>} environment
 */
export function findChromium(environment = process.env) {
	return environment.CHROMIUM || USUAL_PLACES.find(existsSync);
}

/** Path of the fastest Chromium for rendering. @param {Record<string, string | undefined>} environment */
export function findShell(environment = process.env) {
	return environment.CHROMIUM || [SHELL, ...USUAL_PLACES].find(existsSync);
}

/**
 * The path of a Chromium, with a Chinese font installed and lynx, w3m, Java and fontconfig on the path; Debian's are
 * installed when any is missing and we are root.
 * @param {Record<string, string | undefined>} environment
 * @returns {string}
 * @throws Error with one line that says what to do
 */
export function requireBrowsers(environment = process.env) {
	const { CHROMIUM } = environment;
	if (CHROMIUM && !existsSync(CHROMIUM)) throw new Error(`CHROMIUM: there is no ${CHROMIUM}`);
	const chromium = () => findChromium(environment);
	const missing = () => [
		...(chromium() ? [] : ["chromium"]),
		...(hasChineseFont(environment) ? [] : [CHINESE_FONT]),
		...Object.entries(PROGRAMS).flatMap(([name, from]) => (isOnPath(name, environment) ? [] : from)),
	];
	const packages = missing();
	if (packages.length > 0 && mayInstall()) install(packages);
	// Optional: tests only take longer without it.
	if (!CHROMIUM && !existsSync(SHELL) && mayInstall()) install([SHELL_PACKAGE]);
	const found = chromium();
	const left = missing();
	if (found && left.length === 0) return found;
	const path = found ? "" : ", or set CHROMIUM to the path of one";
	throw new Error(`Browsers or a font are missing: install them (Debian: apt-get install ${left.join(" ")})${path}`);
}

/** @param {string[]} packages */
function install(packages) {
	console.log(`Installing Debian's ${packages.join(", ")} …`);
	spawnSync("sh", ["-c", `${INSTALL} ${packages.join(" ")}`], {
		stdio: "inherit",
		env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
	});
}

/**
 * @param {string} program
 * @param {Record<string, string | undefined>} environment
 */
function isOnPath(program, { PATH = "" }) {
	return PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/**
 * Layout tests need real glyph widths: without a font, Chinese characters are boxes.
 * @param {Record<string, string | undefined>} environment
 */
function hasChineseFont(environment) {
	if (process.platform !== "linux") return true;
	const { stdout } = spawnSync("fc-list", [":lang=zh-cn", "family"], {
		encoding: "utf8",
		env: { NODE_ENV: "production", ...environment },
	});
	return Boolean(stdout?.trim());
}

/** Ubuntu's chromium package is a snap, which does not run in containers. */
function mayInstall() {
	const release = "/etc/os-release";
	return process.getuid?.() === 0 && existsSync(release) && /^ID=debian$/m.test(readFileSync(release, "utf8"));
}
