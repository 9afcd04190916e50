import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Need } from "../../enumerations.ts";
import { STATUSES, type Status } from "../../lifecycle.ts";
import { marks } from "../../programmes/marks.ts";
import { useRoot } from "../../root-data.ts";
import { MOST_CHARACTERS } from "../../search/words.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
import { listPath, withParameters } from "./list-url.ts";

interface Props {
	/** Address of the list without its filters. */
	base: string;
	/** State of the list, by the names of its controls. */
	state: Readonly<Record<string, string | number>> & { q: string; sort: string };
	/** Further filters. */
	children?: ReactNode;
	/** Labels of the values that are chosen in them. */
	chosen?: readonly (string | undefined)[];
	/** Target of "Clear", by default the whole list; an empty text hides it. It is shown where something is filtered. */
	clear?: string | undefined;
	/** The link to the page on which people of the list are written to. */
	write?: { href: string; text: string };
	/** Further buttons and links. */
	tools?: ReactNode;
	placeholder?: string;
}

/**
 * The search and the filters of a list. They keep its order. With scripts the list is updated while someone types. Narrow
 * screens show the search and a link to the filters, with the labels of the chosen ones: the first entry then fits below.
 */
export function ListFilters(props: Props) {
	const { base, state, children, chosen = [], clear = base, write, tools, placeholder } = props;
	const { t, locale } = useTranslation();
	const { colon, item } = marks[locale];
	const root = useRoot();
	const isFolded = children !== undefined && !/[?&]filters=/.test(root?.path ?? "");
	const set = chosen.filter(Boolean).join(item);
	const { sort, rows = "", cols = "" } = state;
	const isFiltered = filterKey({ ...state, rows: "", cols: "" }) !== "";
	return (
		<SearchForm
			base={base}
			state={state}
			kept={{ sort, rows, cols }}
			placeholder={placeholder}
			isFolded={isFolded}
			tools={
				<>
					{isFolded && (
						<a className="unfold-filters" href={withParameters(listPath(base, state), { filters: "open" })}>
							{t("admin.filters")}
							{set && colon + set}
						</a>
					)}
					<Space />
					{isFiltered && clear && <a href={clear}>{t("admin.clear")}</a>}
					<Space />
					{write && <a href={write.href}>{write.text}</a>}
					<Space />
					{tools}
				</>
			}
		>
			{children}
		</SearchForm>
	);
}

/** The search of a list that is shown beside an entry, within its filters. Typing keeps the entry, Enter leaves it. */
export function SearchWithin({ base, state, id }: Pick<Props, "base" | "state"> & { id: number }) {
	const { q: _, page: __, ...kept } = state;
	return <SearchForm {...{ base, state, kept, id }} />;
}

interface SearchProps extends Pick<Props, "base" | "state" | "children" | "tools"> {
	placeholder?: string | undefined;
	/** What the form keeps without showing it. */
	kept: Readonly<Record<string, string | number>>;
	/** The entry that a search keeps while it is typed. */
	id?: number;
	isFolded?: boolean;
}

function SearchForm({ base, state, kept, id, isFolded, placeholder, children, tools }: SearchProps) {
	const { t } = useTranslation();
	return (
		<Form
			method="get"
			action={base}
			className={isFolded ? "filters folded" : "filters"}
			role="search"
			noValidate
			data-typed={id === undefined ? undefined : `modal=details&id=${id}`}
		>
			<label>
				{t("admin.search")}{" "}
				<input type="search" name="q" defaultValue={state.q} maxLength={MOST_CHARACTERS} placeholder={placeholder} />
			</label>{" "}
			{children} <KeptInAddress base={base} state={kept} />
			<button type="submit">{t(children ? "admin.filter" : "admin.search")}</button>
			<Space />
			{tools}
		</Form>
	);
}

/** Parameters of the address that a form keeps without showing them, such as the order and the page size. */
export function KeptInAddress({ base, state }: { base: string; state: Readonly<Record<string, string | number>> }) {
	const kept = new URLSearchParams(listPath(base, state).split("?")[1]);
	return [...kept].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** The filters of a list, as in an address; "" for the whole list. Order and page are no filters. */
export function filterKey(state: Readonly<Record<string, string | number>>): string {
	return listPath("", { ...state, sort: "", page: 1 });
}

/** Label of the chosen option; undefined if all are shown. */
export const chosenIn = (options: readonly { value: string; label: string }[], value: string | undefined) =>
	options.find((option) => value !== "" && option.value === value)?.label;

/** A choice of one value, or of all. */
export function FilterSelect(props: {
	name: string;
	label: string;
	value: string | undefined;
	options: readonly { value: string; label: string }[];
}) {
	const { t } = useTranslation();
	return (
		<label>
			{props.label}{" "}
			<select name={props.name} defaultValue={props.value}>
				<option value="">{t("admin.all")}</option>
				{props.options.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>{" "}
		</label>
	);
}

export function TrackFilter({ value, tracks }: { value: string; tracks: readonly { id: string; label: string }[] }) {
	const { t } = useTranslation();
	const options = tracks.map(({ id, label }) => ({ value: id, label }));
	return <FilterSelect name="track" label={t("admin.track")} value={value} options={options} />;
}

export function StatusFilter({ value, statuses = STATUSES }: { value: string; statuses?: readonly Status[] }) {
	const { t } = useTranslation();
	const options = statuses.map((status) => ({ value: status, label: t(`status.${status}`) }));
	return <FilterSelect name="status" label={t("admin.status")} value={value} options={options} />;
}

export function NeedFilter({ value, needs }: { value: string; needs: readonly { value: Need; label: string }[] }) {
	const { t } = useTranslation();
	return <FilterSelect name="need" label={t("admin.need")} value={value} options={needs} />;
}
