import { useAllTexts } from "../../all-texts.ts";
import type { sessionPage } from "../../pages/schedule-session.server.ts";
import { langOf } from "../layout/text-language.ts";

type Session = Awaited<ReturnType<typeof sessionPage>>;

/** Links to the previous and next talk of the track. */
export function TrackNeighbours({ session: { track, previous, next } }: { session: Session }) {
	const { t } = useAllTexts();
	if (!previous && !next) return null;
	return (
		<nav className="track-neighbours" aria-label={track}>
			{previous && <Neighbour talk={previous} rel="prev" label={t("publicSchedule.previousTalk")} />}
			{next && <Neighbour talk={next} rel="next" label={t("publicSchedule.nextTalk")} />}
		</nav>
	);
}

function Neighbour(props: { talk: NonNullable<Session["next"]>; rel: "prev" | "next"; label: string }) {
	const { locale } = useAllTexts();
	const { path, title, when } = props.talk;
	return (
		<p>
			<span className="hint">{`${props.label} · ${when}`}</span>
			<br />
			<a href={path} rel={props.rel} lang={langOf(title, locale)}>
				{title}
			</a>
		</p>
	);
}
