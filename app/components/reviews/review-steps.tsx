import { useAllTexts } from "../../all-texts.ts";
import { RECOMMENDATIONS } from "../../enumerations.ts";
import type { Translate } from "../../i18n.ts";
import type { reviewPage } from "../../pages/reviews.server.ts";
import type { Locale } from "../../programmes/define.ts";
import { marks } from "../../programmes/marks.ts";
import { RECOMMENDATION_KEYS } from "../../reviews/review-controls.ts";
import { Space } from "../layout/space.tsx";

type Page = ReturnType<typeof reviewPage>;

/** The ways to other entries, and how far the reviewer is. The island finds them by their `data` attributes. */
export function ReviewSteps({ page }: { page: Pick<Page, "previous" | "next" | "waiting" | "progress"> }) {
	const { t } = useAllTexts();
	const links = [
		{ step: "previous", href: page.previous, label: `← ${t("review.previous")}` },
		{ step: "next", href: page.next, label: `${t("review.next")} →` },
		{ step: "waiting", href: page.waiting, label: t("review.waiting") },
	];
	return (
		<>
			<nav className="reading-links" aria-label={t("review.steps")} data-part="steps">
				{links.map(
					({ step, href, label }) =>
						href && (
							<span key={step}>
								<a href={href} data-step={step}>
									{label}
								</a>
								<Space />
							</span>
						),
				)}
			</nav>
			<p className="hint" data-part="progress">
				{page.progress}
			</p>
		</>
	);
}

const LIVE = [
	"keys",
	"close",
	"marked",
	"saving",
	"saved",
	"loading",
	"offline",
	"unreached",
	"busy",
	"failed",
	"left",
	"back",
	"none",
] as const;

/** What the island says. `shortcuts`: keys, and what they do. */
export function reviewWords(t: Translate, locale: Locale) {
	const recommending = RECOMMENDATIONS.map((value) => RECOMMENDATION_KEYS[value]).join(" ");
	const options = RECOMMENDATIONS.map((value) => t(`review.recommendations.${value}`)).join(marks[locale].item);
	const shortcuts = [
		["0–5", t("review.keys.mark")],
		[recommending, t("review.keys.recommend", { options })],
		["j", t("review.keys.next")],
		["k", t("review.keys.previous")],
		["n", t("review.keys.waiting")],
		["?", t("review.keys.help")],
	];
	// The island fills these in.
	const open = { what: "{what}", mark: "{mark}", title: "{title}" };
	return { ...Object.fromEntries(LIVE.map((name) => [name, t(`review.live.${name}`, open)])), shortcuts };
}
