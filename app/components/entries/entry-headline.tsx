import type { shownDetails } from "../../pages/entry-details.server.ts";
import { programmeOf } from "../../programmes/index.ts";
import { useTranslation } from "../../translation.tsx";
import { Dated } from "../layout/dated.tsx";
import { Reference } from "./entry-reference.tsx";
import { IncompleteMark } from "./incomplete-mark.tsx";
import { PresenceMark, StatusMark } from "./status-mark.tsx";

type Details = ReturnType<typeof shownDetails>;

/** What organisers see first of an entry: its state, reference, programme where that has been archived, and days. */
export function EntryHeadline({ entry }: { entry: Omit<Details, "log"> }) {
	const { t, locale } = useTranslation();
	const programme = programmeOf(entry.shown.category);
	return (
		<>
			<p className="lead">
				<StatusMark status={entry.status} /> <PresenceMark presence={entry.presence} />{" "}
				<Reference of={entry.reference} /> · {programme.archived && `${programme.label[locale]} · `}
				<Dated date={entry.created} text={t("entry.created", { time: entry.created })} /> ·{" "}
				<Dated date={entry.updated} text={t("entry.updated", { time: entry.updated })} />
			</p>
			<p>
				<IncompleteMark category={entry.shown.category} fields={entry.incomplete} />
			</p>
		</>
	);
}
