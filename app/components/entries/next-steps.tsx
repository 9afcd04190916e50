import { useAllTexts } from "../../all-texts.ts";
import type { Step } from "../../programmes/next-steps.ts";
import { Dated } from "../layout/dated.tsx";
import { SentenceSpace } from "../layout/space.tsx";
import { OwnSlot, type Slot } from "../schedule/own-slot.tsx";

/** What happens next to an entry, and when. */
export function NextSteps({ steps, slot }: { steps: readonly Step[]; slot?: Slot | undefined }) {
	if (steps.length === 0) return null;
	return (
		<ol className="steps">
			{steps.map(({ name, text, date, state }) => (
				<li key={name} className={`step-${state}`} aria-current={state === "next" ? "step" : undefined}>
					{name === "slot" && slot ? <OwnSlot slot={slot} /> : date ? <Dated date={date} text={text} /> : text}
				</li>
			))}
		</ol>
	);
}

/** Says that changes of an entry are still a draft, and leads to the form with them. */
export function UnsentChanges({ since, path }: { since: string | undefined; path: string | undefined }) {
	const { t } = useAllTexts();
	if (since === undefined || path === undefined) return null;
	return (
		<p className="banner">
			{t("form.unsent", { time: since })}
			<SentenceSpace />
			<a href={path}>{t("form.unsentShow")}</a>
		</p>
	);
}
