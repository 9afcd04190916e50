import { Form, Link } from "@remix-run/react";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";
import { withParameters } from "../lists/list-url.ts";

interface Details {
	label: string;
	labelZh: string;
	description: string;
	descriptionZh: string;
	active: boolean;
	displayIndex?: number;
}

interface Props {
	/** Undefined for a new one, which starts with the specification's defaults (section 4). */
	track: (Details & { id: string }) | undefined;
	/** The typed values of a form that could not be saved. */
	typed: Details | undefined;
	editing: boolean;
	/** Address of the list. */
	path: string;
}

/** The track as the form showed it, to detect concurrent changes. */
const seen = ({ label, labelZh, description, descriptionZh, active }: Details) =>
	JSON.stringify({ label, labelZh, description, descriptionZh, active });

/** Form of a new or existing track. */
export function TrackForm({ track, typed, editing, path }: Props) {
	const { t, locale } = useTranslation();
	const fresh = {
		label: t("tracks.newLabel"),
		labelZh: "",
		description: t("tracks.newDescription"),
		descriptionZh: "",
		active: true,
	};
	const shown: Details = typed ?? track ?? fresh;
	const here = withParameters(path, { modal: "track", ...(track && { id: track.id, edit: 1 }) });
	if (!editing) return <div>{fields()}</div>;
	return (
		<Form
			method="post"
			action={here}
			noValidate
			data-offline={t(track ? "tracks.updateFailed" : "tracks.createFailed", { message: t("site.offline") })}
		>
			<FormToken />
			<input type="hidden" name="id" value={track?.id ?? ""} />
			{track && <input type="hidden" name="was" value={seen(track)} />}
			{fields()}
		</Form>
	);

	function fields() {
		return (
			<>
				<p>
					{t("tracks.id")}
					{marks[locale].colon}
					<strong>{track?.id ?? t("tracks.autoId")}</strong>
				</p>
				{text("label", t("tracks.label"))}
				{text("labelZh", t("tracks.labelZh"))}
				<fieldset className="field" disabled={!editing}>
					<legend>{t("tracks.active")}</legend>
					<div className="options options-inline">
						{(["yes", "no"] as const).map((choice) => (
							<span key={choice}>
								<input
									type="radio"
									id={`f-active-${choice}`}
									name="active"
									value={choice}
									defaultChecked={shown.active === (choice === "yes")}
								/>
								<label htmlFor={`f-active-${choice}`}>{t(`tracks.${choice}`)}</label>
							</span>
						))}
					</div>
				</fieldset>
				{prose("description", t("tracks.description"))}
				{prose("descriptionZh", t("tracks.descriptionZh"))}
				{track && (
					<div className="field">
						<label htmlFor="f-displayIndex">{t("tracks.order")}</label>
						<input
							id="f-displayIndex"
							name="displayIndex"
							type="number"
							min={1}
							defaultValue={shown.displayIndex}
							readOnly={!editing}
						/>
					</div>
				)}
				<div className="actions">
					{editing ? (
						<button className="primary" type="submit">
							{t("tracks.save")}
						</button>
					) : (
						<Link className="button primary" to={here}>
							{t("entry.edit")}
						</Link>
					)}
					<Space />
					<Link className="button" to={path} data-close="">
						{t("tracks.cancel")}
					</Link>
				</div>
			</>
		);
	}

	function text(name: "label" | "labelZh", label: string) {
		return (
			<div className="field">
				<label htmlFor={`f-${name}`}>{label}</label>
				<input id={`f-${name}`} name={name} type="text" defaultValue={shown[name]} readOnly={!editing} />
			</div>
		);
	}

	function prose(name: "description" | "descriptionZh", label: string) {
		return (
			<div className="field">
				<label htmlFor={`f-${name}`}>{label}</label>
				<textarea id={`f-${name}`} name={name} rows={3} defaultValue={shown[name]} readOnly={!editing} />
			</div>
		);
	}
}
