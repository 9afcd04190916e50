import { useAllTexts } from "../../all-texts.ts";
import type { ShownThread } from "../../pages/messages.server.ts";
import { Dated } from "../layout/dated.tsx";
import { LinkedText } from "../layout/linked-text.tsx";
import { langOf } from "../layout/text-language.ts";
import { OlderLinks } from "../lists/older-links.tsx";

/** The messages of a thread, the newest last. @param none what is said where there are none */
export function MessageList({ thread, none }: { thread: ShownThread; none?: string }) {
	const { t, locale } = useAllTexts();
	const { messages, earlier, newest } = thread;
	if (messages.length === 0) return none ? <p className="hint">{none}</p> : null;
	return (
		<>
			<OlderLinks
				older={earlier}
				newest={newest}
				words={{ older: t("messages.earlier"), newest: t("messages.newest") }}
			/>
			<dl className="details">
				{messages.map(({ id, by, time, body }) => (
					<div key={id}>
						<dt>
							<strong lang={langOf(by, locale)}>{by}</strong>
							<br />
							<Dated {...time} />
						</dt>
						<dd lang={langOf(body, locale)}>
							<LinkedText text={body} />
						</dd>
					</div>
				))}
			</dl>
		</>
	);
}
