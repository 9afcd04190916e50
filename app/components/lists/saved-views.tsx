import { Form, Link } from "@remix-run/react";
import { Fragment } from "react";
import { MOST_IN_VIEW_NAME, VIEW_BUTTONS } from "../../enumerations.ts";
import type { viewsOf } from "../../pages/saved-views.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";

type Views = ReturnType<typeof viewsOf>;

/** Links to the saved views of a list, and what the list leaves out because there is no such thing. */
export function SavedViews({ views: { all, gone } }: { views: Views }) {
	return (
		<>
			{all.length > 0 && <ViewLinks all={all} />}
			{gone.map((line) => (
				<p key={line} className="banner">
					{line}
				</p>
			))}
		</>
	);
}

function ViewLinks({ all }: Pick<Views, "all">) {
	const { t } = useTranslation();
	return (
		<nav className="page-links" aria-label={t("views.title")}>
			<span className="hint">{t("views.title")}</span>{" "}
			{all.map(({ id, name, to, isCurrent }) => (
				<Fragment key={id}>
					<Link to={to} aria-current={isCurrent ? "true" : undefined}>
						{name}
					</Link>
					<Space />
				</Fragment>
			))}
		</nav>
	);
}

interface Props {
	views: Views;
	/** Address of the list, which takes the form. */
	path: string;
	/** The typed name, if it was refused. */
	typed: string | undefined;
}

/** Saves the current list as a view, or renames or deletes the current view. The unfiltered list cannot be saved. */
export function ViewForms({ views: { all, isWhole }, path, typed }: Props) {
	const { t } = useTranslation();
	const current = all.filter(({ isCurrent }) => isCurrent);
	if (current.length > 0) return current.map((view) => <ViewForm key={view.id} {...{ view, path, typed }} />);
	return isWhole ? null : (
		<details className="column-choice" open={typed !== undefined}>
			<summary>{t("views.save")}</summary>
			<Form method="post" action={path} noValidate>
				<FormToken />
				<NameField value={typed} />
				<button type="submit" name={VIEW_BUTTONS.save} value={t("views.save")}>
					{t("views.save")}
				</button>
			</Form>
		</details>
	);
}

function ViewForm({ view, path, typed }: { view: Views["all"][number] } & Pick<Props, "path" | "typed">) {
	const { t } = useTranslation();
	return (
		<details className="column-choice" open={typed !== undefined}>
			<summary>{t("views.edit", { name: view.name })}</summary>
			<Form method="post" action={path} noValidate>
				<FormToken />
				<input type="hidden" name="view" value={view.id} />
				<NameField value={typed ?? view.name} />
				<button type="submit" name={VIEW_BUTTONS.rename} value={t("views.rename")}>
					{t("views.rename")}
				</button>
				<Space />
				<label className="tick">
					<input type="checkbox" name="view-sure" value="yes" />
					{t("views.sure")}
				</label>
				<Space />
				<button type="submit" name={VIEW_BUTTONS.remove} value={t("views.remove")}>
					{t("views.remove")}
				</button>
			</Form>
		</details>
	);
}

function NameField({ value }: { value: string | undefined }) {
	const { t } = useTranslation();
	return (
		<label>
			{t("views.name")} <input name="view-name" defaultValue={value} maxLength={MOST_IN_VIEW_NAME} autoComplete="off" />
		</label>
	);
}
