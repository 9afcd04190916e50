import { useAllTexts } from "../../all-texts.ts";
import type { CallPage } from "../../pages/call-page.server.ts";
import { FormToken } from "../forms/form-token.tsx";

/** The versions of a form, with what can be done with them, and whether the call exists at all. */
export function CallVersions({ call, path }: { call: CallPage; path: string }) {
	const { t } = useAllTexts();
	return (
		<>
			{call.versions.length > 0 && <h2>{t("callPage.parts.versions")}</h2>}
			<form method="post" action={path} noValidate>
				<FormToken />
				{call.versions.length > 0 && (
					<ul className="cards">
						{call.versions.map(({ version, text, note, isNow }) => (
							<li key={version}>
								<p>
									{text} {isNow && <span className="status status-accept">{t("callPage.isNow")}</span>}
								</p>
								{note && <p>{note}</p>}
								{isNow && version > 1 && (
									<p className="actions">
										<button type="submit" name="do.undo" value={version}>
											{t("callPage.undo", { version })}
										</button>
									</p>
								)}
								{!isNow && (
									<p className="actions">
										<button type="submit" name="do.take-up" value={version}>
											{t("callPage.takeUp")}
										</button>
									</p>
								)}
							</li>
						))}
					</ul>
				)}
				{call.isPublic &&
					(call.archived ? (
						<button type="submit" name="do.unarchive" value={t("callPage.unarchive")}>
							{t("callPage.unarchive")}
						</button>
					) : (
						<button type="submit" className="danger" name="do.archive" value={t("callPage.archive")}>
							{t("callPage.archive")}
						</button>
					))}
			</form>
		</>
	);
}
