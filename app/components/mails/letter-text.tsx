import { useAllTexts } from "../../all-texts.ts";
import { langOf } from "../layout/text-language.ts";

/** Subject and text of a mail, as it will leave. */
export function LetterText({ subject, body }: { subject: string; body: string }) {
	const { locale } = useAllTexts();
	return (
		<>
			<p>
				<strong lang={langOf(subject, locale)}>{subject}</strong>
			</p>
			<pre lang={langOf(body, locale)}>{body}</pre>
		</>
	);
}
