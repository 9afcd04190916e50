import leven from "leven";

/** Shorter names are as near to names of other programs. */
const LEAST_LETTERS = 6;
const MOST_SLIPS = 2;
/** What begins like these is meant for this program. */
const OWN = /^(SMTP|MAIL|PUBLIC|UPLOADS|PHOTOS|WORKS|TRUST|BRAND)_/;

/**
 * A line for each name in the environment that looks like a mistyped setting.
 * @param names of the environment
 * @param settings every name that the program reads
 */
export function mistypedSettings(names: readonly string[], settings: readonly string[]): string[] {
	const known = new Set(settings);
	return names
		.filter((name) => !known.has(name))
		.flatMap((name) => {
			const meant = settings.find((one) => isNear(name, one));
			if (meant) return [`${name} is no setting; did you mean ${meant}?`];
			return OWN.test(name) ? [`${name} is no setting; docs/settings.md has them all`] : [];
		});
}

const isNear = (name: string, setting: string): boolean =>
	setting.length >= LEAST_LETTERS && leven(name, setting, { maxDistance: MOST_SLIPS + 1 }) <= MOST_SLIPS;
