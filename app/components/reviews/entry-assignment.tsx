import { useAllTexts } from "../../all-texts.ts";
import type { assignmentsPage } from "../../pages/assignments.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Space } from "../layout/space.tsx";

type Page = Awaited<ReturnType<typeof assignmentsPage>>;

interface Props {
	page: Extract<Page, { view: "entry" }>;
	/** What was changed in the form when it was refused. */
	changed: { ticked: readonly number[]; unticked: readonly number[] } | undefined;
}

/** The reviewers of one entry, as ticks. */
export function EntryAssignment({ page, changed }: Props) {
	const { t } = useAllTexts();
	const { spot, reviewers } = page;
	return (
		<div className="console-form">
			<h1>{t("assignments.handTitle", { spot })}</h1>
			<p className="lead">{page.title}</p>
			{page.redact && (
				<p>
					<a href={page.redact}>{t("assignments.redact")}</a>
				</p>
			)}
			{!page.isAnyAssigned && <p className="banner">{t("assignments.noneAssigned")}</p>}
			{!page.isReviewed || reviewers.length === 0 ? (
				<p className="empty">{t(page.isReviewed ? "assignments.noReviewers" : "assignments.notReviewed")}</p>
			) : (
				<form method="post" action={page.here} noValidate>
					<FormToken />
					<input type="hidden" name="had" value={page.had} />
					<fieldset className="field">
						<legend>{t("assignments.reviewers")}</legend>
						<p className="hint">{t("assignments.handHint")}</p>
						<div className="options">
							{reviewers.map(({ id, label, isAssigned, canTick }) => (
								<span key={id}>
									<input
										type="checkbox"
										id={`f-reviewer-${id}`}
										name="reviewer"
										value={id}
										defaultChecked={
											canTick && (isAssigned ? !changed?.unticked.includes(id) : changed?.ticked.includes(id))
										}
										disabled={!canTick}
									/>
									<label htmlFor={`f-reviewer-${id}`}>
										<Addresses text={label} />
									</label>{" "}
								</span>
							))}
						</div>
					</fieldset>
					<p className="actions">
						<button className="primary" type="submit" name="do.save" value={t("assignments.save")}>
							{t("assignments.save")}
						</button>
					</p>
				</form>
			)}
		</div>
	);
}

/** Asks before assignments are removed. */
export function RemovalQuestion({ page }: { page: Extract<Page, { view: "question" }> }) {
	const { t } = useAllTexts();
	return (
		<div className="console-form">
			<h1>{page.question}</h1>
			{page.count > 0 && (
				<form method="post" action={page.here} noValidate>
					<FormToken />
					<input type="hidden" name="count" value={page.count} />
					<p>{page.hint}</p>
					<div className="actions">
						<button type="submit" className="danger" name="do.remove" value={page.what}>
							{t("assignments.remove")}
						</button>
						<Space />
						<a className="button" href={page.path}>
							{t("assignments.keep")}
						</a>
					</div>
				</form>
			)}
		</div>
	);
}
