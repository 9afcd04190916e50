import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { FRAME, SCREEN } from "../../fragments.ts";
import { useFragment } from "../../hooks/fragment.ts";
import { forgetChanges, markChanges } from "../../islands/changed-fields.ts";
import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";

/** Lines of the icons, drawn 16 by 16. */
const ICONS = {
	overview: "M2 8l6-6 6 6M4 7v7h8V7",
	proposals: "M3 2h7l3 3v9H3zM5 8h6M5 11h6",
	editor: "M3 13l1-3 7-7 2 2-7 7zM3 13h10",
	works: "M2 3h12v10H2zM2 11l4-4 3 3 2-2 3 3",
	nominations: "M8 2l2 4 4 .5-3 3 1 4.5-4-2-4 2 1-4.5-3-3 4-.5z",
	forum: "M2 3h12v8H8l-3 3v-3H2z",
	decisions: "M2 8l4 4 8-9",
	messages: "M2 4h9v6H6l-2 2v-2H2zM13 7v5h1",
	reviews: "M2 4h12M2 8h5M8 11l2 2 4-4",
	schedule: "M2 4h12v10H2zM2 7h12M5 2v3M11 2v3",
	tracks: "M2 4h12M2 8h8M2 12h10",
	event: "M4 2v12M4 3h9l-2 3 2 3H4",
	calls: "M3 7h3l6-4v10L6 9H3zM5 9v4",
	outbox: "M2 4h12v9H2zM2 4l6 5 6-5",
	team: "M6 8a3 3 0 100-6 3 3 0 000 6zM1 14c0-6 10-6 10 0M11 8a2 2 0 100-4M12 10c2 0 3 2 3 4",
} as const;

type Icon = keyof typeof ICONS;

/**
 * The frame of a console page, with the navigation. Its script replaces elements by their ids: an answer to it has what
 * it asked for and no more (`app/islands/fragments.ts`).
 */
export function ConsoleFrame({ children }: { children: ReactNode }) {
	const { t } = useTranslation();
	const part = useFragment();
	useEffect(() => {
		markChanges();
		document.addEventListener("submit", forgetChanges);
	}, []);
	if (part !== undefined && part !== SCREEN && part !== FRAME) return children;
	const screen = <div id={SCREEN}>{children}</div>;
	if (part === SCREEN) return screen;
	return (
		<div
			className="console"
			id={FRAME}
			data-hx-boost="true"
			data-hx-history-elt=""
			data-hx-target={`#${SCREEN}`}
			data-offline={t("site.offline")}
			data-failed={t("site.failed")}
			data-signed-out={t("errors.NOT_SIGNED_IN")}
			data-log-in={t("site.logIn")}
			data-stay={t("session.stay")}
			data-not-loaded={t("schedule.loadEntriesFailed")}
			data-dismiss={t("admin.dismiss")}
			data-close-label={t("admin.close")}
		>
			<ConsoleRail />
			<div className="console-page">
				<div className="toast-place" />
				{screen}
			</div>
		</div>
	);
}

/** The navigation. Spaces separate its links where there are no styles. */
function ConsoleRail() {
	const { t } = useTranslation();
	const root = useRoot();
	const kinds = root?.user?.kinds ?? [];
	return (
		<nav className="rail" aria-label={t("site.console")}>
			{/* A line is broken between these. */}
			<div>
				<ul>
					<Part to="/admin" icon="overview" also={OF_OVERVIEW} end>
						{t("overview.title")}
					</Part>
				</ul>
				{kinds.length > 0 && <p className="rail-part">{t("rail.entries")}</p>}
				<ul>
					{kinds.includes("talk") && (
						<>
							<Part to="/admin/proposals" icon="proposals">
								{t("admin.proposals")}
							</Part>
							<Part to="/admin/editor" icon="editor">
								{t("admin.editor")}
							</Part>
						</>
					)}
					{kinds.includes("aigc") && (
						<Part to="/admin/aigc" icon="works">
							{t("works.tab")}
						</Part>
					)}
					{kinds.includes("nomination") && (
						<Part to="/admin/nominations" icon="nominations">
							{t("works.nominations")}
						</Part>
					)}
					{kinds.includes("forum") && (
						<Part to="/admin/forum" icon="forum">
							{t("forum.tab")}
						</Part>
					)}
					<Part to="/admin/reviews" icon="reviews" also={OF_REVIEWS}>
						{t("rail.reviews")}
					</Part>
					<Part to="/admin/decisions" icon="decisions" also={OF_DECISIONS}>
						{t("rail.decisions")}
					</Part>
					<Part to="/admin/messages" icon="messages">
						{t("rail.messages")}
					</Part>
					<Part to="/admin/mail" icon="outbox">
						{t("admin.mail")}
					</Part>
				</ul>
			</div>
			<div>
				<p className="rail-part">{t("rail.schedule")}</p>
				<ul>
					<Part to="/admin/schedule" icon="schedule">
						{t("schedule.tab")}
					</Part>
					<Part to="/admin/tracks" icon="tracks">
						{t("tracks.tab")}
					</Part>
				</ul>
			</div>
			<div>
				<p className="rail-part">{t("rail.settings")}</p>
				<ul>
					<Part to="/admin/event" icon="event" also={OF_EVENT}>
						{t("admin.event")}
					</Part>
					<Part to="/admin/programmes" icon="calls" also={OF_CALLS}>
						{t("programmes.title")}
					</Part>
					{root?.user?.managesTeam && (
						<Part to="/admin/team" icon="team">
							{t("admin.team")}
						</Part>
					)}
				</ul>
			</div>
			{root && <p className="hint">{t("admin.zone", { zone: root.zone })}</p>}
		</nav>
	);
}

interface PartProps {
	to: string;
	icon: Icon;
	children: string;
	/** Other addresses that belong to it. */
	also?: RegExp;
	end?: true;
}

const OF_REVIEWS = /^\/admin\/programmes\/[^/]+\/(review|assignments|conflicts|redactions)$/;
const OF_OVERVIEW = /^\/admin\/statistics$/;
const OF_EVENT = /^\/admin\/person$/;
const OF_CALLS = /^\/admin\/late$/;
const OF_DECISIONS = /^\/admin\/waiting$/;

function Part({ to, icon, children, also, end }: PartProps) {
	const { pathname } = useLocation();
	const isInside = !end && pathname.startsWith(`${to}/`) && !OF_REVIEWS.test(pathname);
	const isCurrent = pathname === to || isInside || also?.test(pathname);
	return (
		<li>
			<a href={to} aria-current={isCurrent ? "page" : undefined}>
				<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
					<path d={ICONS[icon]} />
				</svg>{" "}
				{children}
			</a>
		</li>
	);
}
