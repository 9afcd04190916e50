import { useAllTexts } from "../../all-texts.ts";
import type { ShownTalk } from "../../pages/schedule-day.server.ts";
import { marks } from "../../programmes/marks.ts";
import type { Live } from "../../schedule/live.ts";
import { Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { type Found, MarkedText } from "./marked-text.tsx";

/** A talk in the schedule. The colour of its edge repeats its track, whose name is always written as well. */
export function TalkCard(props: { talk: ShownTalk; column?: string; live?: Live; found?: Found }) {
	const { talk, column, live, found } = props;
	const { locale } = useAllTexts();
	const { path, title, name, org, minutes, span, track, room, language, hue } = talk;
	return (
		<li className={[`track-hue-${hue}`, column].filter(Boolean).join(" ")} data-minutes={minutes} data-live={live}>
			<a href={path} lang={langOf(title, locale)}>
				{found?.title.length ? <MarkedText pieces={found.title} /> : title}
			</a>
			<p>
				{found ? <MarkedText pieces={found.name} /> : name}
				{name && org ? marks[locale].comma : ""}
				{found ? <MarkedText pieces={found.org} /> : org}
			</p>
			{found && found.abstract.length > 0 && (
				<p lang={langOf(found.abstract.map(({ text }) => text).join(""), locale)}>
					<MarkedText pieces={found.abstract} />
				</p>
			)}
			<p className="hint">
				{span} <span className="track-and-room">{`· ${[track, room].filter(Boolean).join(" · ")}`}</span>
				<Space />
				<LanguageMark language={language} />
				<LiveMark live={live} />
			</p>
		</li>
	);
}

/** Marks what is on now or next. The page's island keeps the marks up to date. */
export function LiveMark({ live }: { live: Live }) {
	const { t } = useAllTexts();
	if (!live) return null;
	return (
		<>
			<Space />
			<b className="live-mark">{t(`publicSchedule.${live}`)}</b>
		</>
	);
}

/** The language a talk is held in, as its speakers write it. */
function LanguageMark({ language }: { language: string }) {
	const { locale } = useAllTexts();
	if (language === "Chinese") {
		return (
			<span className="mark-language" lang={langOf("中文", locale)}>
				中文
			</span>
		);
	}
	return language ? <span className="mark-language">EN</span> : null;
}
