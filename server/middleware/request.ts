import type { Theme } from "../../app/enumerations.ts";
import type { RawForm } from "../../app/programmes/answers.ts";
import type { Locale } from "../../app/programmes/define.ts";
import type { AccessRow } from "../access.ts";
import type { AppError } from "../errors.ts";
import type { Actor } from "../services/actor.ts";
import type { UploadedFile } from "../services/photos/photos.ts";

/** A form that is shown again, to be sent with a proof of who sends it. */
export interface KeptPost {
	/** Where it was sent. */
	path: string;
	/** Its controls, without passwords. */
	values: [name: string, value: string][];
	asksForCode: boolean;
	/** The proof that came with it was not right. */
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
			actor: Actor;
			locale: Locale;
			theme: Theme;
			/** The body of a form, or of a JSON call with only texts in it. */
			form: RawForm;
			upload: UploadedFile | undefined;
			/** There was no room for the photo of the form; its texts were read. */
			withoutUpload: boolean;
			/** The browser named no origin although it holds a session: the form must carry the session's token. */
			needsFormToken: boolean;
			/** Why a form is not taken up although its page is shown again. No action runs then. */
			refusal: AppError | undefined;
			/** Where to prove one's identity first. */
			proveAt: string | undefined;
			/** A form that waits until its sender has proven who they are. */
			keptPost: KeptPost | undefined;
		}
	}
}
