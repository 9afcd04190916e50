import { useAllTexts } from "../../all-texts.ts";
import type { teamPage } from "../../pages/team.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Space } from "../layout/space.tsx";

type Page = ReturnType<typeof teamPage>;
type Reviewer = NonNullable<Page["reviewer"]>;
type Scope = Reviewer["scope"];

interface Props {
	options: Page["options"];
	scope: Scope;
}

/** The calls and tracks that a reviewer is for. */
export function ScopeFields({ options, scope }: Props) {
	const { t } = useAllTexts();
	return (
		<>
			<Ticks name="calls" legend={t("team.calls")} options={options.calls} chosen={scope.calls} />
			{options.tracks.length > 0 && (
				<Ticks
					name="tracks"
					legend={t("team.tracks")}
					hint={t("team.tracksHint")}
					options={options.tracks}
					chosen={scope.tracks}
				/>
			)}
		</>
	);
}

function Ticks(props: {
	name: keyof Scope;
	legend: string;
	hint?: string;
	options: Page["options"][keyof Scope];
	chosen: readonly string[];
}) {
	const { name, legend, hint, options, chosen } = props;
	return (
		<fieldset className="field">
			<legend>{legend}</legend>
			{hint && <p className="hint">{hint}</p>}
			<div className="options options-inline">
				{options.map(({ id, label }) => (
					<span key={id}>
						<input type="checkbox" id={`f-${name}-${id}`} name={name} value={id} defaultChecked={chosen.includes(id)} />
						<label htmlFor={`f-${name}-${id}`}>{label}</label>{" "}
					</span>
				))}
			</div>
		</fieldset>
	);
}

/** Changes the calls and tracks that a member is for. */
export function ReviewerScope({ member, options, path }: { member: Reviewer; options: Page["options"]; path: string }) {
	const { t } = useAllTexts();
	return (
		<div className="narrow">
			<h1>
				<Addresses text={t("team.scopeTitle", { name: member.name || member.email })} />
			</h1>
			<p>{t("team.scopeLead")}</p>
			<form method="post" action={path} noValidate>
				<FormToken />
				<input type="hidden" name="id" value={member.id} />
				<ScopeFields options={options} scope={member.scope} />
				<div className="actions">
					<button className="primary" type="submit" name="do.scope" value={t("team.saveScope")}>
						{t("team.saveScope")}
					</button>
					<Space />
					<a className="button" href={path}>
						{t("team.keep")}
					</a>
				</div>
			</form>
		</div>
	);
}

/** The same in the form of something else, which only hands it on. */
export function ScopeCarried({ scope }: { scope: Scope }) {
	return (["calls", "tracks"] as const).flatMap((name) =>
		scope[name].map((id) => <input key={`${name}-${id}`} type="hidden" name={name} value={id} />),
	);
}
