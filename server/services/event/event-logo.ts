import { eq } from "drizzle-orm";
import { eventLogos } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Arrivals } from "../photos/arrivals.ts";
import type { PhotoRefusal, UploadedFile } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import { type DrawnLogo, drawLogo } from "./logo-drawing.ts";
import { drawSvg } from "./svg-drawing.ts";

/** The logo of the current event, for organisers. `was` is the version that they saw, "" for none. */
export function createEventLogo(
	{ db, event, log }: Pick<Runtime, "db" | "event" | "log">,
	{ arrivals }: { arrivals: Arrivals },
) {
	/** The version of the logo, "" for none. */
	const logoVersion = () => present(event.row().id)?.version ?? "";

	const present = (eventId: number) =>
		db.orm.select({ version: eventLogos.version }).from(eventLogos).where(eq(eventLogos.eventId, eventId)).get();

	/**
	 * Takes an uploaded picture for the logo: judged like a photo, then drawn anew. An SVG becomes a PNG first.
	 * @returns why not. @throws AppError STORAGE_FULL or BUSY
	 */
	async function setLogo(actor: Actor, was: string, file: UploadedFile): Promise<PhotoRefusal | "stale" | undefined> {
		requireCan(actor, "programmes.manage");
		const drawn = await arrivals.picture(file, actor, (path) => drawLogo(path).catch(() => undefined), drawSvg);
		if (!drawn.ok) return drawn.reason;
		return (await store(actor, was, drawn.made)) ? undefined : "stale";
	}

	/** Shows the built-in mark again. @returns false where someone else has changed the logo */
	async function removeLogo(actor: Actor, was: string): Promise<boolean> {
		return store(actor, was, undefined);
	}

	async function store(actor: Actor, was: string, logo: DrawnLogo | undefined): Promise<boolean> {
		const { id: user } = requireCan(actor, "programmes.manage");
		const done = await db.write((tx) => {
			const eventId = event.row().id;
			if ((present(eventId)?.version ?? "") !== was) return false;
			tx.delete(eventLogos).where(eq(eventLogos.eventId, eventId)).run();
			if (logo)
				tx.insert(eventLogos)
					.values({ ...logo, eventId })
					.run();
			return true;
		});
		if (done) log.info({ event: "event changed", user, fields: ["logo"] }, "event changed");
		return done;
	}

	return { logoVersion, setLogo, removeLogo };
}
