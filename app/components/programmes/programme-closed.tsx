import { useAllTexts } from "../../all-texts.ts";
import { useRoot } from "../../root-data.ts";
import { EntryDetails, type ShownEntry } from "../entries/entry-details.tsx";
import { WholeDays } from "../layout/dated.tsx";
import { Space } from "../layout/space.tsx";

/** What the page in place of a form says of this call and the others. */
export interface ClosedCall {
	title: string;
	sentence: string;
	/** Address of the entry that was to be changed. */
	entry?: string | undefined;
	/** Where entries are taken instead. */
	link?: string;
	open: { href: string; title: string }[];
	soon: string[];
	closed: string[];
	support: string;
	/** Why a link of the organisers does not open the form. */
	linkGone?: string | undefined;
	/** When a late form of the visitor arrived, if organisers have not decided on it. */
	late?: string | undefined;
	/** What the visitor typed and did not submit, and the form that can begin with it. */
	unsent: { sentence: string; shown: ShownEntry; carry?: { href: string; text: string } | undefined }[];
}

/** Shown in place of a form that takes no entries. */
export function ProgrammeClosed({ call }: { call: ClosedCall }) {
	const { t } = useAllTexts();
	const root = useRoot();
	return (
		<div className="narrow">
			<h1>{call.title}</h1>
			<p className="lead">
				<WholeDays text={call.sentence} />
			</p>
			{call.linkGone && (
				<p className="banner" role="status">
					{call.linkGone}
				</p>
			)}
			{call.entry && (
				<p className="actions">
					<a className="button primary" href={call.entry}>
						{t("closed.show")}
					</a>
				</p>
			)}
			{call.late && (
				<p className="banner" role="status">
					{t("closed.late", { time: call.late })}
				</p>
			)}
			{call.unsent.map(({ sentence, shown, carry }) => (
				<div key={sentence} className="banner" role="status">
					{!call.late && <p>{sentence}</p>}
					{carry && (
						<p className="actions">
							<a className="button primary" href={carry.href}>
								{carry.text}
							</a>
						</p>
					)}
					<details>
						<summary>{t("closed.typed")}</summary>
						<EntryDetails entry={shown} />
					</details>
				</div>
			))}
			{call.link && (
				<p className="actions">
					<a className="button primary" href={call.link}>
						{t("closed.go")}
					</a>
				</p>
			)}
			{call.open.length + call.soon.length > 0 && (
				<>
					<h2>{t("closed.openCalls")}</h2>
					<ul>
						{call.open.map(({ title, href }) => (
							<li key={href}>
								<a href={href}>{title}</a>
							</li>
						))}
						{call.soon.map((sentence) => (
							<li key={sentence}>
								<WholeDays text={sentence} />
							</li>
						))}
					</ul>
				</>
			)}
			{call.closed.length > 0 && (
				<>
					<h2>{t("closed.closedCalls")}</h2>
					<ul>
						{call.closed.map((sentence) => (
							<li key={sentence}>
								<WholeDays text={sentence} />
							</li>
						))}
					</ul>
				</>
			)}
			<p>
				{t("closed.support")} <a href={`mailto:${call.support}`}>{call.support}</a>
			</p>
			<p className="actions">
				<a className="button" href="/">
					{t("thanks.home")}
				</a>
				<Space />
				{root?.user && (
					<a className="button" href="/dashboard">
						{t("site.dashboard")}
					</a>
				)}
				<Space />
				{root?.brand.foundationSite && (
					<a className="button" href={root.brand.foundationSite}>
						{t("thanks.foundation", { foundation: root.brand.foundation })}
					</a>
				)}
			</p>
		</div>
	);
}
