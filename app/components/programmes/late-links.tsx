import type { LinkReport, lateLinksPage } from "../../pages/late-links.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError, TextField } from "../forms/text-field.tsx";
import { type Column, Table } from "../lists/table.tsx";

/** Names of the buttons. */
export const MAKE_LINK = "do.make-link";
export const END_LINK = "do.end-link";
/** Where the page shows the address of the link that was made. */
export const MADE_LINK = "made";

type Page = ReturnType<typeof lateLinksPage>;
type Link = Page["links"][number];

/** Links by which people submit to a call that takes nothing: one to be made, and those there are. */
export function LateLinks(props: { page: Page; report: LinkReport | undefined; path: string }) {
	const { page, report, path } = props;
	const { words, links } = page;
	const made = report ? undefined : page.made;
	const columns: Column<Link>[] = [
		{ label: words.call, head: true, cell: ({ call }) => call },
		{ label: words.whom, cell: ({ note }) => note },
		{ label: words.used, cell: ({ used }) => used },
		{ label: words.lastDay, className: "time-cell", cell: ({ lastDay }) => lastDay },
		{ label: words.by, cell: ({ by }) => by },
		{ label: words.state, cell: (link) => <State link={link} end={words.end} path={path} /> },
	];
	return (
		<section aria-labelledby="h-links">
			<h2 id="h-links">{words.title}</h2>
			<p className="lead">{words.lead}</p>
			{made && <MadeLink address={made} words={words} />}
			<LinkForm page={page} report={report} path={path} />
			<h2>{words.list}</h2>
			{links.length === 0 ? (
				<p className="empty">{words.none}</p>
			) : (
				<Table columns={columns} rows={links} label={words.list} />
			)}
		</section>
	);
}

/** The address, to be copied. */
function MadeLink({ address, words }: { address: string; words: Page["words"] }) {
	return (
		<div className="banner" role="status" id={MADE_LINK}>
			<div className="field">
				<label htmlFor="f-address">{words.address}</label>
				<p className="hint" id="f-address-hint">
					{words.made}
				</p>
				<input id="f-address" type="text" value={address} readOnly aria-describedby="f-address-hint" data-focus="" />
			</div>
		</div>
	);
}

function LinkForm({ page, report, path }: { page: Page; report: LinkReport | undefined; path: string }) {
	const { words, choices } = page;
	const problems = report?.problems ?? [];
	const values: Record<string, string> = report?.values ?? page.usual;
	const noCall = problems.find(({ field }) => field === "call")?.message;
	return (
		<form method="post" action={`${path}#errors`} className="narrow" aria-labelledby="h-links" noValidate>
			<FormToken />
			<div className={noCall ? "field wrong" : "field"}>
				<label htmlFor="f-call">{words.call}</label>
				<FieldError id="f-call" problem={noCall} />
				<select
					id="f-call"
					name="call"
					defaultValue={values.call}
					aria-describedby={noCall && "f-call-error"}
					aria-invalid={noCall ? true : undefined}
				>
					{choices.map(({ label, options }) => (
						<optgroup key={label} label={label}>
							{options.map(({ value, label }) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</optgroup>
					))}
				</select>
			</div>
			<TextField
				name="note"
				type="text"
				label={words.note}
				hint={words.noteHint}
				autoComplete="off"
				value={values.note}
				problems={problems}
			/>
			<TextField
				name="allowed"
				type="text"
				inputMode="numeric"
				label={words.allowed}
				autoComplete="off"
				value={values.allowed}
				problems={problems}
			/>
			<TextField
				name="lastDay"
				type="date"
				label={words.lastDay}
				hint={words.lastDayHint}
				value={values.lastDay}
				problems={problems}
			/>
			<p className="actions">
				<button className="primary" type="submit" name={MAKE_LINK} value={words.make}>
					{words.make}
				</button>
			</p>
		</form>
	);
}

/** What became of a link, and for one that works the button that ends it. */
function State({ link, end, path }: { link: Link; end: string; path: string }) {
	const { id, state, works, endThis } = link;
	if (!works) return <span className="status">{state}</span>;
	return (
		<form method="post" action={path} noValidate>
			<FormToken />
			<span className="status status-accept">{state}</span>{" "}
			<button type="submit" name={END_LINK} value={id} aria-label={endThis}>
				{end}
			</button>
		</form>
	);
}
