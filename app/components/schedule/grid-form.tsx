import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Missing } from "../../pages/grid.server.ts";
import type { GridForm, GridOutcome } from "../../pages/grid-orders.server.ts";
import { type RawForm, textOf, textsOf } from "../../programmes/answers.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError } from "../forms/text-field.tsx";
import { Space } from "../layout/space.tsx";

export const BASE = "/admin/schedule/grid";
/** Where slots at regular times are made. */
export const LAY = `${BASE}?lay=1`;

/** The action's last answer, where there was one. */
export type Outcome = GridOutcome | undefined;

/** The values of a form: the typed ones when it was refused, else the stored ones. */
export function saidIn(outcome: Outcome, form: GridForm) {
	const mine = outcome?.form === form ? outcome : undefined;
	const typed = mine?.typed;
	return {
		problems: mine?.problems ?? [],
		/** What a text field needs to know. */
		field: (name: string, otherwise = "") => ({
			name,
			of: form,
			value: typed ? textOf(typed, name) : otherwise,
			problems: mine?.problems ?? [],
		}),
		isTicked: (name: string, id: string, otherwise: boolean) => (typed ? textsOf(typed, name).includes(id) : otherwise),
	};
}

/** Boxes to tick under one question. */
export function TickList(props: {
	of: GridForm;
	name: "days" | "tracks";
	legend: string;
	options: readonly { id: string; label: string }[];
	outcome: Outcome;
}) {
	const { of, name, legend, options, outcome } = props;
	const { problems, isTicked } = saidIn(outcome, of);
	const id = `f-${of}-${name}`;
	const problem = problems.find(({ field }) => field === `${of}-${name}`)?.message;
	return (
		<fieldset className={problem ? "field wrong" : "field"} id={id} tabIndex={-1}>
			<legend>{legend}</legend>
			<FieldError id={id} problem={problem} />
			<div className="tick-boxes">
				{options.map((option) => (
					<label className="tick" key={option.id}>
						<input
							type="checkbox"
							name={name}
							value={option.id}
							defaultChecked={isTicked(name, option.id, false)}
							aria-describedby={problem && `${id}-error`}
						/>
						{option.label}
					</label>
				))}
			</div>
		</fieldset>
	);
}

/** A form of the editor. When refused it shows the errors, or the entries that would lose their slots. */
export function GridFormOf(props: {
	path: string;
	of: GridForm;
	/** Id of its heading, where that is not the form's own. */
	heading?: string;
	className?: string;
	children: ReactNode;
}) {
	return (
		<Form
			method="post"
			action={`${props.path}#errors`}
			className={props.className}
			aria-labelledby={props.heading ?? `h-${props.of}`}
			noValidate
		>
			<FormToken />
			{props.children}
		</Form>
	);
}

/** A form that few visits need, below its heading: shown when that is pressed, and when its answer has come back. */
export function FoldedForm(
	props: Parameters<typeof GridFormOf>[0] & { title: string; outcome: Outcome; isOpen?: boolean },
) {
	const { title, outcome, isOpen = false, children, ...form } = props;
	return (
		<details className="folded-form" open={isOpen || outcome?.form === form.of}>
			<summary>
				<h2 id={`h-${form.of}`}>{title}</h2>
			</summary>
			<GridFormOf {...form}>{children}</GridFormOf>
		</details>
	);
}

/** What was typed, to be sent once more by a form that does not show it. */
export function SentAgain({ typed }: { typed: RawForm }) {
	return Object.entries(typed).flatMap(([name, values]) =>
		(typeof values === "string" ? [values] : values).map((value) => (
			<input type="hidden" key={`${name} ${value}`} name={name} value={value} />
		)),
	);
}

/** Entries that an edit would take out of the schedule, and the button that sends it once more and says so. */
export function HeldEntries({ outcome, path }: { outcome: Outcome; path: string }) {
	const { t } = useTranslation();
	if (!outcome || outcome.held.length === 0) return null;
	const { held, typed = {} } = outcome;
	return (
		<Form
			method="post"
			action={`${path}#errors`}
			className="summary"
			id="errors"
			tabIndex={-1}
			aria-labelledby="held"
			noValidate
		>
			<FormToken />
			<div role="alert">
				<h2 id="held">{t("grid.held", { count: held.length })}</h2>
				<ul>
					{held.map(({ id, title, place }) => (
						<li key={id}>{t("grid.heldEntry", { title, place })}</li>
					))}
				</ul>
				<p>{t("grid.heldHint")}</p>
			</div>
			<SentAgain typed={typed} />
			<input type="hidden" name="sure" value={held.map(({ id }) => id).join(",")} />
			<div className="actions">
				<button type="submit" className="danger" name="do.go-on" value={t("grid.goOn")}>
					{t("grid.goOn")}
				</button>
				<Space />
				<Link to={path}>{t("grid.leave")}</Link>
			</div>
		</Form>
	);
}

/** Where tracks are missing: says so, and leads to where they are added. */
export function NoTracks({ missing }: { missing: Missing | undefined }) {
	if (missing === undefined) return null;
	return (
		<p className="banner">
			<Link to={missing.to}>{missing.text}</Link>
		</p>
	);
}

/** The way back to the whole grid. */
export function BackToGrid() {
	const { t } = useTranslation();
	return (
		<p>
			<Link to={BASE}>← {t("grid.back")}</Link>
		</p>
	);
}
