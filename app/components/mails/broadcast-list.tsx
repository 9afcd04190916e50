import { useAllTexts } from "../../all-texts.ts";
import type { broadcastsPage } from "../../pages/broadcasts.server.ts";
import { marks } from "../../programmes/marks.ts";
import { SentenceSpace, Space } from "../layout/space.tsx";
import { FilterSelect, NeedFilter, StatusFilter, TrackFilter } from "../lists/list-filters.tsx";

/** Whom a broadcast goes to: the list, narrowed as in the console, and how many people it reaches. */
export function BroadcastList({ page }: { page: ReturnType<typeof broadcastsPage> }) {
	const { t, locale } = useAllTexts();
	const { kinds, kind, state, tracks, needs, filters } = page;
	return (
		<>
			<form method="get" action="/admin/mail/broadcasts" className="filters" noValidate>
				<label>
					{t("broadcast.list")}{" "}
					<select name="of" defaultValue={kind}>
						{kinds.map(({ id, label }) => (
							<option key={id} value={id}>
								{label}
							</option>
						))}
					</select>
				</label>{" "}
				<label>
					{t("admin.search")} <input type="search" name="q" defaultValue={state.q} />
				</label>{" "}
				{tracks.length > 0 && <TrackFilter value={state.track} tracks={tracks} />}
				<StatusFilter value={state.status} />
				<NeedFilter value={state.need} needs={needs} />
				{filters.map(([name, value]) => (
					<FilterSelect key={name} name={name} label="" value={value} options={[{ value, label: value }]} />
				))}
				<button type="submit">{t("broadcast.show")}</button>
				<Space />
			</form>
			{page.chosen && (
				<p>
					{page.chosen.text} · <a href={page.chosen.all}>{t("broadcast.all")}</a>
				</p>
			)}
			<p>
				<strong>{page.reached}</strong>
				{page.noAddress && (
					<>
						{marks[locale].semicolon}
						{page.noAddress}
					</>
				)}
			</p>
			{page.unsubscribed && <p>{page.unsubscribed}</p>}
			{page.untold && (
				<p>
					{page.untold}
					<SentenceSpace />
					<a href="/admin/decisions">{t("decisions.title")}</a>
				</p>
			)}
		</>
	);
}
