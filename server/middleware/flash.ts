import type { Request, Response } from "express";
import type { Config } from "../config.ts";
import { randomToken, type Secrets, sha256 } from "../secrets.ts";
import type { OpenedSession } from "../services/accounts/sessions.ts";
import type { Actor } from "../services/actor.ts";
import { flashCookie, setFlashCookie } from "./cookies.ts";

/** Query parameter that makes the address unique. */
const SAID = "said";

/** Maximum length of all lines, so that the encoded cookie stays below 4 KB. */
const MOST = 650;

/** The message for the next page. */
interface Message {
	path: string;
	lines: string[];
	shownOnce?: string | undefined;
}

export interface Flash {
	/**
	 * Sets a message for the page at `address`. Long lines are cut. `shownOnce`: a text for that page itself, which is no
	 * message.
	 * @returns the address to redirect to, made unique because lynx reloads nothing it has already shown
	 */
	say(address: string, lines: readonly string[], shownOnce?: string): string;
	/** The message for this page, removed once read. */
	take(): string[] | undefined;
	/** The text that came with the message. */
	takeShownOnce(): string | undefined;
	/** Messages are now for the session that begins with this answer. */
	begin(session: OpenedSession): void;
}

/** Carries the result of a post to the next page, in a cookie signed for its sender that expires within a minute. */
export function flashOf(req: Request, res: Response, { config, secrets }: { config: Config; secrets: Secrets }): Flash {
	let holder = holderOf(req.actor);
	let taken: Message | undefined;
	return {
		say(address, lines, shownOnce) {
			const said: Message = { path: pathOf(address), lines: shortened(lines), shownOnce };
			const body = Buffer.from(JSON.stringify(said)).toString("base64url");
			setFlashCookie(res, config, `${body}.${secrets.sign("flash", `${holder}.${body}`)}`);
			const [page = "", hash] = address.split("#");
			const [path, query] = page.split("?");
			const search = new URLSearchParams(query);
			search.set(SAID, randomToken().slice(0, 6));
			return `${path}?${search}${hash === undefined ? "" : `#${hash}`}`;
		},
		take() {
			const [body = "", signature = ""] = (taken ? "" : (flashCookie(req, config) ?? "")).split(".");
			if (body && secrets.verifies("flash", `${holder}.${body}`, signature)) {
				const said = JSON.parse(Buffer.from(body, "base64url").toString()) as Message;
				if (said.path === pathOf(req.originalUrl)) {
					taken = said;
					setFlashCookie(res, config, undefined);
				}
			}
			return taken?.lines;
		},
		takeShownOnce() {
			this.take();
			return taken?.shownOnce;
		},
		begin({ secret }) {
			holder = sha256(secret).toString("hex");
		},
	};
}

function holderOf({ user, visitor }: Actor): string {
	return user?.sessionHash ?? visitor ?? "";
}

function pathOf(address: string): string {
	return address.split(/[?#]/)[0] ?? "";
}

function shortened(lines: readonly string[]): string[] {
	let left = MOST;
	return lines.flatMap((line) => {
		const characters = [...line];
		const kept = characters.slice(0, left);
		left -= kept.length;
		if (kept.length === 0) return [];
		return [kept.length < characters.length ? `${kept.join("")}…` : line];
	});
}
