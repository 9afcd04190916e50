import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { places } from "../reading/reading-screen.tsx";
import { choiceWords } from "./choice-cell.tsx";

interface Props {
	page: Parameters<typeof places>[1] & { list: { finding: { total: string } } | undefined };
	children: ReactNode;
}

/** The form around the rows of a list: its buttons save the selects of the rows, or change the ticked rows. */
export function RowsForm({ page, children }: Props) {
	const { t } = useTranslation();
	return (
		<Form
			method="post"
			action={page.path}
			noValidate
			data-found={page.list?.finding.total}
			{...choiceWords(t)}
			{...places(t, page)}
		>
			<FormToken />
			{children}
		</Form>
	);
}
