import { useAllTexts } from "../../all-texts.ts";
import type { decisionsPage } from "../../pages/decisions.server.ts";

/** What to look at before decisions are released, each with the entries it is about. */
export function DecisionChecks({ checks }: Pick<ReturnType<typeof decisionsPage>, "checks">) {
	const { t } = useAllTexts();
	if (checks.length === 0) return <p>{t("decisions.fine")}</p>;
	return (
		<ul className="history">
			{checks.map(({ id, text, place, entries, more }) => (
				<li key={id}>
					<details>
						<summary>{text}</summary>
						<ul>
							{place && (
								<li>
									<a href={place.path}>{place.label}</a>
								</li>
							)}
							{entries.map((entry) => (
								<li key={entry.id}>
									<a href={entry.path}>{entry.label}</a>
								</li>
							))}
							{more > 0 && <li>{t("decisions.andMore", { count: more })}</li>}
						</ul>
					</details>
				</li>
			))}
		</ul>
	);
}
