/** Figures that organisers report. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { notFound } from "../http.ts";

const PAGE = "/admin/statistics";
const FILE = "/admin/statistics.csv";
/** Bars of a picture. */
const MOST_BARS = 12;

type Section = ReturnType<AppLoadContext["services"]["statistics"]["of"]>["sections"][number];

/** The category that the address names, "" for all calls together. @throws Response 404 for a call that there is not */
function callIn(context: AppLoadContext, search: URLSearchParams): string {
	const call = search.get("call") ?? "";
	const known = context.services.statistics.calls(context.actor);
	if (call && !known.some(({ category }) => category === call)) throw notFound(context);
	return call;
}

/** The figures of the calls that the address names. */
export function statisticsPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale, brand } = context;
	const call = callIn(context, search);
	const { total, withdrawn, erased, knowsReturning, sections } = services.statistics.of(actor, call, locale);
	return {
		path: PAGE,
		file: call ? `${FILE}?${new URLSearchParams({ call })}` : FILE,
		call,
		calls: services.statistics.calls(actor).map(({ category, title }) => ({ id: category, label: title[locale] })),
		lead: t("statistics.lead", { event: brand.product }),
		total,
		summary: t("statistics.summary", { count: total }),
		gone: withdrawn + erased > 0 ? t("statistics.gone", { withdrawn, erased }) : "",
		nothing: t(call ? "statistics.nothing" : "statistics.nothingAtAll"),
		firstEvent: knowsReturning ? "" : t("statistics.notes.firstEvent"),
		sections: sections.map((section) => shown(context, section)),
	};
}

function shown({ t, locale }: AppLoadContext, { name, title, groups }: Section) {
	const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
	const isRate = name === "ofDecided" || name === "ofAll";
	const share = ({ count, whole }: Section["groups"][number]) => (whole === 0 ? 0 : count / whole);
	const most = isRate ? 1 : groups.reduce((most, { count }) => Math.max(most, count), 1);
	const pictured = groups.slice(0, MOST_BARS);
	return {
		name,
		title,
		isRate,
		notes: [
			...(name === "authors" || name === "countries" || name === "ofDecided" ? [t(`statistics.notes.${name}`)] : []),
			...(name !== "time" && groups.length > MOST_BARS ? [t("statistics.largest", { count: MOST_BARS })] : []),
		],
		groups: groups.map((group) => ({ ...group, id: group.label, share: percent.format(share(group)) })),
		columns: name === "time" ? groups.map(({ label, count }) => ({ label, value: count })) : undefined,
		rows: pictured.map((group) => ({
			label: group.label,
			length: isRate ? share(group) : group.count / most,
			text: isRate ? percent.format(share(group)) : String(group.count),
		})),
	};
}

/** The same figures as a file. */
export function statisticsFile(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, locale } = context;
	return services.statistics.file(actor, callIn(context, search), locale);
}
