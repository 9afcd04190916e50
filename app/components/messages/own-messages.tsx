import { useAllTexts } from "../../all-texts.ts";
import type { SentBack } from "../../handle.ts";
import type { ownMessages } from "../../pages/own-messages.server.ts";
import { FormPreferences } from "../layout/preferences.tsx";
import { SentenceSpace } from "../layout/space.tsx";
import { MESSAGE_CONTROLS } from "./message-controls.ts";
import { MessageForm } from "./message-form.tsx";
import { MessageList } from "./message-list.tsx";

interface Props {
	of: ReturnType<typeof ownMessages>;
	/** What was typed and not kept. */
	failed: SentBack | undefined;
}

/** What the author of an entry and the organisers wrote to each other, on the author's page. */
export function OwnMessages({ of, failed }: Props) {
	const { t } = useAllTexts();
	return (
		<section aria-labelledby="h-messages">
			<h2 id="h-messages">{t("messages.title")}</h2>
			{"consolePath" in of ? (
				<p>
					{t("messages.inConsole")}
					<SentenceSpace />
					<a href={of.consolePath}>{t("messages.open")}</a>
				</p>
			) : (
				<>
					<MessageList thread={of.thread} />
					{of.open ? (
						<MessageForm
							path={of.path}
							controls={MESSAGE_CONTROLS.people}
							label={t("messages.ownLabel")}
							hint={of.lead}
							send={t("messages.ownSend")}
							value={failed?.values.message}
							problems={failed?.problems ?? []}
						>
							<FormPreferences />
						</MessageForm>
					) : (
						<p className="hint">{t("messages.ownClosed")}</p>
					)}
				</>
			)}
		</section>
	);
}
