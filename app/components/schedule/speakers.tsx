import { useAllTexts } from "../../all-texts.ts";
import type { sessionPage } from "../../pages/schedule-session.server.ts";
import { marks } from "../../programmes/marks.ts";
import { Portrait } from "../entries/portrait.tsx";
import { langOf } from "../layout/text-language.ts";

/** Who gives a talk. */
export function Speakers({ speakers }: Pick<Awaited<ReturnType<typeof sessionPage>>, "speakers">) {
	const { t, locale } = useAllTexts();
	return (
		<section>
			<h2>{t("publicSchedule.speaker", { count: speakers.length })}</h2>
			{speakers.map(({ name, org, role, bio, photo, photoSize }) => (
				<div key={name} className="speaker">
					{photo && <Portrait photo={photo} size={photoSize} name={name} />}
					<div>
						<p>
							<b>{name}</b>
							<br />
							<span className="hint">{[role, org].filter(Boolean).join(marks[locale].comma)}</span>
						</p>
						{bio && (
							<p className="prose" lang={langOf(bio, locale)}>
								{bio}
							</p>
						)}
					</div>
				</div>
			))}
		</section>
	);
}
