import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import type { CallPage } from "../../pages/call-page.server.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Values } from "../../programmes/question-values.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";
import { type Column, Table } from "../lists/table.tsx";
import { Both, Choice } from "./call-controls.tsx";

type Question = CallPage["sections"][number]["questions"][number];

interface Props {
	call: CallPage;
	/** Address of the page. */
	path: string;
	/** The section whose form came back, with what is wrong in it. */
	typed: { form: string; values: Values; was?: string; problems: readonly Problem[] } | undefined;
	/** What is said above the form of that section. */
	refusalAt: (form: string) => ReactNode;
}

/** The sections of a form with their questions, in their order. */
export function CallSections({ call, path, typed, refusalAt }: Props) {
	const { t } = useAllTexts();
	const last = call.sections.length - 1;
	const columnsOf = (at: number): Column<Question>[] => [
		{
			label: t("callPage.question"),
			head: true,
			cell: ({ name, label, retired }) => (
				<>
					<a id={`q-${name}`} href={`${path}/questions/${name}`} data-drag="question" data-name={name}>
						{label}
					</a>{" "}
					{retired && <span className="status">{t("callPage.marks.retired")}</span>}
				</>
			),
		},
		{ label: t("callPage.controls.kind"), cell: ({ about }) => about },
		{
			label: t("callPage.order"),
			className: "move-cell",
			cell: ({ name, label, place, isLast }) => (
				<>
					<Move of="up" name={name} label={label} isOff={at === 0 && place === 0} />
					<Space />
					<Move of="down" name={name} label={label} isOff={at === last && isLast} />
				</>
			),
		},
	];
	const sections = call.sections.map((section, at) => {
		const form = `section-${section.key}`;
		const mine = typed?.form === form ? typed : undefined;
		return (
			<section key={section.key} aria-labelledby={`s-${section.key}`}>
				<h2 id={`s-${section.key}`} data-drag="section" data-name={section.key}>
					{section.title}
				</h2>
				{section.questions.length > 0 && (
					<form method="post" action={path} noValidate>
						<FormToken />
						<Table columns={columnsOf(at)} rows={section.questions} label={section.title} />
					</form>
				)}
				<details className="folded-form" open={mine !== undefined}>
					<summary>{t("callPage.editOf", { about: section.title })}</summary>
					{refusalAt(form)}
					<form method="post" action={`${path}#errors`} noValidate>
						<FormToken />
						<input type="hidden" name="was" value={mine?.was ?? JSON.stringify(section.values)} />
						<SectionControls values={mine?.values ?? section.values} problems={mine?.problems ?? []} of={form} />
						<div className="actions">
							<button type="submit" name="do.section" value={section.key}>
								{t("callPage.saveSection")}
							</button>
							<Space />
							<Move of="section-up" name={section.key} label={section.title} isOff={at === 0} />
							<Space />
							<Move
								of="section-down"
								name={section.key}
								label={section.title}
								isOff={at === call.sections.length - 1}
							/>
							<Space />
							{section.isEmpty && (
								<button type="submit" className="danger" name="do.remove-section" value={section.key}>
									{t("callPage.removeSection")}
								</button>
							)}
						</div>
					</form>
				</details>
			</section>
		);
	});
	return <Reorder path={path}>{sections}</Reorder>;
}

/** What is said of a section. */
export function SectionControls(typed: { values: Values; problems: readonly Problem[]; of: string }) {
	const { t } = useAllTexts();
	return (
		<>
			<Both {...typed} part="title" />
			<Both {...typed} part="lead" hint={t("callPage.hints.sectionLead")} optional rows={2} />
			<Choice
				{...typed}
				name="person"
				label={t("callPage.controls.person")}
				options={[
					{ value: "no", label: t("callPage.matter") },
					{ value: "yes", label: t("callPage.person") },
				]}
			/>
		</>
	);
}

/** Scripts move what is in here without another page, and let whatever has `data-drag` be dragged (`sorting.ts`). */
export function Reorder({ path, children }: { path: string; children: ReactNode }) {
	const { t } = useAllTexts();
	return (
		<div id="reorder" data-path={path} data-moved={t("callPage.moved")} data-failed={t("callPage.notMoved")}>
			{children}
		</div>
	);
}

interface MoveProps {
	of: "up" | "down" | "section-up" | "section-down";
	name: string;
	label: string;
	isOff: boolean;
}

/** Moves a question or section by one place. */
export function Move({ of, name, label, isOff }: MoveProps) {
	const { t } = useAllTexts();
	const isUp = of.endsWith("up");
	return (
		<button
			type="submit"
			name={`do.${of}`}
			value={name}
			disabled={isOff}
			aria-label={t(isUp ? "callPage.upOf" : "callPage.downOf", { about: label })}
		>
			{t(isUp ? "callPage.up" : "callPage.down")}
		</button>
	);
}
