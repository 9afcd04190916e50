import type { Theme } from "../../app/enumerations.ts";
import type { RawForm } from "../../app/programmes/answers.ts";
import type { Locale } from "../../app/programmes/define.ts";
import type { AccessRow } from "../access.ts";
import type { AppError } from "../errors.ts";
import type { Actor } from "../services/actor.ts";
import type { UploadedFile } from "../services/photos/photos.ts";

/** A pending form, to be sent again with proof of identity. */
export interface KeptPost {
	/** Where it was sent. */
	path: string;
	/** Its controls, without passwords. */
	values: [name: string, value: string][];
	asksForCode: boolean;
	/** The proof was wrong. */
	isWrong?: true;
}

/** What the middleware learns about a request, for those after it. */
declare global {
	namespace Express {
		interface Request {
			requestId: string;
			/** When it began, by the portal's clock, milliseconds since the epoch. */
			arrivedAt: number;
			access: AccessRow | undefined;
			/** The page cache may answer it. It also counts the request, because only it knows whether a page is rendered. */
			isCacheable: boolean;
			/** Everybody waits for this page: it is a shared one that is rendered again. */
			wasKept?: boolean;
			/** It came with a bearer token that nobody has. */
			hasInvalidBearer: boolean;
			actor: Actor;
			locale: Locale;
			theme: Theme;
			/** The body of a form, or of a JSON call with only texts in it. */
			form: RawForm;
			/** A button of the form has just changed language or theme; nothing else was asked for. */
			prefers: boolean;
			upload: UploadedFile | undefined;
			/** The photo was discarded because no upload place was free. */
			/** Fields of a form in JSON that are neither texts nor lists of texts. */
			oddFields: readonly string[];
			withoutUpload: boolean;
			/** No origin but a session: the form token must be checked. */
			needsFormToken: boolean;
			/** Why the form is refused although its page is shown again; no action runs. */
			refusal: AppError | undefined;
			/** Address of the proof of identity to redirect to. */
			proveAt: string | undefined;
			/** A form that waits for proof of identity. */
			keptPost: KeptPost | undefined;
		}
	}
}

/** Address of the page that a request is about. Remix data requests carry it under another name. */
export function pageAddress(requested: string): string {
	const { pathname, searchParams } = new URL(requested.replace(/\.data(?=$|\?)/, ""), "http://internal");
	searchParams.delete("_routes");
	return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
}
