import type { archivedEntries } from "../../pages/archived-entries.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { EntryDetails } from "../entries/entry-details.tsx";
import { EntryHistory } from "../entries/entry-history.tsx";
import { PresenceMark } from "../entries/status-mark.tsx";
import { langOf } from "../layout/text-language.ts";

type Entry = NonNullable<ReturnType<typeof archivedEntries>["entry"]>;

/** An entry of an archived event, with what happened to it. */
export function ArchivedEntry({ entry }: { entry: Entry }) {
	const { t, locale } = useTranslation();
	const { title, reference, status, presence, messages, shown, history } = entry;
	return (
		<article className="console-form">
			<h1 lang={langOf(title, locale)}>{title}</h1>
			<p className="lead">
				{reference} · {t(`status.${status}`)} <PresenceMark presence={presence} />
			</p>
			{messages && (
				<p>
					<a href={`/admin/messages/${reference}`}>
						{t("entry.messages")}
						{marks[locale].colon}
						{messages}
					</a>
				</p>
			)}
			<EntryDetails entry={shown} />
			<EntryHistory history={history} />
		</article>
	);
}
