import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { SetupDocument } from "../../../app/schemas/setup.ts";
import type { Orm } from "../../../db/client.ts";
import { eventLogos } from "../../../db/schema.ts";
import { sha256 } from "../../secrets.ts";
import type { Actor } from "../actor.ts";
import { type DrawnLogo, drawLogo } from "../event/logo-drawing.ts";
import type { Arrivals } from "../photos/arrivals.ts";
import { currentEventId } from "../programmes/current-programmes.ts";
import { pointerTo, type Section } from "./section.ts";

/** The logo of a document, drawn before anything is planned, since drawing takes time; "damaged" where it cannot be. */
export type LogoOfDocument = DrawnLogo | "damaged" | undefined;

const urlOf = (png: Buffer) => `data:image/png;base64,${png.toString("base64")}`;

function read(tx: Orm): string | null {
	const found = tx
		.select({ logo: eventLogos.logo })
		.from(eventLogos)
		.where(eq(eventLogos.eventId, currentEventId(tx)))
		.get();
	return found ? urlOf(found.logo) : null;
}

/** The logo as it is shown. One that a document does not mention stays. */
export const logoSection: Section<"logo"> = {
	needs: [],
	read,
	plan({ tx, t, logo }, { logo: wanted }) {
		const present = read(tx);
		if (wanted !== null && wanted !== present && (logo === undefined || logo === "damaged"))
			return { faults: [{ pointer: pointerTo("logo"), message: t("setupMessages.logo") }], changes: [], apply() {} };
		const drawn = typeof logo === "object" && wanted !== null ? logo : undefined;
		const after = wanted === null ? null : wanted === present || !drawn ? present : urlOf(drawn.logo);
		const changes = after === present ? [] : [t(after ? "setupMessages.logoChanged" : "setupMessages.logoRemoved")];
		return {
			faults: [],
			changes,
			apply() {
				if (after === present) return;
				const eventId = currentEventId(tx);
				tx.delete(eventLogos).where(eq(eventLogos.eventId, eventId)).run();
				if (drawn)
					tx.insert(eventLogos)
						.values({ ...drawn, eventId })
						.run();
			},
		};
	},
};

/** Nobody waits for the operator's. */
const OPERATOR: Actor = { user: undefined, visitor: undefined };

/** Draws the logo of a document as one that was uploaded. @param logo as the schema lets it through @throws AppError BUSY */
export async function drawnLogo(
	logo: SetupDocument["logo"],
	{ arrivals, temporary, by }: { arrivals: Arrivals; temporary: string; by: Actor | "operator" },
): Promise<LogoOfDocument> {
	if (!logo) return;
	const bytes = Buffer.from(logo.slice(logo.indexOf(",") + 1), "base64");
	const path = join(temporary, randomBytes(16).toString("hex"));
	await writeFile(path, bytes, { mode: 0o600 });
	const file = {
		path,
		sourceName: "logo",
		bytes: bytes.length,
		sourceHash: sha256(bytes).toString("hex"),
		tooBig: false,
	};
	const actor = by === "operator" ? OPERATOR : by;
	const drawn = await arrivals.picture(file, actor, (one) => drawLogo(one).catch(() => undefined));
	return drawn.ok ? drawn.made : "damaged";
}
