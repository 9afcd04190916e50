import { useAllTexts } from "../../all-texts.ts";
import { isAnyAhead, type Step } from "../../programmes/next-steps.ts";
import { Dated } from "../layout/dated.tsx";
import { SentenceSpace } from "../layout/space.tsx";
import { OwnSlot, type Slot } from "../schedule/own-slot.tsx";

/** What happens next to an entry, and when; or when the event was, where nothing happens any more. */
export function NextSteps(props: { steps: readonly Step[]; slot?: Slot | undefined; hasTitle?: boolean }) {
	const { steps, slot, hasTitle } = props;
	const { t } = useAllTexts();
	const said = ({ name, text, date }: Step) =>
		name === "slot" && slot ? <OwnSlot slot={slot} /> : date ? <Dated date={date} text={text} /> : text;
	if (!isAnyAhead(steps)) return steps.map((step) => <p key={step.name}>{said(step)}</p>);
	return (
		<>
			{hasTitle && <h2>{t("steps.title")}</h2>}
			<ol className="steps">
				{steps.map((step) => (
					<li
						key={step.name}
						className={`step-${step.state}`}
						aria-current={step.state === "next" ? "step" : undefined}
					>
						{said(step)}
					</li>
				))}
			</ol>
		</>
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
