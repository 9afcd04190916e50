/** What tests of both languages mean by an English word in a Chinese text. */

/** Names of things that are written so in Chinese texts too. */
const NAMES = [
	"GitHub",
	"LinkedIn",
	"Bluesky",
	"Mastodon",
	"Twitter",
	"PyTorch",
	"Rust",
	"AIGC",
	"AI",
	"CFP",
	"JPEG",
	"PNG",
	"WebP",
	"HEIC",
	"AVIF",
	"SVG",
	"GIF",
	"PDF",
	"CSV",
	"JSON",
	"ISO",
	"UTC",
	"MB",
	"KB",
	"HH:MM",
	"AR/VR",
	"AR",
	"VR",
	"LED",
	"Esc",
	"Cookie",
	"REST API",
	"SMTP_URL",
	"OpenAPI",
	"https",
	"http",
	"X",
];

/** The words of a text in Latin letters that are none of these names, nor allowed besides. */
export function englishIn(text: string, allowed: readonly string[] = []): string[] {
	const known = [...NAMES, ...allowed].filter(Boolean).sort((one, other) => other.length - one.length);
	const without = known.reduce(
		(rest, name) => rest.replace(new RegExp(`(?<![A-Za-z])${name.replaceAll(".", "\\.")}(?![A-Za-z])`, "g"), " "),
		text.replace(/{{.*?}}/g, " "),
	);
	return without.match(/[A-Za-z]{2,}/g) ?? [];
}

/**
 * Marks of the other script beside Chinese characters, and spaces that the font is to make. Between day and hour stands
 * one, as Unicode has it for Chinese.
 */
export function faultsIn(text: string): string[] {
	return (
		text
			.replace(/(?<=日|星期.) (?=\d\d:\d\d)/g, "")
			.match(
				/.?(?:\p{Script=Han}[,;:!?(]|[,;:!?)]\p{Script=Han}|[\p{Script=Han}，。：；！？）”》] [A-Za-z\d{]|[A-Za-z\d}] \p{Script=Han}|[\p{Script=Han}，。：；！？）”》] [\p{Script=Han}（“《]|^ [（“《]).?/gu,
			) ?? []
	);
}
