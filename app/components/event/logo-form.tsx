import { useAllTexts } from "../../all-texts.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { RootData } from "../../root-data.ts";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError } from "../forms/text-field.tsx";
import { Space } from "../layout/space.tsx";

/** The logo as it is shown, and a form for another. */
export function LogoForm(props: { version: string; logo: RootData["logo"]; problems: readonly Problem[] }) {
	const { version, logo } = props;
	const { t } = useAllTexts();
	const problem = props.problems.find(({ field }) => field === "logo")?.message;
	return (
		<form method="post" action="/admin/event#errors" encType="multipart/form-data" aria-labelledby="h-logo" noValidate>
			<FormToken />
			<input type="hidden" name="logo" value={version} />
			<h2 id="h-logo">{t("eventPage.parts.logo")}</h2>
			<p>
				{logo ? (
					<img src={logo.src} width={logo.width} height={logo.height} alt={t("eventPage.logoNow")} />
				) : (
					t("eventPage.noLogo")
				)}
			</p>
			<div className={problem ? "field wrong" : "field"}>
				<label htmlFor="f-logo">{t("eventPage.logoFile")}</label>
				<p className="hint" id="f-logo-hint">
					{t("eventPage.hints.logo")}
				</p>
				<FieldError id="f-logo" problem={problem} />
				<input
					id="f-logo"
					type="file"
					name="file"
					accept="image/png,image/jpeg,image/webp,image/svg+xml"
					aria-describedby={problem ? "f-logo-hint f-logo-error" : "f-logo-hint"}
					aria-invalid={problem ? true : undefined}
				/>
			</div>
			<div className="actions">
				<button type="submit" name="do.logo" value={t("eventPage.logoSave")}>
					{t("eventPage.logoSave")}
				</button>
				<Space />
				{logo && (
					<button type="submit" name="do.logo-remove" value={t("eventPage.logoRemove")}>
						{t("eventPage.logoRemove")}
					</button>
				)}
			</div>
		</form>
	);
}
