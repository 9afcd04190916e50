import type { EntryKind } from "../../../app/kinds.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import type { Runtime } from "../runtime.ts";

type Linked = { id: number; linkVersion: number; oldLinkVersion: number | null };

export type PrivateLinks = ReturnType<typeof createPrivateLinks>;

/** The links in guests' receipts. A key proves possession of the mail; raising the entry's link version ends them. */
export function createPrivateLinks({ secrets, config }: Pick<Runtime, "secrets" | "config">) {
	function keyOf(id: number, version: number): string {
		return `${version}.${secrets.sign("entry-link", `${id}.${version}`)}`;
	}

	/** The link version a key was made for, or undefined when the key is not ours for this entry. */
	function versionOf(id: number, key: string): number | undefined {
		const [version = "", signature = ""] = key.split(".");
		return secrets.verifies("entry-link", `${id}.${version}`, signature) ? Number(version) : undefined;
	}

	/** Whether a key opens a guest's entry: it has the present version, or the one before while that still works. */
	function opens({ id, linkVersion, oldLinkVersion }: Linked, key: string): boolean {
		const version = versionOf(id, key);
		return version !== undefined && (version === linkVersion || version === oldLinkVersion);
	}

	/** Absolute address of the page on which a guest reads the entry. */
	function addressOf(row: { id: number; kind: EntryKind; linkVersion: number }): string {
		return `${origin()}/entry/${spotId(row)}?key=${keyOf(row.id, row.linkVersion)}`;
	}

	/** Where the author of an entry views and edits it: guests by their private link, others on their dashboard. */
	function openedBy(row: Parameters<typeof addressOf>[0] & { userId: number | null }): string {
		return row.userId === null ? addressOf(row) : `${origin()}/dashboard`;
	}

	/** Absolute address of the entry's own page for its author: guests by their private link. */
	function pageOf(row: Parameters<typeof openedBy>[0]): string {
		return row.userId === null ? addressOf(row) : `${origin()}/entry/${spotId(row)}`;
	}

	/** Restores the key that `withoutKeys` removed from a text. */
	function completed(text: string, row: Parameters<typeof addressOf>[0]): string {
		const whole = addressOf(row);
		return text.replaceAll(withoutKeys(whole), whole);
	}

	/** Origin for links in mails: never taken from a request, which could name any host. */
	function origin(): string {
		return config.publicUrl ?? `http://localhost:${config.port}`;
	}

	return { keyOf, versionOf, opens, addressOf, openedBy, pageOf, completed, origin };
}
