import { Form, Link } from "@remix-run/react";
import type { bulkQuestion } from "../../pages/bulk-changes.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";

type Question = ReturnType<typeof bulkQuestion>;

/** Asks before all that match a list are changed. */
export function BulkQuestion({ dialog, back }: { dialog: Question; back: string }) {
	const { t } = useTranslation();
	return (
		<Form method="post" action={dialog.here} noValidate>
			<FormToken />
			{Object.entries(dialog.fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<p className="lead">{dialog.change}</p>
			<p>{dialog.about}</p>
			<div className="actions">
				<button
					className={dialog.isRejection ? "danger" : "primary"}
					type="submit"
					name={dialog.press}
					value={dialog.button}
				>
					{dialog.button}
				</button>
				<Space />
				<Link className="button" to={back} data-close="">
					{t("admin.close")}
				</Link>
			</div>
		</Form>
	);
}
