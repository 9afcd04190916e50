/** Improves a page whose forms need no more than to be sent. */
import { attempt } from "./attempt.ts";
import { markChanges } from "./changed-fields.ts";
import { sendForms } from "./send-form.ts";

attempt(markChanges);
attempt(() => sendForms({ improve: () => undefined }));
