import { useAllTexts } from "../../all-texts.ts";
import { Reference } from "../entries/entry-reference.tsx";
import { SentenceSpace } from "../layout/space.tsx";

/** A submission that its author may still change. */
export interface Submitted {
	href: string;
	title: string;
	reference: string;
}

/** Few enough that the form stays in sight; the dashboard has all. */
const MOST = 3;

/** Says over a new form that it makes another submission, and leads to those that were made before. */
export function SubmittedBefore({ entries }: { entries: readonly Submitted[] }) {
	const { t } = useAllTexts();
	if (entries.length === 0) return null;
	return (
		<div className="banner">
			<p>
				{t("form.another")}
				<SentenceSpace />
				{entries.length > MOST && <a href="/dashboard">{t("form.allSubmitted")}</a>}
			</p>
			{entries.slice(0, MOST).map(({ href, title, reference }) => (
				<p key={reference}>
					<a href={href} data-submitted="">
						{title}
					</a>{" "}
					<Reference of={reference} />
				</p>
			))}
		</div>
	);
}
